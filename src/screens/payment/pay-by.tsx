import Download from 'lucide-react/icons/download';
import ExternalLink from 'lucide-react/icons/external-link';
import { useRef } from 'react';
import type { Payment } from '../../../contract/payment.ts';
import { payerRoot, paymentHosts } from '../../app/product.ts';
import { saveFile } from '../../effects/save-file.ts';
import { DemoPart } from '../../sample/demo-part.tsx';
import { grouped } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';
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
      <Button variant="secondary" size="s" icon={<Download />} onClick={save}>
        {t('payment.saveQr')}
      </Button>
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

/** Instructions of the payment: a QR code, an account number, or an app link (§2). */
export function PayBy({ payment }: { readonly payment: Payment }) {
  const t = useText();
  const { qr_string: code, qr_code_url, checkout_url, virtual_account } = payment.payment_data;
  const safe = (address: string | null) => safeLink(address, window.location.origin, paymentHosts);
  const link = safe(checkout_url);
  const picture = code === null ? safe(qr_code_url) : null;
  const hasCode = code !== null || picture !== null;
  const isSimulated = payment.gateway === 'simulated';
  return (
    <div className={styles.payBy}>
      <DemoPart place="payment" />
      {code !== null && <QrPayment payment={payment} code={code} />}
      {picture !== null && <QrPicture address={picture} />}
      {!hasCode && (virtual_account !== null || link === null) && (
        <AccountPayment payment={payment} />
      )}
      {link !== null && (
        <ButtonLink href={link} icon={<ExternalLink />} block>
          {t('payment.openApp')}
        </ButtonLink>
      )}
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

/** 'Cara Pembayaran': one disclosure per channel, as text. */
export function HowToPay({ payment }: { readonly payment: Payment }) {
  const t = useText();
  const { instructions } = payment.payment_data;
  if (instructions.length === 0) return null;
  return (
    <section aria-labelledby="how-to-pay">
      <h2 id="how-to-pay" className={styles.title}>
        {t('payment.instructions')}
      </h2>
      {instructions.map(({ title, steps }, at) => (
        <Disclosure key={title} summary={title} open={at === 0 && instructions.length === 1}>
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Disclosure>
      ))}
    </section>
  );
}
