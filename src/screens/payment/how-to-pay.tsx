import type { Payment } from '../../../contract/payment.ts';
import { media, useMedia } from '../../app/shell/use-media.ts';
import { useText } from '../../text/translate.ts';
import { Disclosure } from '../../ui/navigation/disclosure.tsx';
import styles from './payment.module.css';
import { type Wording, waysToPay } from './payment-steps.ts';
import { addressesOf } from './safe-link.ts';

interface Way {
  readonly title: string;
  readonly steps: readonly string[];
  readonly namesMenus: boolean;
}

function Steps({ way }: { readonly way: Way }) {
  const t = useText();
  return (
    <>
      <ol className={styles.steps}>
        {way.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {way.namesMenus && <p className={styles.menus}>{t('payment.menusMayDiffer')}</p>}
    </>
  );
}

/** 'Cara Pembayaran': numbered steps of the first way, the others folded below. Steps of the gateway come before our own. */
export function HowToPay({
  payment,
  isOnline,
}: {
  readonly payment: Payment;
  readonly isOnline: boolean;
}) {
  const t = useText();
  const isPhone = !useMedia(media.desktop);
  const { instructions } = payment.payment_data;
  const { link, picture } = addressesOf(payment.payment_data, isPhone);
  const said = ({ key, values }: Wording) => t(key, values);
  const reach = { isPhone, isOnline, hasLink: link !== null, hasPicture: picture !== null };
  const ways: readonly Way[] =
    instructions.length > 0
      ? instructions.map((way) => ({ ...way, namesMenus: false }))
      : waysToPay(payment, reach).map(({ title, steps, namesMenus }) => ({
          title: title === null ? '' : said(title),
          steps: steps.map(said),
          namesMenus,
        }));
  const [first, ...others] = ways;
  if (first === undefined || first.steps.length === 0) return null;
  return (
    <section aria-labelledby="how-to-pay">
      <h2 id="how-to-pay" className={styles.title}>
        {t('payment.instructions')}
      </h2>
      {first.title !== '' && <h3 className={styles.channel}>{first.title}</h3>}
      <Steps way={first} />
      {others.map((way) => (
        <Disclosure key={way.title} summary={way.title}>
          <Steps way={way} />
        </Disclosure>
      ))}
    </section>
  );
}
