import type { Queryable, Tx } from '../../db/db.ts';
import type { PaymentRow } from '../payment/payments-view.ts';

/** Days in which the buyers of a postponed or moved event may ask for all of their money back. */
export const offerDays = 14;

/** Everything goes back, because the event was postponed or moved. */
export interface Offer {
  /** The end; null as long as the new date is not named. */
  readonly until: Date | null;
}

/** Offers everything back to those who were charged until `at`; a postponement without a date is open until one is named. */
export async function openOffer(
  tx: Tx,
  eventId: string,
  at: Date,
  news: 'postponed' | 'moved',
): Promise<void> {
  await tx.query('insert into refund_offers (event_id, at, dated_at) values ($1, $2, $3)', [
    eventId,
    at,
    news === 'moved' ? at : null,
  ]);
  await tx.query('update orders set kept_at = null where event_id = $1', [eventId]);
}

/** Notes that the event has a date again: offers without an end count their days from now. */
export async function dateOffers(tx: Tx, eventId: string, at: Date): Promise<void> {
  await tx.query(
    'update refund_offers set dated_at = $2 where event_id = $1 and dated_at is null',
    [eventId, at],
  );
}

/**
 * What is offered for a payment, over or not; null for nothing. Each announcement counts for itself: for the charges that were made before it, 14
 * days from it or from the date that it lacked, and never beyond the start of the event.
 */
export async function offerFor(
  q: Queryable,
  { id }: Pick<PaymentRow, 'id'>,
): Promise<Offer | null> {
  const [row] = await q.query<{ is_open: boolean; until: Date }>(
    `select bool_or(f.dated_at is null) as is_open,
       least(max(f.dated_at) + make_interval(hours => ${offerDays * 24}), e.starts_at) as until
     from payments p join events e on e.id = p.event_id join refund_offers f on f.event_id = e.id
     where p.id = $1 and coalesce(p.charged_at, p.created_at) <= f.at group by e.starts_at`,
    [id],
  );
  if (row === undefined) return null;
  return { until: row.is_open ? null : row.until };
}

/** True while an offer lasts. */
export function isOffered(offer: Offer | null, now: Date): boolean {
  return offer !== null && (offer.until === null || now < offer.until);
}
