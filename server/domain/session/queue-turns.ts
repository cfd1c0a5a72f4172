import type { Tx } from '../../db/db.ts';
import type { Services } from '../../services.ts';
import type { Trail } from '../audit.ts';
import { auditAll } from '../audit.ts';
import { advanceWaiting, type BatchSession, type MovedSession } from '../lifecycle/session.ts';
import { forgetServed } from '../line/gone.ts';
import { presentSince } from '../line/heartbeat.ts';

/** People of the line looked at by one transaction: those absent among them are passed over, and never looked at again. */
const lookedAt = 5_000;
/** No ticket is higher. */
const lastTicket = Number.MAX_SAFE_INTEGER;

/** The line of one event, whose queue the caller has locked. */
export interface TheLine {
  readonly event_id: string;
  /** The newest ticket that had its turn: every higher one still waits for it. */
  readonly serving: number;
}

/** What came of giving turns. */
export interface Turns {
  readonly letIn: readonly MovedSession[];
  /** The newest ticket that has had its turn now. */
  readonly serving: number;
  /** True when the line goes on behind those looked at, and there were places left. */
  readonly goesOn: boolean;
}

/**
 * Gives up to `places` turns in the order of tickets to those who are present (§11.20, decision 037): first to those who were
 * passed over and came back, then to the others. Absent people whose turn this was are passed over: they keep their number, and use
 * no place. Silence while nobody could be heard is not absence (decision 103). `detail` goes into the audit rows. The queue must be locked
 * by the caller.
 */
export async function giveTurns(
  tx: Tx,
  services: Pick<Services, 'config' | 'listening'>,
  line: TheLine,
  places: number,
  now: Date,
  detail: { readonly detail?: object; readonly by?: Trail } = {},
): Promise<Turns> {
  const lostMs = services.listening.lostMs(services.config.queuePresentSeconds * 1000);
  const at = { now, presentSince: presentSince(services.config, now, lostMs) };
  const { returned, goesOn: moreReturned } = await presentReturned(tx, line.event_id, places, at);
  const left = moreReturned ? 0 : places - returned.length;
  const fresh = left === 0 ? [] : await presentInLine(tx, line, left, at.presentSince);
  const isShort = fresh.length < left;
  const end = isShort ? await endOfLook(tx, line) : null;
  const newest = fresh.at(-1)?.ticket ?? line.serving;
  const serving = Math.max(line.serving, end?.ticket ?? newest);
  const chosen = [...returned, ...fresh].sort((a, b) => a.ticket - b.ticket);
  const ids = chosen.map(({ id }) => id);
  await passOver(tx, line, serving, ids, at);
  const letIn = await advanceWaiting(tx, services, chosen, 'turnCame', { at: now, ...detail });
  return { letIn, serving, goesOn: moreReturned || end?.is_full === true };
}

type Candidate = BatchSession & { ticket: number };

/**
 * The first present people of those who came back after a missed turn. Who is gone once more before the last of them waits for the next return; so do
 * all absent among `lookedAt` people, if there were not enough. `goesOn` is true if more people came back than were looked at.
 */
async function presentReturned(
  tx: Tx,
  eventId: string,
  count: number,
  at: { readonly now: Date; readonly presentSince: Date },
): Promise<{ returned: readonly Candidate[]; goesOn: boolean }> {
  const head = `select id, account_id, state, ticket, last_contact_at from purchase_sessions
    where event_id = $1 and state = 'queued' and returned_at is not null order by ticket limit ${lookedAt}`;
  const returned = await tx.query<Candidate>(
    `select id, account_id, state, ticket from (${head}) head
     where last_contact_at >= $2 order by ticket limit $3`,
    [eventId, at.presentSince, count],
  );
  const isShort = returned.length < count;
  const passed = await tx.query<Passed>(
    `update purchase_sessions set passed_at = $2, returned_at = null
     where id in (select id from (${head}) head where last_contact_at < $3 and ticket <= $4)
     returning id, account_id, ticket`,
    [eventId, at.now, at.presentSince, isShort ? lastTicket : returned.at(-1)?.ticket],
  );
  await auditPassed(tx, passed, at.now);
  return { returned, goesOn: isShort && returned.length + passed.length === lookedAt };
}

/** The first in line who are present. The scan ends with the last one wanted, and with `lookedAt` people at the latest. */
function presentInLine(tx: Tx, line: TheLine, count: number, since: Date): Promise<Candidate[]> {
  return tx.query<Candidate>(
    `select id, account_id, state, ticket from (
       select id, account_id, state, ticket, last_contact_at from purchase_sessions
       where event_id = $1 and state = 'queued' and ticket > $2 order by ticket limit ${lookedAt}) head
     where last_contact_at >= $3 order by ticket limit $4`,
    [line.event_id, line.serving, since, count],
  );
}

/** The last ticket that was looked at; null where nobody was in line. */
async function endOfLook(
  tx: Tx,
  line: TheLine,
): Promise<{ ticket: number; is_full: boolean } | null> {
  const [row] = await tx.query<{ ticket: number | null; looked: number }>(
    `select max(ticket) as ticket, count(*) as looked from (
       select ticket from purchase_sessions
       where event_id = $1 and state = 'queued' and ticket > $2 order by ticket limit ${lookedAt}) head`,
    [line.event_id, line.serving],
  );
  if (row === undefined || row.ticket === null) return null;
  return { ticket: row.ticket, is_full: row.looked === lookedAt };
}

type Passed = { id: string; account_id: string; ticket: number };

/** Passes over everybody up to `serving` who is not let in. A buyer who made contact meanwhile is back already, and next. */
async function passOver(
  tx: Tx,
  line: TheLine,
  serving: number,
  letIn: readonly string[],
  at: { readonly now: Date; readonly presentSince: Date },
): Promise<void> {
  if (serving === line.serving) return;
  const passed = await tx.query<Passed>(
    `update purchase_sessions set
       passed_at = case when last_contact_at < $5 then $4::timestamptz end,
       returned_at = case when last_contact_at >= $5 then $4::timestamptz end
     where event_id = $1 and state = 'queued' and ticket > $2 and ticket <= $3 and id <> all($6::uuid[])
     returning id, account_id, ticket`,
    [line.event_id, line.serving, serving, at.now, at.presentSince, letIn],
  );
  await auditPassed(tx, passed, at.now);
  await tx.query('update queue_rooms set serving = $2 where event_id = $1', [
    line.event_id,
    serving,
  ]);
  await forgetServed(tx, line.event_id, serving);
}

function auditPassed(tx: Tx, passed: readonly Passed[], now: Date): Promise<void> {
  return auditAll(
    tx,
    passed.map((session) => ({
      at: now,
      accountId: session.account_id,
      action: 'session.pass',
      object: `session:${session.id}`,
    })),
  );
}
