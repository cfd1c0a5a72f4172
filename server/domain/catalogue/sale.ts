import { calls } from '../../../contract/call/calls.ts';
import type { Sale } from '../../../contract/catalogue.ts';
import { localIso, type TimeZone } from '../../../contract/place/time-zone.ts';
import type { Clock } from '../../clock.ts';
import type { Queryable } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import { printedAt } from '../jakarta.ts';
import type { DrawKind } from '../lifecycle/draw.ts';
import type { SaleState, SaleStatus } from '../lifecycle/sale.ts';
import { liveWaitingSql } from '../lifecycle/waiting.ts';
import { seatsSql } from './seat-counts.ts';

const refuse = refuseFor(calls.joinQueue);
const refuseHold = refuseFor(calls.joinQueue, calls.createDraft);
const refuseBegun = refuseFor(calls.joinQueue, calls.createDraft, calls.createPayment);

/** The facts of an event that decide whether it sells, read by one statement together with the time that judges them (decision 049). */
export type SaleFacts = {
  readonly status: SaleStatus;
  readonly starts_at: Date;
  /** Null: the sale started when the event was published. */
  readonly sale_starts_at: Date | null;
  /** Null: the sale ends when the event starts. */
  readonly sale_ends_at: Date | null;
  /** Null: no presale. */
  readonly presale_starts_at: Date | null;
  /** Null: the presale lasts until the sale starts. */
  readonly presale_ends_at: Date | null;
  /** When the waiting rooms before the presale and before the sale open; null without one. */
  readonly presale_room_opens_at: Date | null;
  readonly sale_room_opens_at: Date | null;
  /**
   * False once every seat is sold; a held seat may become free again. While people wait in the waiting list, false until more seats are free than
   * they want and are offered (decision 056).
   */
  readonly has_seats: boolean;
  /** The database's clock, at which the facts were read. */
  readonly judged_at: Date;
  readonly time_zone: TimeZone;
};

/** The database's clock with the offset of the development clock, as SQL: processes whose clocks differ agree on it (decision 049). */
export function judgedAt({ offsetSeconds }: Pick<Clock, 'offsetSeconds'>): string {
  return `(sale_clock() + interval '${Number(offsetSeconds)} seconds')`;
}

/** Columns of `SaleFacts` from `events e`. */
export function saleColumns(clock: Pick<Clock, 'offsetSeconds'>): string {
  return `e.status, e.starts_at, e.time_zone, e.sale_starts_at, e.sale_ends_at, e.presale_starts_at, e.presale_ends_at,
    e.presale_room_opens_at, e.sale_room_opens_at,
    case when exists (select 1 from waiting_list w where w.event_id = e.id and w.state in (${liveWaitingSql}))
      then ${seatsSql('available')}
        > (select sum(case w.state when 'offered' then w.offered else w.wanted end)
           from waiting_list w where w.event_id = e.id and w.state in (${liveWaitingSql}))
      else ${seatsSql('available + n.held')} > 0
    end as has_seats,
    ${judgedAt(clock)} as judged_at`;
}

/** Statuses whose buyers may finish: any other ends their sessions. As SQL: constants, never input. */
export const livingStatusesSql = `'active', 'paused'`;

/** True for a status whose buyers may finish. */
export function isLivingStatus(status: string): boolean {
  return status === 'active' || status === 'paused';
}

/** True once an event has begun; a postponed one without a new date has not, whatever its former date says. */
export function hasBegun(
  { status, starts_at }: Pick<SaleFacts, 'status' | 'starts_at'>,
  now: Date,
): boolean {
  return status !== 'postponed' && starts_at <= now;
}

/** The state of a sale at the instant at which its facts were read. */
export function saleStateOf(facts: SaleFacts): SaleState {
  const { status, judged_at: now } = facts;
  if (status !== 'active' && status !== 'paused') return status;
  if (facts.starts_at <= now) return 'over';
  if (facts.sale_ends_at !== null && facts.sale_ends_at <= now) return 'closed';
  if (status === 'paused') return 'paused';
  const isEarly = facts.sale_starts_at !== null && facts.sale_starts_at > now;
  if (isEarly && !isPresale(facts)) {
    const room = nextRoom(facts);
    return room !== null && room.opensAt <= now ? 'waitingRoom' : 'announced';
  }
  if (!facts.has_seats) return 'soldOut';
  return isEarly ? 'presale' : 'onSale';
}

function isPresale({ presale_starts_at: from, presale_ends_at: until, judged_at: now }: SaleFacts) {
  return from !== null && from <= now && (until === null || until > now);
}

/** What begins next: the presale, else the sale. */
function nextOpening(facts: SaleFacts): DrawKind {
  const { judged_at: now, presale_starts_at: presale, sale_starts_at: sale } = facts;
  const isNext = presale !== null && presale > now && (sale === null || presale < sale);
  return isNext ? 'presale' : 'sale';
}

/** When the buyers of a waiting room are drawn: at the start of its sale; null where that has no start of its own. */
export function drawsAtOf(facts: SaleFacts, kind: DrawKind): Date | null {
  return kind === 'presale' ? facts.presale_starts_at : facts.sale_starts_at;
}

/** The waiting room before what begins next; null without one. */
export function nextRoom(
  facts: SaleFacts,
): { readonly kind: DrawKind; readonly opensAt: Date } | null {
  const kind = nextOpening(facts);
  const opensAt = kind === 'presale' ? facts.presale_room_opens_at : facts.sale_room_opens_at;
  return opensAt === null ? null : { kind, opensAt };
}

