import type { Clock } from '../../clock.ts';
import { judgedAt } from './sale.ts';

/** The lowest shown price of a show `alias` at this moment, as SQL: early prices end by the clock that judges sales (decision 055). */
export function lowestNow(clock: Pick<Clock, 'offsetSeconds'>, alias: 'e' | 'x'): string {
  return `price_at(${alias}.lowest_price, ${alias}.early_lowest, ${judgedAt(clock)})`;
}
