import { createContext, type ReactNode, useContext } from 'react';
import type { PriceRule } from '../../../contract/price/price-rules.ts';
import { isBeside, laterPriceRules, standardPriceRules } from '../../../contract/price/pricing.ts';
import { rupiah } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';
import { Money, type MoneyProps } from '../../ui/money.tsx';
import styles from './price.module.css';

const Rules = createContext<readonly PriceRule[]>([]);

interface PricesWithProps {
  /** Absent from back ends that add their tax later (§10.44). */
  readonly rules: readonly PriceRule[] | undefined;
  readonly children: ReactNode;
}

/** The prices below are shown by the rules of one event. */
export function PricesWith({ rules = laterPriceRules, children }: PricesWithProps) {
  return <Rules value={rules}>{children}</Rules>;
}

/** A shown price and, beside it, what the payment adds. */
export function Price(props: MoneyProps) {
  const t = useText();
  const beside = useContext(Rules).filter((rule) => props.amount > 0 && isBeside(rule));
  return (
    <span>
      <Money {...props} />
      {beside.map(({ name, percent, fixed, per }) => (
        <small key={name} className={styles.beside}>
          {percent === null
            ? t(per === 'order' ? 'price.perOrder' : 'price.perTicket', {
                amount: rupiah(fixed ?? 0),
              })
            : t('price.percent', {
                name: name === standardPriceRules[0]?.name ? t('price.tax') : name,
                percent: String(percent).replace('.', ','),
              })}
        </small>
      ))}
    </span>
  );
}
