import type { Pricing } from '../../../contract/order.ts';
import type { PriceLine } from '../../../contract/price/price-rules.ts';
import { priceLabel, priceLines } from '../../../contract/price/pricing.ts';
import { standardTaxName } from '../../../contract/price/standard-tax.ts';
import { type Translate, useText } from '../../text/translate.ts';
import { Money } from '../../ui/money.tsx';

/** The name of the standard tax is translated; the names of an organiser stay. */
function labelOf(line: PriceLine, t: Translate): string {
  const isStandard = line.name === '' || line.name === standardTaxName;
  return priceLabel(isStandard ? { ...line, name: t('summary.tax') } : line);
}

/** A row for each fee and tax that is added to the tickets. */
export function AddedFees({ pricing }: { readonly pricing: Pricing }) {
  const t = useText();
  return priceLines(pricing)
    .filter(({ included, amount }) => !included && amount > 0)
    .map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two rules may have one name, and lines never move.
      <div key={index}>
        <dt>{labelOf(line, t)}</dt>
        <dd>
          <Money amount={line.amount} />
        </dd>
      </div>
    ));
}

/** A sentence for each fee and tax that the price of the tickets contains. */
export function IncludedFees({
  pricing,
  className,
}: {
  readonly pricing: Pricing;
  readonly className?: string | undefined;
}) {
  const t = useText();
  return priceLines(pricing)
    .filter(({ included, amount }) => included && amount > 0)
    .map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two rules may have one name, and lines never move.
      <div key={index} className={className}>
        <dt>{t('summary.included', { name: labelOf(line, t) })}</dt>
        <dd>
          <Money amount={line.amount} />
        </dd>
      </div>
    ));
}
