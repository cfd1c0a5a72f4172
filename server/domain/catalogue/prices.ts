import type { Clock } from '../../clock.ts';
import { judgedAt } from './sale.ts';

/** The lowest price of a show `alias` at this moment, as SQL: early prices end by the clock that judges sales (decision 055). */
export function lowestNow(clock: Pick<Clock, 'offsetSeconds'>, alias: 'e' | 'x'): string {
  return `price_at(${alias}.lowest_price, ${alias}.early_lowest, ${judgedAt(clock)})`;
}

/** True where nothing is added to the prices of `events e` on the way to the payment, as SQL. */
export const includesFees = `(e.bears_method_fee and not exists (
  select 1 from jsonb_array_elements(e.price_rules) rule where not (rule ->> 'included')::boolean))`;
