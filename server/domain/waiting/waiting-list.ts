import { calls } from '../../../contract/call/calls.ts';
import { localIso } from '../../../contract/place/time-zone.ts';
import type { WaitingEntry, WaitingListAnswer } from '../../../contract/waiting-list.ts';
import type { Queryable } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { judgedAt, readSaleFacts, saleOf, saleStateOf } from '../catalogue/sale.ts';
import {
  advanceWaits,
  beginWait,
  liveWaitingSql,
  type WaitingState,
  type WaitingThing,
} from '../lifecycle/waiting.ts';
import { type Actor, type EventRow, findEvent, secondsLeft } from '../session/session-rows.ts';
import { refuseShareless } from '../visit/shares.ts';
import { lockWaitingList } from './promised.ts';

const refuse = refuseFor(calls.joinWaitingList);
const refuseUnknown = refuseFor(calls.waitingList, calls.joinWaitingList, calls.leaveWaitingList);

type WaitRow = WaitingThing & {
  state: WaitingState;
  wanted: number;
  offered: number | null;
  offer_ends_at: Date | null;
  ahead: number;
  judged_at: Date;
};

/** The place of an account in the waiting list of an event. Throws 404 for an unknown event. */
export async function readWaitingList(
  services: Services,
  accountId: string,
  slug: string,
): Promise<WaitingListAnswer> {
  return answerOf(services.db, services, accountId, await eventOf(services, slug));
}

/**
 * Puts an account at the end of the waiting list of an event (decision 056); an account that waits keeps its place. Throws 404 for an unknown event,
 * 409 unless the event is sold out, 409 or 429 as `refuseShareless`.
 */
export async function joinWaitingList(
  services: Services,
  actor: Actor,
  slug: string,
  wanted: number,
): Promise<WaitingListAnswer> {
  const event = await eventOf(services, slug);
  const { accountId } = actor;
  const now = services.clock.now();
  if (await waits(services.db, accountId, event.id)) {
    return answerOf(services.db, services, accountId, event);
  }
  await refuseShareless(services.db, services, actor, slug, now);
  await services.db.tx(async (tx) => {
    // The lock makes the number of people ahead exact.
    await lockWaitingList(tx, event.id);
    const facts = await readSaleFacts(tx, services.clock, event.id);
    if (facts === null) throw refuse('eventNotFound');
    if (await waits(tx, accountId, event.id)) return;
    if (saleStateOf(facts) !== 'soldOut') {
      throw refuse('notSoldOut', { meta: { sale: saleOf(facts) } });
    }
    await beginWait(tx, { accountId, eventId: event.id, wanted }, { at: now, by: actor });
  });
  return answerOf(services.db, services, accountId, event);
}

/** Takes an account off the waiting list of an event; its offer goes to the next. Throws 404 for an unknown event; without a place nothing happens. */
export async function leaveWaitingList(
  services: Services,
  actor: Actor,
  slug: string,
): Promise<WaitingListAnswer> {
  const event = await eventOf(services, slug);
  const { accountId } = actor;
  await services.db.tx(async (tx) => {
    await lockWaitingList(tx, event.id);
    const places = await tx.query<WaitingThing>(
      `select id, account_id, state from waiting_list
       where event_id = $1 and account_id = $2 and state in (${liveWaitingSql})`,
      [event.id, accountId],
    );
    await advanceWaits(tx, places, 'left', { at: services.clock.now(), by: actor });
  });
  return answerOf(services.db, services, accountId, event);
}

async function eventOf({ db, clock }: Services, slug: string): Promise<EventRow> {
  const event = await findEvent(db, clock, slug);
  if (event === null) throw refuseUnknown('eventNotFound');
  return event;
}

async function waits(q: Queryable, accountId: string, eventId: string): Promise<boolean> {
  const rows = await q.query(
    `select 1 from waiting_list where event_id = $1 and account_id = $2 and state in (${liveWaitingSql})`,
    [eventId, accountId],
  );
  return rows.length > 0;
}

async function answerOf(
  q: Queryable,
  { clock }: Services,
  accountId: string,
  event: EventRow,
): Promise<WaitingListAnswer> {
  // The last place alone counts: after a purchase an earlier lapsed offer is of no interest.
  const [row] = await q.query<WaitRow>(
    `select w.id, w.account_id, w.state, w.wanted, w.offered, w.offer_ends_at, ${judgedAt(clock)} as judged_at,
       case when w.state = 'waiting' then (select count(*) from waiting_list a
         where a.event_id = w.event_id and a.state = 'waiting' and a.place < w.place)::int else 0 end as ahead
     from waiting_list w where w.account_id = $1 and w.event_id = $2 order by w.place desc limit 1`,
    [accountId, event.id],
  );
  return { entry: row === undefined ? null : entryOf(row, event) };
}

function entryOf(row: WaitRow, event: EventRow): WaitingEntry | null {
  const { state, wanted, offered, offer_ends_at: endsAt, judged_at: now } = row;
  const nothing = { wanted, ahead: null, offered: null, ends_at: null, in_seconds: null };
  if (state === 'waiting') return { ...nothing, state, ahead: row.ahead };
  // An offer whose end has come is over for its reader; the server honours it for the grace.
  const isOver = state === 'lapsed' || (endsAt !== null && endsAt <= now);
  if (state !== 'offered' && state !== 'lapsed') return null;
  if (isOver || endsAt === null) return { ...nothing, state: 'lapsed' };
  return {
    ...nothing,
    state,
    offered,
    ends_at: localIso(endsAt, event.time_zone),
    in_seconds: secondsLeft(endsAt, now),
  };
}
