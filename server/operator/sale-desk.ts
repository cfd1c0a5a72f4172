import { instantOf } from '../../contract/event-folder/moment.ts';
import { localIso, type TimeZone, timeZones } from '../../contract/place/time-zone.ts';
import { longestLineMessage } from '../../contract/queue.ts';
import type { Tx } from '../db/db.ts';
import { auditAll } from '../domain/audit.ts';
import { counted } from '../domain/catalogue/folder/printed-lines.ts';
import { judgedAt } from '../domain/catalogue/sale.ts';
import { giveUpBeacon } from '../domain/draw/give-up-beacon.ts';
import { printedAt } from '../domain/jakarta.ts';
import {
  advanceSale,
  type LockedSale,
  maySale,
  type SaleDecision,
} from '../domain/lifecycle/sale.ts';
import { noteEventNews } from '../domain/payment/event-news.ts';
import { dateOffers, offerDays, openOffer } from '../domain/refund/offers.ts';
import { ensureQueue, steerQueue } from '../domain/session/queue.ts';
import { voidAction } from '../domain/ticket/ticket-void.ts';
import { Refusal } from '../http/refusal.ts';
import { giveAway, holdBack, letIn, removeBuyer } from './sale-acts.ts';
import { byCommand, type SaleDesk, type SaleTask } from './sale-task.ts';

const decisions = {
  publish: 'published',
  open: 'opened',
  pause: 'paused',
  close: 'closed',
} as const satisfies Partial<Record<SaleTask['verb'], SaleDecision>>;

const said = {
  publish: 'is published: buyers see it, and its sale follows its times',
  open: 'is open again, by its times',
  pause: 'is paused: nobody joins or takes seats; those who hold seats can pay',
  close: 'is closed: running purchases end within seconds',
} as const;

type DeskEvent = {
  readonly id: string;
  readonly status: LockedSale['status'];
  readonly starts_at: Date;
  readonly venue_name: string;
  readonly sale_ends_at: Date | null;
  readonly time_zone: TimeZone;
  readonly judged_at: Date;
};

/** Steers the sale of one event. Returns the lines to print; throws Refusal with the reason and what to do. */
export async function runSaleTask(desk: SaleDesk, task: SaleTask): Promise<string[]> {
  const { db } = desk;
  switch (task.verb) {
    case 'publish':
    case 'open':
    case 'pause':
    case 'close': {
      const { verb, slug } = task;
      await db.tx(async (tx) => {
        const event = await readDeskEvent(tx, desk, slug);
        await decide(tx, desk, event, decisions[verb], verb);
      });
      return [`The sale of ${slug} ${said[verb]}.`];
    }
    case 'cancel':
      return cancel(desk, task);
    case 'postpone':
      return postpone(desk, task);
    case 'capacity':
    case 'rate':
      return steer(desk, task);
    case 'message':
      return say(desk, task);
    case 'let-in':
      return letIn(desk, task);
    case 'remove':
      return removeBuyer(desk, task);
    case 'hold-back':
      return holdBack(desk, task, 'block');
    case 'give-out':
      return holdBack(desk, task, 'available');
    case 'give':
      return giveAway(desk, task);
    case 'draw-without-beacon':
      demandName(task, 'The order is then drawn without the beacon that was announced.');
      await giveUpBeacon(db, desk.clock, task.slug);
      return [`The order of ${task.slug} is drawn without the beacon, within seconds.`];
  }
}

/** The event as it is; the lifecycle refuses to write if another decision came in between. */
async function readDeskEvent(
  tx: Tx,
  desk: SaleDesk,
  slug: string,
  isLocked = false,
): Promise<DeskEvent> {
  const [event] = await tx.query<DeskEvent>(
    `select e.id, e.status, e.starts_at, e.venue_name, e.sale_ends_at, e.time_zone, ${judgedAt(desk.clock)} as judged_at
     from events e where e.slug = $1 ${isLocked ? 'for no key update of e' : ''}`,
    [slug],
  );
  if (event === undefined) {
    throw new Refusal(404, `There is no event ${slug}. \`npm run event -- list\` names them.`);
  }
  return event;
}

async function decide(
  tx: Tx,
  { clock, by = byCommand }: SaleDesk,
  event: DeskEvent,
  decision: SaleDecision,
  verb: string,
): Promise<void> {
  if (!maySale(event.status, decision)) {
    throw new Refusal(409, `The sale is ${event.status}: there is nothing to ${verb}.`);
  }
  const at = clock.now();
  await advanceSale(tx, event, decision, { at, by });
  // A postponed event that is opened again has a date.
  if (decision === 'opened') await dateOffers(tx, event.id, at);
}

