import type { Pricing } from '../../../contract/order.ts';
import { useText } from '../../text/translate.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Money } from '../../ui/money.tsx';
import { AddedFees, IncludedFees } from './fee-lines.tsx';
import styles from './order-summary.module.css';

interface PriceLinesProps {
  /** Null while the server calculates. */
  readonly pricing: Pricing | null;
  /** Whole rupiah; undefined before a method is chosen, which leaves the line out. */
  readonly serviceFee?: number | undefined;
}

const skeleton = <Skeleton width="xs" className={styles.amountSkeleton} />;

/** Subtotal, discount, taxes and fees by name, service fee and total, right-aligned in tabular figures (§2.270). */
export function PriceLines({ pricing, serviceFee }: PriceLinesProps) {
  const t = useText();
  return (
    <dl className={styles.prices} aria-busy={pricing === null}>
      <div>
        <dt>{t('summary.subtotal')}</dt>
        <dd>{pricing === null ? skeleton : <Money amount={pricing.original_price} />}</dd>
      </div>
      {pricing !== null && pricing.discount > 0 && (
        <div className={styles.discount}>
          <dt>{t('summary.discount')}</dt>
          <dd>
            <Money amount={-pricing.discount} />
          </dd>
        </div>
      )}
      {pricing === null ? (
        <div>
          <dt>{t('summary.tax')}</dt>
          <dd>{skeleton}</dd>
        </div>
      ) : (
        <AddedFees pricing={pricing} />
      )}
      {serviceFee !== undefined && (
        <div>
          <dt>{t('summary.fee')}</dt>
          <dd>
            <Money amount={serviceFee} zeroText={t('summary.free')} />
          </dd>
        </div>
      )}
      <div className={styles.total}>
        <dt>{t('summary.total')}</dt>
        <dd>
          {pricing === null ? skeleton : <Money amount={pricing.final_price + (serviceFee ?? 0)} />}
        </dd>
      </div>
      {pricing !== null && <IncludedFees pricing={pricing} className={styles.included} />}
    </dl>
  );
}
