import type { PriceRule } from '../../../contract/price/price-rules.ts';
import { standardTaxName } from '../../../contract/price/standard-tax.ts';
import { rupiah } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';
import styles from '../../ui/money.module.css';

interface BesideProps {
  /** The shown price in whole rupiah. */
  readonly amount: number;
  readonly rules: readonly PriceRule[];
}

/** What the payment adds to a shown price (§10.44). */
export function Beside({ amount, rules }: BesideProps) {
  const t = useText();
  return rules
    .filter(({ included }) => amount > 0 && !included)
    .map(({ name, percent, fixed, per }) => (
      <small key={name} className={styles.beside}>
        {percent === null
          ? t('price.fixed', { amount: rupiah(fixed ?? 0), n: per === 'ticket' ? 1 : 0 })
          : t('price.percent', {
              name: name === standardTaxName ? t('price.tax') : name,
              percent: String(percent).replace('.', ','),
            })}
      </small>
    ));
}