function demandName({ slug, yes, verb }: SaleTask, what: string): void {
  if (yes === slug) return;
  throw new Refusal(422, `${what} If you mean it, add: --yes ${slug} (${verb} changed nothing)`);
}

async function cancel(desk: SaleDesk, task: SaleTask): Promise<string[]> {
  const { slug } = task;
  demandName(task, 'Cancelling voids every ticket and tells every buyer. It cannot be undone.');
  const now = desk.clock.now();
  const { buyers, tickets } = await desk.db.tx(async (tx) => {
    const event = await readDeskEvent(tx, desk, slug);
    await decide(tx, desk, event, 'cancelled', 'cancel');
    const voided = await tx.query<{ id: string }>(
      'update tickets set voided_at = $2 where event_id = $1 and voided_at is null returning id',
      [event.id, now],
    );
    await auditAll(
      tx,
      voided.map(({ id }) => ({
        at: now,
        ...(desk.by ?? byCommand),
        action: voidAction,
        object: `ticket:${id}`,
        after: 'void',
      })),
    );
    return { tickets: voided.length, buyers: await noteEventNews(tx, event.id, 'event_cancelled') };
  });
  return [
    `${slug} is cancelled. Void: ${counted(tickets, 'ticket')}; gates refuse a void ticket after their next synchronisation.`,
    `${counted(buyers, 'buyer')} will get an e-mail, and what they paid goes back. ${whenTold(desk)}`,
  ];
}

/** A move by so much, or to another day or venue, gives everything back where the operator does not say otherwise. */
const bigMoveMs = 3 * 3_600_000;

interface Move {
  /** The new start; null for a postponement without one. */
  readonly to: Date | null;
  readonly venue: string | null;
}

function isBigMove(event: DeskEvent, { to, venue }: Move): boolean {
  if (to === null || (venue !== null && venue !== event.venue_name)) return true;
  const isFar = Math.abs(to.getTime() - event.starts_at.getTime()) >= bigMoveMs;
  const zone = event.time_zone;
  return isFar || localIso(to, zone).slice(0, 10) !== localIso(event.starts_at, zone).slice(0, 10);
}

function moveOf(event: DeskEvent, task: SaleTask): Move {
  const venue = task.venue?.trim() || null;
  if (task.to !== undefined) {
    return { to: instantGiven(task.to, event.time_zone), venue };
  }
  return { to: venue === null ? null : event.starts_at, venue };
}

/** A date as an operator types it: local to the venue as in event folders, or with an offset. Throws Refusal 422 for anything else. */
function instantGiven(text: string, zone: TimeZone): Date {
  const given = text.trim().replace('T', ' ');
  const hasOffset = /^\d{4}-\d\d-\d\d \d\d:\d\d\S*(?:Z|[+-]\d\d:\d\d)$/.test(given);
  const at = hasOffset ? new Date(text.trim()) : instantOf(given, zone, new Date(0));
  if (at !== null && !Number.isNaN(at.getTime())) return at;
  throw new Refusal(
    422,
    `The new date must look like "2027-03-01 19:30", which is the time at the venue (${timeZones[zone].name}).`,
  );
}

async function postpone(desk: SaleDesk, task: SaleTask): Promise<string[]> {
  const { slug } = task;
  const now = desk.clock.now();
  return desk.db.tx(async (tx) => {
    const event = await readDeskEvent(tx, desk, slug, true);
    const move = moveOf(event, task);
    const offers = task.refunds ?? isBigMove(event, move);
    const moment = (at: Date) => Object.values(printedAt(at, event.time_zone)).join(', ');
    const change =
      move.to === null
        ? `${slug} has no date any more; it was ${moment(event.starts_at)}.`
        : `${slug} moves from ${moment(event.starts_at)} to ${moment(move.to)}.`;
    demandName(
      task,
      `${change} Postponing tells every buyer. Those who were charged until now ${offers ? 'may' : 'may not'} ask for all of the money back: ${offers ? '--refunds' : '--no-refunds'}${task.refunds === undefined ? ' by default, as --refunds from a move of 3 hours or to another day or venue' : ''}.`,
    );
    if (move.to === null) {
      await decide(tx, desk, event, 'postponed', 'postpone');
      if (offers) await openOffer(tx, event.id, now, 'postponed');
      const buyers = await noteEventNews(tx, event.id, 'event_postponed');
      return [
        `${slug} is postponed. Its tickets stay valid, and nobody can buy until you open it.`,
        `${counted(buyers, 'buyer')} will get an e-mail. ${offered(offers, 'after a new date is named')} ${whenTold(desk)}`,
      ];
    }
    await moveEvent(tx, desk, event, { ...move, to: move.to }, now);
    if (offers) await openOffer(tx, event.id, now, 'moved');
    const buyers = await noteEventNews(tx, event.id, 'event_moved');
    const { date, time } = printedAt(move.to, event.time_zone);
    return [
      `${slug} begins on ${date}, ${time}${move.venue === null ? '' : `, at ${move.venue}`}. Its tickets stay valid.`,
      ...(event.sale_ends_at === null ? [] : ['The end of its sale moved with it.']),
      `${counted(buyers, 'buyer')} will get an e-mail. ${offered(offers, 'or until the new start')} ${whenTold(desk)}`,
    ];
  });
}

