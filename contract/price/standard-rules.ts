import type { PriceRule } from './price-rules.ts';
import { standardTaxName } from './standard-tax.ts';

const standardTax: PriceRule = {
  name: standardTaxName,
  kind: 'tax',
  percent: 10,
  fixed: null,
  per: 'order',
  included: false,
  base: 'beforeDiscount',
};

/** The rules of an event that states none (§9.12): data, which each event may replace. */
export const standardPriceRules: readonly PriceRule[] = [standardTax];

/** The rules of a back end that sends none: its tax comes on top of its prices (§5.36). */
export const laterPriceRules: readonly PriceRule[] = [{ ...standardTax, beside: true }];
