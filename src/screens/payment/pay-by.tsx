import Download from 'lucide-react/icons/download';
import ExternalLink from 'lucide-react/icons/external-link';
import { useRef } from 'react';
import type { Payment } from '../../../contract/payment.ts';
import { payerRoot, paymentHosts } from '../../app/product.ts';
import { media, useMedia } from '../../app/shell/use-media.ts';
import { saveFile } from '../../effects/save-file.ts';
import { DemoPart } from '../../sample/demo-part.tsx';
import { grouped, rupiah } from '../../text/format.ts';
import { type TextKey, useText } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Disclosure } from '../../ui/navigation/disclosure.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useWakeLock } from '../../ui/use-wake-lock.ts';
import styles from './payment.module.css';
import { qrPicture } from './qr-picture.ts';
import { safeLink } from './safe-link.ts';

/** Pixels of the code on this page (§9). */
const qrSize = 192;

function QrPayment({ payment, code }: { readonly payment: Payment; readonly code: string }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  useWakeLock();
  const save = async () => {
    const picture = frame.current === null ? null : await qrPicture(frame.current);
    if (picture !== null) saveFile(picture, `qr-${payment.order_code}.png`);
  };
  return (
    <div className={styles.qr}>
      <div ref={frame}>
        <QrCode value={code} size={qrSize} label={t('payment.qr')} />
      </div>
      <Button variant="secondary" icon={<Download />} onClick={save}>
        {t('payment.saveQr')}
      </Button>
      {!useMedia(media.desktop) && <p className={styles.hint}>{t('payment.saveQrHint')}</p>}
    </div>
  );
}

/** A QR code that the gateway sends only as an image, from a configured host (ruling 1.2-AH). */
function QrPicture({ address }: { readonly address: string }) {
  const t = useText();
  useWakeLock();
  return (
    <div className={styles.qr}>
      <img
        src={address}
        alt={t('payment.qr')}
        width={qrSize}
        height={qrSize}
        referrerPolicy="no-referrer"
        className={styles.qrPicture}
      />
    </div>
  );
}

/** A virtual account: shown in groups, copied without spaces; a missing number is a dash and never an invented one (ruling 1.2-AG). */
function AccountPayment({ payment }: { readonly payment: Payment }) {
  const t = useText();
  const number = payment.payment_data.virtual_account;
  return (
    <div className={styles.account}>
      <p className={styles.label}>
        {t('payment.va')} {payment.payment_data.bank?.toUpperCase() ?? ''}
      </p>
      <div className={styles.accountLine}>
        <p className={styles.number}>
          {number === null ? t('payment.vaMissing') : grouped(number)}
        </p>
        {number !== null && (
          <CopyButton text={number.replace(/\s/g, '')} label={t('payment.copyVa')} />
        )}
      </div>
      {number === null && <DemoPart place="account" bank={payment.payment_data.bank ?? ''} />}
    </div>
  );
}

/** The addresses of a payment that the page may open or show (ruling 1.2-AH). */
function addressesOf({ checkout_url, qr_code_url, qr_string }: Payment['payment_data']) {
  const safe = (address: string | null) => safeLink(address, window.location.origin, paymentHosts);
  return { link: safe(checkout_url), picture: qr_string === null ? safe(qr_code_url) : null };
}

/** Instructions of the payment: a QR code, an account number, or an app link (§2). A phone opens the app; the code is for another device. */
export function PayBy({ payment }: { readonly payment: Payment }) {
  const t = useText();
  const isPhone = !useMedia(media.desktop);
  const { qr_string: code, virtual_account } = payment.payment_data;
  const { link, picture } = addressesOf(payment.payment_data);
  const isSimulated = payment.gateway === 'simulated';
  const qr =
    code !== null ? (
      <QrPayment payment={payment} code={code} />
    ) : picture !== null ? (
      <QrPicture address={picture} />
    ) : null;
  const app = link !== null && (
    <ButtonLink href={link} icon={<ExternalLink />} block>
      {t('payment.openApp')}
    </ButtonLink>
  );
  const isFolded = isPhone && link !== null && qr !== null;
  return (
    <div className={styles.payBy}>
      <DemoPart place="payment" />
      {isFolded && app}
      {isFolded ? <Disclosure summary={t('payment.showQr')}>{qr}</Disclosure> : qr}
      {qr === null && (virtual_account !== null || link === null) && (
        <AccountPayment payment={payment} />
      )}
      {!isFolded && app}
      {isSimulated && (
        <p className={styles.simulation}>
          {t('payment.simulated')}{' '}
          {payerRoot !== null && (
            <a
              href={`${payerRoot}/${encodeURIComponent(payment.id)}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('payment.simulate')}
            </a>
          )}
        </p>
      )}
    </div>
  );
}

/** The steps of the way that the page offers, for a gateway that sends none. */
function ownSteps({ payment_data }: Payment): readonly TextKey[] {
  const ending = ['payment.step.amount', 'payment.step.back'] as const;
  const { link, picture } = addressesOf(payment_data);
  if (link !== null) return ['payment.step.app', ...ending];
  if (payment_data.qr_string !== null || picture !== null) return ['payment.step.scan', ...ending];
  return payment_data.virtual_account === null
    ? []
    : ['payment.step.bank', 'payment.step.number', ...ending];
}

function Steps({ steps }: { readonly steps: readonly string[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

/** 'Cara Pembayaran': numbered steps of the first channel, the others folded below. */
export function HowToPay({ payment }: { readonly payment: Payment }) {
  const t = useText();
  const [first, ...others] = payment.payment_data.instructions;
  const steps =
    first?.steps ?? ownSteps(payment).map((key) => t(key, { amount: rupiah(payment.amount) }));
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="how-to-pay">
      <h2 id="how-to-pay" className={styles.title}>
        {t('payment.instructions')}
      </h2>
      {first !== undefined && first.title !== '' && (
        <h3 className={styles.channel}>{first.title}</h3>
      )}
      <Steps steps={steps} />
      {others.map(({ title, steps: further }) => (
        <Disclosure key={title} summary={title}>
          <Steps steps={further} />
        </Disclosure>
      ))}
    </section>
  );
}
