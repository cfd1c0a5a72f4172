import { isBeside, standardTaxName } from '../../../contract/price/beside.ts';
import type { PriceRule } from '../../../contract/price/price-rules.ts';
import { rupiah } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';
import styles from './price.module.css';

interface BesideProps {
  /** The shown price in whole rupiah. */
  readonly amount: number;
  readonly rules: readonly PriceRule[];
}

/** What the payment adds to a shown price (§10.44). */
export function Beside({ amount, rules }: BesideProps) {
  const t = useText();
  return rules
    .filter((rule) => amount > 0 && isBeside(rule))
    .map(({ name, percent, fixed, per }) => (
      <small key={name} className={styles.beside}>
        {percent === null
          ? t(per === 'order' ? 'price.perOrder' : 'price.perTicket', {
              amount: rupiah(fixed ?? 0),
            })
          : t('price.percent', {
              name: name === standardTaxName ? t('price.tax') : name,
              percent: String(percent).replace('.', ','),
            })}
      </small>
    ));
}