/** True in a presale and in the waiting room before it: only buyers with a code or on its list may join. */
export function needsPresaleRight(facts: SaleFacts): boolean {
  const state = saleStateOf(facts);
  return state === 'presale' || (state === 'waitingRoom' && nextRoom(facts)?.kind === 'presale');
}

/** Names on the wire; today's names stay for clients that know no others (§10.20). */
const wireStates = {
  // A draft is on no page.
  draft: 'closed',
  announced: 'notYet',
  waitingRoom: 'waitingRoom',
  presale: 'presale',
  onSale: 'open',
  paused: 'paused',
  soldOut: 'soldOut',
  closed: 'closed',
  over: 'over',
  postponed: 'postponed',
  cancelled: 'cancelled',
} as const satisfies Record<SaleState, Sale['state']>;

/** The sale of an event as the contract has it: its state, when that changes, and to which (§10.20). */
export function saleOf(facts: SaleFacts): Sale {
  const { judged_at: now } = facts;
  const state = saleStateOf(facts);
  const change = changeOf(state, facts);
  const left = change === null ? 0 : Math.ceil((change.at.getTime() - now.getTime()) / 1000);
  return {
    state: wireStates[state],
    at: change === null ? null : localIso(change.at, facts.time_zone),
    in_seconds: left > 0 ? left : null,
    ...(left > 0 && change !== null ? { next: wireStates[change.to] } : {}),
  };
}

interface Moment {
  readonly at: Date;
  readonly to: SaleState;
}

/** When the state changes by the clock, or changed; null where only a person or the stock changes it. */
function changeOf(state: SaleState, facts: SaleFacts): Moment | null {
  const { starts_at, sale_starts_at, sale_ends_at, presale_starts_at, presale_ends_at } = facts;
  const end: Moment =
    sale_ends_at !== null && sale_ends_at < starts_at
      ? { at: sale_ends_at, to: 'closed' }
      : { at: starts_at, to: 'over' };
  const opening: Moment = { at: sale_starts_at ?? starts_at, to: 'onSale' };
  switch (state) {
    case 'announced':
    case 'waitingRoom': {
      const room = nextRoom(facts);
      if (state === 'announced' && room !== null) return { at: room.opensAt, to: 'waitingRoom' };
      return presale_starts_at !== null && nextOpening(facts) === 'presale'
        ? { at: presale_starts_at, to: 'presale' }
        : opening;
    }
    case 'presale':
      return presale_ends_at !== null && presale_ends_at < opening.at
        ? { at: presale_ends_at, to: 'announced' }
        : opening;
    case 'onSale':
    case 'soldOut':
    case 'over':
      return end;
    case 'closed':
      return facts.status === 'closed' ? null : end;
    default:
      return null;
  }
}

/** The sale facts of an event, judged by the database's clock; null for an unknown event. */
export async function readSaleFacts(
  q: Queryable,
  clock: Pick<Clock, 'offsetSeconds'>,
  eventId: string,
): Promise<SaleFacts | null> {
  const [row] = await q.query<SaleFacts>(
    `select ${saleColumns(clock)} from events e where e.id = $1`,
    [eventId],
  );
  return row ?? null;
}

/**
 * Refuses unless the event lets new buyers in, with the code and the sentence of the reason and `meta.sale` (§10.21). `may` says what this
 * buyer may beyond the others: buy before the sale starts, or by an offer of the waiting list.
 */
export function refuseUnlessOnSale(
  event: SaleFacts,
  may: {
    readonly presale?: boolean;
    readonly offer?: boolean;
  } = {},
): void {
  const state = saleStateOf(event);
  const meta = { sale: saleOf(event) };
  switch (state) {
    case 'draft':
      throw refuse('eventNotFound');
    case 'over': {
      const sentence = `Tickets for this event are no longer sold: it began on ${printed(event.starts_at, event.time_zone)}.`;
      throw refuse('saleOver', { sentence, meta });
    }
    case 'soldOut':
      if (may.offer !== true) throw refuse('soldOut', { meta });
      return;
    case 'closed':
      throw refuse('saleClosed', { meta });
    case 'presale':
      if (may.presale !== true && may.offer !== true) throw refuse('presaleOnly', { meta });
      return;
    case 'waitingRoom':
      if (needsPresaleRight(event) && may.presale !== true) throw refuse('presaleOnly', { meta });
      return;
    default:
      refuseUnlessHoldable(event);
  }
}

/** The same check for a buyer who came in while the event sold and takes seats: neither the start of the event nor the end of the sale refuses it. */
export function refuseUnlessHoldable(event: SaleFacts): void {
  if (saleStateOf(event) === 'paused') {
    throw refuseHold('salePaused', { meta: { sale: saleOf(event) } });
  }
  refuseUnlessFinishable(event);
}

/** States before the sale. */
const notBegun: ReadonlySet<SaleState> = new Set(['announced', 'waitingRoom']);

/** The same check for a buyer who holds seats: a pause does not refuse the payment. */
export function refuseUnlessFinishable(event: SaleFacts): void {
  const meta = { sale: saleOf(event) };
  switch (event.status) {
    case 'active':
    case 'paused': {
      if (!notBegun.has(saleStateOf(event))) return;
      const begins = printed(event.sale_starts_at ?? event.starts_at, event.time_zone);
      const sentence = `Tickets for this event are not on sale yet. Sales begin on ${begins}.`;
      throw refuseBegun('saleNotBegun', { sentence, meta });
    }
    case 'cancelled':
      throw refuseBegun('eventCancelled', { meta });
    case 'postponed':
      throw refuseBegun('eventPostponed', { meta });
    default:
      throw refuseBegun('saleClosed', { meta });
  }
}

function printed(instant: Date, zone: TimeZone): string {
  const { date, time } = printedAt(instant, zone);
  return `${date}, ${time}`;
}
