import type { RefundTerms } from './gateway.ts';

const dayMs = 86_400_000;
const dayMinutes = 1_440;
/** Jakarta is seven hours ahead the whole year. */
const jakartaMinutes = 420;

/** How the money of a payment goes back at a moment: 'later' while the gateway refuses refunds, a payout once its days are over, and for a part that it does not take. */
export function refundWayAt(
  { by, withinDays, closed, parts }: RefundTerms,
  paidAt: Date,
  now: Date,
  isPart: boolean,
): 'api' | 'payout' | 'later' {
  if (by === 'payout') return by;
  if (isPart && parts === 'whole') return 'payout';
  if (withinDays !== null && now.getTime() - paidAt.getTime() >= withinDays * dayMs) {
    return 'payout';
  }
  return closed !== null && isBetween(now, closed) ? 'later' : 'api';
}

function isBetween(now: Date, [from, to]: readonly [string, string]): boolean {
  const minute = (Math.floor(now.getTime() / 60_000) + jakartaMinutes) % dayMinutes;
  const [first, last] = [minuteOf(from), minuteOf(to)];
  const isAfter = minute >= first;
  const isBefore = minute < last;
  return first <= last ? isAfter && isBefore : isAfter || isBefore;
}

/** Minutes since midnight of 'HH:MM'. */
function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
