import Download from 'lucide-react/icons/download';
import ExternalLink from 'lucide-react/icons/external-link';
import { useRef } from 'react';
import type { Payment } from '../../../contract/payment.ts';
import { payerRoot, playedGateways } from '../../app/product.ts';
import { media, useMedia } from '../../app/shell/use-media.ts';
import { saveFile } from '../../effects/save-file.ts';
import { DemoPart } from '../../sample/demo-part.tsx';
import { grouped } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { isInApp } from '../../ui/in-app.ts';
import { Disclosure } from '../../ui/navigation/disclosure.tsx';
import { QrCode } from '../../ui/qr/qr-code.tsx';
import { qrPicture } from '../../ui/qr/qr-picture.ts';
import { useWakeLock } from '../../ui/use-wake-lock.ts';
import styles from './payment.module.css';
import { addressesOf } from './safe-link.ts';

/** Pixels of the code on this page (§9.41). */
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
      {isInApp() ? (
        <p className={styles.hint}>{t('inApp.press')}</p>
      ) : (
        <Button variant="secondary" icon={<Download />} onClick={save}>
          {t('payment.saveQr')}
        </Button>
      )}
      {!useMedia(media.desktop) && <p className={styles.hint}>{t('payment.saveQrHint')}</p>}
    </div>
  );
}

/** A QR code that the gateway sends only as an image, from a configured host (§2.302). */
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

/** Digits that are read without groups, such as the code of a company. */
const readAtOnce = 6;

interface NumberProps {
  readonly label: string;
  readonly number: string | null;
  /** Words of the button that copies it. */
  readonly copy: string;
}

/** Shown in groups, copied without spaces; a missing number is a dash and never an invented one (§2.303). */
function NumberToCopy({ label, number, copy }: NumberProps) {
  const t = useText();
  return (
    <>
      <p className={styles.label}>{label}</p>
      <div className={styles.accountLine}>
        <p className={styles.number}>
          {number === null
            ? t('payment.vaMissing')
            : number.length > readAtOnce
              ? grouped(number)
              : number}
        </p>
        {number !== null && <CopyButton text={number.replace(/\s/g, '')} label={copy} />}
      </div>
    </>
  );
}

/** A virtual account, or the two numbers of a bill. */
function AccountPayment({ payment }: { readonly payment: Payment }) {
  const t = useText();
  const { bank, bill_key, biller_code, virtual_account: number } = payment.payment_data;
  const name = bank?.toUpperCase() ?? '';
  const isBill = bill_key != null;
  return (
    <div className={styles.account}>
      {isBill ? (
        <>
          <NumberToCopy
            label={`${t('payment.biller')} ${name}`}
            number={biller_code ?? null}
            copy={t('payment.copyBiller')}
          />
          <NumberToCopy label={t('payment.billKey')} number={bill_key} copy={t('payment.copyVa')} />
        </>
      ) : (
        <NumberToCopy
          label={`${t('payment.va')} ${name}`}
          number={number}
          copy={t('payment.copyVa')}
        />
      )}
      {number === null && !isBill && <DemoPart place="account" bank={bank ?? ''} />}
    </div>
  );
}

/** A request in the app of an e-wallet: nothing to open or to copy here. */
function PushPayment({ payment }: { readonly payment: Payment }) {
  const t = useText();
  useWakeLock();
  return <p className={styles.push}>{t('payment.push', { app: payment.payment_method_name })}</p>;
}

/** Instructions of the payment: a QR code, an account number, or an app link (§2.304). A phone opens the app; the code is for another device. */
export function PayBy({ payment }: { readonly payment: Payment }) {
  const t = useText();
  const isPhone = !useMedia(media.desktop);
  const { qr_string: code, virtual_account, bill_key, deeplink, push } = payment.payment_data;
  const { link, picture } = addressesOf(payment.payment_data, isPhone);
  const hasNumber = virtual_account !== null || bill_key != null;
  const isSimulated = playedGateways.includes(payment.gateway);
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
  // A wallet has no account; its app opens on a phone alone, and a link to an unknown host nowhere.
  const isWallet = !hasNumber && (deeplink != null || payment.payment_data.checkout_url !== null);
  const isLost = isWallet && link === null;
  const isFolded = isPhone && link !== null && qr !== null;
  return (
    <div className={styles.payBy}>
      <DemoPart place="payment" />
      {isFolded && app}
      {isFolded ? <Disclosure summary={t('payment.showQr')}>{qr}</Disclosure> : qr}
      {push === true ? (
        <PushPayment payment={payment} />
      ) : (
        qr === null &&
        (isLost ? (
          <p className={styles.push}>
            {t(isPhone || deeplink == null ? 'payment.noLink' : 'payment.onPhone', {
              app: payment.payment_method_name,
            })}
          </p>
        ) : (
          !isWallet && <AccountPayment payment={payment} />
        ))
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
