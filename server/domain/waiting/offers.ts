import type { Tx } from '../../db/db.ts';
import type { Services } from '../../services.ts';
import { judgedAt, type SaleFacts, saleColumns, saleStateOf } from '../catalogue/sale.ts';
import { enqueueOfferEmail } from '../email/offer-email.ts';
import { advanceWaits, liveWaitingSql, type WaitingThing } from '../lifecycle/waiting.ts';
import { hasSql, leftSql, lockWaitingList } from './promised.ts';

/** Offers made by one transaction: it locks the seats that it counts, which nobody can claim meanwhile. */
const offerBatch = 50;
/** Places ended by one transaction. */
const endBatch = 500;

/**
 * Works the waiting lists off: ends offers whose time is over, and offers free seats to those who wait, in the order of joining (decision 056). An
 * offer and its e-mail are one transaction, so a crash loses none and repeats none.
 */
export async function workWaitingLists(services: Services): Promise<void> {
  const { db, clock } = services;
  const events = await db.query<{ id: string }>(
    `select e.id from events e
     where exists (select 1 from waiting_list w where w.event_id = e.id and w.state in (${liveWaitingSql}))
       and (e.status <> 'active' or e.starts_at <= ${judgedAt(clock)} or e.sale_ends_at <= ${judgedAt(clock)}
         or exists (select 1 from seats k where k.event_id = e.id and k.status = 'available')
         or exists (select 1 from waiting_list w where w.event_id = e.id and w.state = 'offered' and w.offer_ends_at <= ${judgedAt(clock)}))`,
  );
  for (const { id } of events) {
    try {
      await db.tx((tx) => workList(tx, services, id));
    } catch (error) {
      services.log.warn({ err: error, event: id }, 'a waiting list could not be worked off');
    }
  }
}

type ListFacts = SaleFacts & {
  readonly slug: string;
  readonly waiting_offer_minutes: number;
  readonly is_halted: boolean;
};

async function workList(tx: Tx, services: Services, eventId: string): Promise<void> {
  await lockWaitingList(tx, eventId);
  const [facts] = await tx.query<ListFacts>(
    `select e.slug, e.waiting_offer_minutes, ${saleColumns(services.clock)},
       coalesce((select r.paused from queue_rooms r where r.event_id = e.id), false) as is_halted
     from events e where e.id = $1`,
    [eventId],
  );
  if (facts === undefined) return;
  const state = saleStateOf(facts);
  const at = services.clock.now();
  if (state === 'over' || state === 'cancelled' || (state === 'closed' && facts.status !== state)) {
    const places = await placesOf(tx, eventId, `state in (${liveWaitingSql})`);
    await advanceWaits(tx, places, 'saleEnded', { at });
    return;
  }
  const sells = state === 'onSale' || state === 'presale' || state === 'soldOut';
  if (!sells) {
    const unused = await placesOf(tx, eventId, `state = 'offered' and ${hasSql} <= had`);
    await advanceWaits(tx, unused, 'saleStopped', { at }, noOffer);
  }
  await endOffers(tx, services, eventId, facts.judged_at, at);
  if (sells && !facts.is_halted) await offerSeats(tx, services, eventId, facts, at);
}

const noOffer = { offered: null, had: null, offer_ends_at: null };

function placesOf(
  tx: Tx,
  eventId: string,
  where: string,
  params: readonly unknown[] = [],
): Promise<WaitingThing[]> {
  return tx.query<WaitingThing>(
    `select w.id, w.account_id, w.state from waiting_list w
     where w.event_id = $1 and ${where} order by w.place limit ${endBatch}`,
    [eventId, ...params],
  );
}

/** Ends the offers whose time and grace are over; seats that are held stay with their buyer. */
async function endOffers(
  tx: Tx,
  { config }: Services,
  eventId: string,
  judged: Date,
  at: Date,
): Promise<void> {
  const until = new Date(judged.getTime() - config.graceSeconds * 1000);
  const due = (held: string) =>
    placesOf(tx, eventId, `state = 'offered' and offer_ends_at <= $2 and ${hasSql} ${held} had`, [
      until,
    ]);
  await advanceWaits(tx, await due('>'), 'deadlinePassedHeld', { at });
  await advanceWaits(tx, await due('<='), 'deadlinePassed', { at });
}

type Waiting = WaitingThing & { readonly wanted: number; readonly has: number };

async function offerSeats(
  tx: Tx,
  services: Services,
  eventId: string,
  facts: ListFacts,
  at: Date,
): Promise<void> {
  const line = await tx.query<Waiting>(
    `select w.id, w.account_id, w.state, w.wanted, ${hasSql} as has from waiting_list w
     where w.event_id = $1 and w.state = 'waiting' order by w.place limit ${offerBatch}`,
    [eventId],
  );
  if (line.length === 0) return;
  let free = await countFree(
    tx,
    eventId,
    line.reduce((sum, { wanted }) => sum + wanted, 0),
  );
  const end = endOf(facts);
  for (const place of line) {
    const offered = Math.min(place.wanted, free);
    if (offered <= 0) return;
    free -= offered;
    const columns = { offered, had: place.has, offer_ends_at: end };
    const change = { at, by: { accountId: null }, detail: { offered } };
    await advanceWaits(tx, [place], 'seatsFreed', change, columns);
    await enqueueOfferEmail(tx, services, { placeId: place.id });
  }
}

/** The end of an offer made now; the end of the sale ends it, too. */
function endOf({ judged_at, waiting_offer_minutes, starts_at, sale_ends_at }: ListFacts): Date {
  const own = judged_at.getTime() + waiting_offer_minutes * 60_000;
  return new Date(
    Math.min(own, starts_at.getTime(), sale_ends_at?.getTime() ?? Number.POSITIVE_INFINITY),
  );
}

/**
 * Seats that are free and not promised, at most `needed`. They are locked, with those that are promised: a draft that has claimed one of them and
 * has not committed keeps it out of the count, and one that comes later finds the offer (see `refusePromised`). From the end, because buyers
 * begin at the front.
 */
async function countFree(tx: Tx, eventId: string, needed: number): Promise<number> {
  const [row] = await tx.query<{ promised: number; free: number }>(
    `select coalesce(sum(${leftSql}), 0)::int as promised,
       (select count(*) from seats where event_id = $1 and status = 'available')::int as free
     from waiting_list w where w.event_id = $1 and w.state = 'offered'`,
    [eventId],
  );
  const { promised, free } = row ?? { promised: 0, free: 0 };
  if (free <= promised) return 0;
  const seats = await tx.query(
    `select 1 from seats where event_id = $1 and status = 'available'
     order by id desc limit $2 for update skip locked`,
    [eventId, promised + needed],
  );
  return seats.length - promised;
}
