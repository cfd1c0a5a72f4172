import * as z from 'zod/mini';
import { instantSchema, rupiahSchema } from '../fields.ts';

/** A fee or tax of an event, as its organiser says it (decision 055). */
export const priceRuleSchema = z.object({
  name: z.string(),
  kind: z.enum(['tax', 'fee']),
  /** Percent of the base, such as 11 or 0.7; null for a fixed amount. */
  percent: z.nullable(z.number()),
  /** Whole rupiah; null for a percentage. */
  fixed: z.nullable(z.number()),
  /** Once for the order, or for each ticket. */
  per: z.enum(['order', 'ticket']),
  /** True: a part of the price. False: added to it. */
  included: z.boolean(),
  base: z.enum(['beforeDiscount', 'afterDiscount']),
  /** True: added to the shown price at the payment, and said beside it. */
  beside: z.optional(z.boolean()),
});
/** A fee or tax of an event. */
export type PriceRule = z.infer<typeof priceRuleSchema>;

/** What a rule made of one order: amounts in whole rupiah. */
export const priceLineSchema = z.object({
  name: z.string(),
  kind: z.catch(z.enum(['tax', 'fee']), 'fee'),
  /** Null for a fixed amount. */
  percent: z.catch(z.nullable(z.number()), null),
  amount: rupiahSchema,
  /** True: a part of the shown price of the tickets. */
  included: z.boolean(),
});
/** What a rule made of one order. */
export type PriceLine = z.infer<typeof priceLineSchema>;

/** An early price: until when it holds, and what follows if no other early one does. */
export const earlyPriceSchema = z.object({
  name: z.string(),
  until: instantSchema,
  regular_price: rupiahSchema,
});