function offered(offers: boolean, limit: string): string {
  return offers
    ? `Those who were charged until now may ask for their money back for ${offerDays} days ${limit}.`
    : 'No buyer is offered a refund for it.';
}

async function moveEvent(
  tx: Tx,
  desk: SaleDesk,
  event: DeskEvent,
  { to, venue }: Move & { readonly to: Date },
  now: Date,
): Promise<void> {
  if (event.status === 'cancelled') throw new Refusal(409, 'A cancelled event cannot be moved.');
  if (to <= event.judged_at) throw new Refusal(422, 'The new date must be in the future');
  await tx.query(
    `update events set starts_at = $2, ends_at = ends_at + ($2::timestamptz - starts_at),
       sale_ends_at = sale_ends_at + ($2::timestamptz - starts_at),
       previous_starts_at = case when starts_at = $2 then previous_starts_at else starts_at end,
       venue_name = coalesce($3, venue_name), venue_address = case when $3::text is null then venue_address end where id = $1`,
    [event.id, to, venue],
  );
  if (event.status === 'postponed') await decide(tx, desk, event, 'opened', 'open');
  else await dateOffers(tx, event.id, now);
  const from = { from: event.starts_at.toISOString(), to: to.toISOString() };
  await auditAll(tx, [
    {
      at: now,
      ...(desk.by ?? byCommand),
      action: 'sale.move',
      object: `event:${event.id}`,
      detail: venue === null ? from : { ...from, venue },
    },
  ]);
}

function whenTold({ live }: SaleDesk): string {
  return live === null
    ? 'The server does it once it runs.'
    : 'This takes some minutes where there are thousands.';
}

async function steer(desk: SaleDesk, { verb, slug, count = null }: SaleTask): Promise<string[]> {
  if (verb === 'rate' && count === 0) {
    throw new Refusal(422, 'Let in at least 1 a minute, or pause the sale');
  }
  const what = verb === 'capacity' ? { capacity: count } : { perMinute: count };
  await steerQueue(desk, slug, what, desk.by);
  const unit = verb === 'capacity' ? 'people at a time' : 'people a minute';
  return [`The queue of ${slug} lets in ${count === null ? 'everybody' : `${count} ${unit}`}.`];
}

async function say(
  { live, clock, db, by = byCommand }: SaleDesk,
  task: SaleTask,
): Promise<string[]> {
  const message = task.message?.trim() ?? '';
  if (message === '') throw new Refusal(422, 'Write the message for the people who wait');
  if (message.length > longestLineMessage) {
    throw new Refusal(422, `Say it in at most ${longestLineMessage} characters`);
  }
  const [event] = await db.query<{ id: string }>('select id from events where slug = $1', [
    task.slug,
  ]);
  if (event === undefined) throw new Refusal(404, `There is no event ${task.slug}.`);
  const isTakenBack = message === 'none';
  await db.tx(async (tx) => {
    await ensureQueue(tx, event.id);
    await tx.query('update queue_rooms set message = $2 where event_id = $1', [
      event.id,
      isTakenBack ? null : message,
    ]);
    const after = isTakenBack ? 'none' : 'message';
    const object = `event:${event.id}`;
    await auditAll(tx, [{ at: clock.now(), ...by, action: 'queue.message', object, after }]);
  });
  if (isTakenBack) return [`The people who wait for ${task.slug} no longer see a message.`];
  // The line's document has it within a second; pages that are connected hear it now.
  live?.broker.publish('logs', task.slug, {
    event: 'operator_message',
    message,
    at: clock.now().toISOString(),
  });
  return [`The people who wait for ${task.slug} now see: ${message}`];
}
