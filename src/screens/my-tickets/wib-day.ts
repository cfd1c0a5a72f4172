import type { OrderSummary } from '../../../contract/ticket/tickets.ts';
import { parseInstant } from '../../text/format.ts';

const dayMs = 24 * 60 * 60 * 1000;
const wibOffsetMs = 7 * 60 * 60 * 1000;

/** Day number in Jakarta, counted from 1970. */
function wibDay(instant: number): number {
  return Math.floor((instant + wibOffsetMs) / dayMs);
}

/** True until the end of the event's day in Jakarta; TBA counts as upcoming (§2.340). */
export function isActive(order: Pick<OrderSummary, 'datetime'>, now: number): boolean {
  const instant = parseInstant(order.datetime);
  return instant === null || wibDay(instant) >= wibDay(now);
}

/** True on the day of the event in Jakarta. */
export function isToday(order: Pick<OrderSummary, 'datetime'>, now: number): boolean {
  const instant = parseInstant(order.datetime);
  return instant !== null && wibDay(instant) === wibDay(now);
}

/** Orders for upcoming events, soonest first and undated ones last; or for past events, newest first. */
export function ordersByDay(
  orders: readonly OrderSummary[],
  isToCome: boolean,
  now: number,
): readonly OrderSummary[] {
  const at = ({ datetime }: OrderSummary) => parseInstant(datetime) ?? Number.MAX_SAFE_INTEGER;
  return orders
    .filter((order) => isActive(order, now) === isToCome)
    .sort((one, other) => (isToCome ? at(one) - at(other) : at(other) - at(one)));
}

/** Whole rupiah out of text with commas, such as '1,500,000'; 0 for any other text (§2.341). */
export function amountOf(text: string | number): number {
  if (typeof text === 'number') return Number.isFinite(text) ? Math.max(0, Math.round(text)) : 0;
  const whole = text.replace(/[.,]\d{2}$/, '').replace(/\D/g, '');
  return whole === '' ? 0 : Number(whole);
}
