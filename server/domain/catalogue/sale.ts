import { calls } from '../../../contract/call/calls.ts';
import type { Sale } from '../../../contract/catalogue.ts';
import { localIso, type TimeZone } from '../../../contract/time-zone.ts';
import { refuseFor } from '../../http/refuse.ts';
import { printedAt } from '../jakarta.ts';

const refuse = refuseFor(calls.joinQueue);
const refuseBegun = refuseFor(calls.joinQueue, calls.createDraft, calls.createPayment);

/** The facts of an event that decide whether it sells. */
export type SaleFacts = {
  /** 'active' and 'cancelled' have their own meaning; any other value is closed. */
  readonly status: string;
  readonly starts_at: Date;
  /** Null: the sale started when the event was created. */
  readonly sale_starts_at: Date | null;
  readonly time_zone: TimeZone;
};

/** Columns of `SaleFacts` from `events e`. */
export const saleColumns = 'e.status, e.starts_at, e.sale_starts_at, e.time_zone';

/** Whether an event sells at an instant (ruling R12): from the start of its sale until the event begins. */
export function saleOf(
  { status, starts_at, sale_starts_at, time_zone: zone }: SaleFacts,
  now: Date,
): Sale {
  const moment = (state: Sale['state'], at: Date): Sale => {
    const left = Math.ceil((at.getTime() - now.getTime()) / 1000);
    return { state, at: localIso(at, zone), in_seconds: left > 0 ? left : null };
  };
  if (status !== 'active') {
    return { state: status === 'cancelled' ? 'cancelled' : 'closed', at: null, in_seconds: null };
  }
  if (starts_at <= now) return moment('over', starts_at);
  if (sale_starts_at !== null && sale_starts_at > now) return moment('notYet', sale_starts_at);
  return moment('open', starts_at);
}

/** Refuses unless the event sells, with the code and the sentence of the reason and `meta.sale` (ruling R12). */
export function refuseUnlessOnSale(event: SaleFacts, now: Date): void {
  const sale = saleOf(event, now);
  if (sale.state === 'over') {
    const began = printed(event.starts_at, event.time_zone);
    const sentence = `Tickets for this event are no longer sold: it began on ${began}.`;
    throw refuse('saleOver', { sentence, meta: { sale } });
  }
  refuseUnlessFinishable(event, now);
}

/** The same check for a purchase that began during the sale: the buyer may finish it after the event has started. */
export function refuseUnlessFinishable(event: SaleFacts, now: Date): void {
  const sale = saleOf(event, now);
  const meta = { sale };
  switch (sale.state) {
    case 'open':
    case 'over':
      return;
    case 'notYet': {
      const begins = printed(event.sale_starts_at ?? event.starts_at, event.time_zone);
      const sentence = `Tickets for this event are not on sale yet. Sales begin on ${begins}.`;
      throw refuseBegun('saleNotBegun', { sentence, meta });
    }
    case 'cancelled':
      throw refuseBegun('eventCancelled', { meta });
    default:
      throw refuseBegun('saleClosed', { meta });
  }
}

function printed(instant: Date, zone: TimeZone): string {
  const { date, time } = printedAt(instant, zone);
  return `${date}, ${time}`;
}
