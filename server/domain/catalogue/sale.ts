import type { Sale } from '../../../contract/catalogue.ts';
import { Refusal } from '../../http/refusal.ts';
import { printedWib, wibIso } from '../jakarta.ts';

/** The facts of an event that decide whether it sells. */
export type SaleFacts = {
  /** 'active' and 'cancelled' have their own meaning; any other value is closed. */
  readonly status: string;
  readonly starts_at: Date;
  /** Null: the sale started when the event was created. */
  readonly sale_starts_at: Date | null;
};

/** Columns of `SaleFacts` from `events e`. */
export const saleColumns = 'e.status, e.starts_at, e.sale_starts_at';

/** Whether an event sells at an instant (ruling R12): from the start of its sale until the event begins. */
export function saleOf({ status, starts_at, sale_starts_at }: SaleFacts, now: Date): Sale {
  const moment = (state: Sale['state'], at: Date): Sale => {
    const left = Math.ceil((at.getTime() - now.getTime()) / 1000);
    return { state, at: wibIso(at), in_seconds: left > 0 ? left : null };
  };
  if (status !== 'active') {
    return { state: status === 'cancelled' ? 'cancelled' : 'closed', at: null, in_seconds: null };
  }
  if (starts_at <= now) return moment('over', starts_at);
  if (sale_starts_at !== null && sale_starts_at > now) return moment('notYet', sale_starts_at);
  return moment('open', starts_at);
}

function wordsOf({ state }: Sale, { starts_at, sale_starts_at }: SaleFacts): string {
  const printed = (instant: Date) => {
    const { date, time } = printedWib(instant);
    return `${date}, ${time}`;
  };
  switch (state) {
    case 'notYet':
      return `Tickets for this event are not on sale yet. Sales begin on ${printed(sale_starts_at ?? starts_at)}.`;
    case 'over':
      return `Tickets for this event are no longer sold: it began on ${printed(starts_at)}.`;
    case 'cancelled':
      return 'This event has been cancelled';
    default:
      return 'This event is not open for sale';
  }
}

/**
 * Throws 409 with a sentence for the reason, and `meta.sale`, unless the event sells (ruling R12). With `begun`, the purchase began during the
 * sale: the buyer may finish it after the event has started.
 */
export function refuseUnlessOnSale(event: SaleFacts, now: Date, begun = false): void {
  const sale = saleOf(event, now);
  if (sale.state === 'open' || (begun && sale.state === 'over')) return;
  throw new Refusal(409, wordsOf(sale, event), { meta: { sale } });
}
