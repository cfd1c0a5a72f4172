import type { PriceRule } from './price-rules.ts';

/** Pages translate it. */
export const standardTaxName = 'Pajak';

/** True for a rule whose amount is not in the shown price and stands beside it: one for the whole order, or one that its organiser adds later. */
export const isBeside = ({ included, beside, per, percent }: PriceRule) =>
  !included && (beside === true || (per === 'order' && percent === null));
