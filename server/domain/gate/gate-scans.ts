import type { GateEntry, GateScan, ScanResponse, ScanResult } from '../../../contract/gate.ts';
import { readShortCode, type TicketClaim } from '../../../contract/ticket/ticket-code.ts';
import type { Db, Tx } from '../../db/db.ts';
import type { Keys } from '../../secrets/keys.ts';
import { audit } from '../audit.ts';
import { shownNumber } from '../order/choice.ts';
import { readTicket } from '../ticket/ticket-issue.ts';
import { verifyingKeys } from '../ticket/ticket-keys.ts';
import type { GatePass } from './gate-passes.ts';

/** The scans of one device and the pass that authorises them. */
export interface ScanUpload {
  readonly pass: GatePass;
  readonly deviceId: string;
  readonly door: string;
  readonly scans: readonly GateScan[];
  readonly requestId: string;
}

type TicketRow = {
  readonly id: string;
  readonly event_id: string;
  readonly ticket_code: string;
  readonly category_name: string;
  readonly seat_number: string | null;
  readonly voided_at: Date | null;
  readonly holder_name: string;
  readonly is_wheelchair: boolean;
};

type EntryRow = {
  readonly scan_id: string;
  readonly ticket_id: string;
  readonly device_id: string;
  readonly door: string;
  readonly scanned_at: Date;
};

/**
 * Records the scans of one upload in one transaction that locks the row of its event, so that two gates never decide on the same ticket at
 * the same time. Stores entries of admitted attendees; of several with one ticket the earliest counts, in whichever order they arrive. A
 * repeated scan gets the same response and is stored once. Entries that the device takes back go first.
 */
export async function recordScans(
  db: Db,
  keys: Keys,
  upload: ScanUpload,
  receivedAt: Date,
): Promise<ScanResponse[]> {
  const { pass, scans } = upload;
  return db.tx(async (tx) => {
    let number = await lockEntries(tx, pass.eventId);
    const publicKeys = await verifyingKeys(tx, keys);
    for (const scan of scans.filter((one) => one.is_undone === true)) {
      number = await takeBack(tx, upload, scan.id, number, receivedAt);
    }
    const codes = scans.map((scan) => readCode(publicKeys, scan.code));
    const tickets = await ticketsOf(tx, pass.eventId, codes);
    const entries = await entriesOf(tx, tickets);
    const counts: Partial<Record<ScanResult, number>> = {};
    const answers: ScanResponse[] = [];
    for (const [index, scan] of scans.entries()) {
      if (scan.is_undone === true) {
        answers.push({ id: scan.id, result: 'undone', ...nothing });
        counts.undone = (counts.undone ?? 0) + 1;
        continue;
      }
      const ticket = ticketOf(tickets, codes[index] ?? null);
      const scannedAt = noLaterThan(receivedAt, scan.scanned_at);
      const known = ticket === undefined ? [] : (entries.get(ticket.id) ?? []);
      const isKept = known.some((entry) => entry.scan_id === scan.id);
      const mayEnter = scan.is_inside || (known.length === 0 && ticket?.voided_at === null);
      if (ticket?.event_id === pass.eventId && !isKept && mayEnter) {
        number += 1;
        const entry = { scan_id: scan.id, ticket_id: ticket.id, scanned_at: scannedAt };
        const row = { ...entry, device_id: upload.deviceId, door: upload.door };
        if (await keepEntry(tx, pass, row, number, receivedAt)) known.push(row);
        entries.set(ticket.id, known);
      }
      const answer = answerOf(scan.id, ticket, pass, known);
      counts[answer.result] = (counts[answer.result] ?? 0) + 1;
      answers.push(answer);
    }
    await tx.query('update gate_counters set entries = $2 where event_id = $1', [
      pass.eventId,
      number,
    ]);
    await audit(tx, {
      at: receivedAt,
      accountId: null,
      action: 'gate.scans',
      object: `event:${pass.eventId}`,
      requestId: upload.requestId,
      detail: { pass_id: pass.id, device_id: upload.deviceId, ...counts },
    });
    return answers;
  });
}

/** Returns entries after a sequence number, oldest first, and those that were taken back. */
export async function entriesAfter(db: Db, eventId: string, after: number, limit: number) {
  const rows = await db.query<EntryRow & { number: number; is_undone: boolean }>(
    `select scan_id, ticket_id, device_id, door, scanned_at, number, is_undone from (
       select scan_id, ticket_id, device_id, door, scanned_at, number, false as is_undone from gate_entries
         where event_id = $1 and number > $2
       union all select scan_id, ticket_id, null, null, null, number, true from gate_undone where event_id = $1 and number > $2
     ) news order by number limit $3`,
    [eventId, after, limit + 1],
  );
  const page = rows.slice(0, limit);
  const isUndone = (row: (typeof page)[number]) => row.is_undone;
  return {
    entries: page.filter((row) => !isUndone(row)).map(entryOf),
    undone: page.filter(isUndone).map(({ ticket_id, scan_id }) => ({ ticket_id, scan_id })),
    cursor: page.at(-1)?.number ?? after,
    hasMore: rows.length > limit,
  };
}

/** Returns the revoked tickets of an event and a version of the list; null in place of the list if the caller knows the version. */
export async function revokedTickets(
  db: Db,
  eventId: string,
  knownMark: string | undefined,
): Promise<{ revoked: string[] | null; mark: string }> {
  const rows = await db.query<{ id: string; voided_at: Date }>(
    'select id, voided_at from tickets where event_id = $1 and voided_at is not null order by id',
    [eventId],
  );
  const newest = Math.max(0, ...rows.map((row) => row.voided_at.getTime()));
  const mark = `${rows.length}-${newest}`;
  return { revoked: mark === knownMark ? null : rows.map((row) => row.id), mark };
}

/**
 * Takes an entry of this device back, and announces the entries that count for its ticket from now on under new numbers. Returns the last number; the
 * given one where the device made no such entry.
 */
async function takeBack(
  tx: Tx,
  { pass, deviceId, requestId }: ScanUpload,
  scanId: string,
  number: number,
  at: Date,
): Promise<number> {
  const [gone] = await tx.query<{ ticket_id: string }>(
    `with gone as (delete from gate_entries where scan_id = $1 and event_id = $2 and device_id = $3 returning ticket_id)
     insert into gate_undone (scan_id, event_id, number, ticket_id) select $1, $2, $4, ticket_id from gone returning ticket_id`,
    [scanId, pass.eventId, deviceId, number + 1],
  );
  if (gone === undefined) return number;
  const left = await tx.query(
    `update gate_entries g set number = $2 + n.at from (
       select scan_id, row_number() over (order by scanned_at, scan_id) as at from gate_entries where ticket_id = $1) n
     where g.scan_id = n.scan_id returning 1 as one`,
    [gone.ticket_id, number + 1],
  );
  await audit(tx, {
    at,
    accountId: null,
    action: 'gate.undo',
    object: `ticket:${gone.ticket_id}`,
    requestId,
    detail: { pass_id: pass.id, device_id: deviceId },
  });
  return number + 1 + left.length;
}

async function lockEntries(tx: Tx, eventId: string): Promise<number> {
  await tx.query('insert into gate_counters (event_id) values ($1) on conflict do nothing', [
    eventId,
  ]);
  const [row] = await tx.query<{ entries: number }>(
    'select entries from gate_counters where event_id = $1 for update',
    [eventId],
  );
  return row?.entries ?? 0;
}

type ReadCode = TicketClaim | { readonly shortCode: string } | null;

function readCode(publicKeys: readonly string[], text: string): ReadCode {
  const claim = readTicket(publicKeys, text);
  if (claim !== null) return claim;
  const shortCode = readShortCode(text);
  return shortCode === null ? null : { shortCode };
}

/**
 * Returns the tickets of the codes, by id and by short code. A short code finds tickets of this event only, because it is much easier to
 * guess.
 */
async function ticketsOf(
  tx: Tx,
  eventId: string,
  codes: readonly ReadCode[],
): Promise<ReadonlyMap<string, TicketRow>> {
  const ids = codes.flatMap((code) => (code !== null && 'ticketId' in code ? [code.ticketId] : []));
  const shortCodes = codes.flatMap((code) =>
    code !== null && 'shortCode' in code ? [code.shortCode] : [],
  );
  const rows = await tx.query<TicketRow>(
    `select t.id, t.event_id, t.ticket_code, t.category_name, ${shownNumber('s')} as seat_number, t.voided_at, t.holder_name,
       coalesce(s.access = 'wheelchair', false) as is_wheelchair
     from tickets t join seats s on s.id = t.seat_id
     where t.id = any($1::uuid[]) or (t.event_id = $2 and t.ticket_code = any($3::text[]))`,
    [ids, eventId, shortCodes],
  );
  return new Map(rows.flatMap((row) => [[row.id, row] as const, [row.ticket_code, row] as const]));
}

function ticketOf(tickets: ReadonlyMap<string, TicketRow>, code: ReadCode): TicketRow | undefined {
  if (code === null) return undefined;
  return tickets.get('ticketId' in code ? code.ticketId : code.shortCode);
}

async function entriesOf(
  tx: Tx,
  tickets: ReadonlyMap<string, TicketRow>,
): Promise<Map<string, EntryRow[]>> {
  const ids = [...new Set([...tickets.values()].map((ticket) => ticket.id))];
  const rows = await tx.query<EntryRow>(
    `select scan_id, ticket_id, device_id, door, scanned_at from gate_entries
     where ticket_id = any($1::uuid[])`,
    [ids],
  );
  const byTicket = new Map<string, EntryRow[]>();
  for (const row of rows)
    byTicket.set(row.ticket_id, [...(byTicket.get(row.ticket_id) ?? []), row]);
  return byTicket;
}

/**
 * Stores an entry; returns false if the scan id belongs to an entry of another ticket, because a device generated it twice and the first
 * stands.
 */
async function keepEntry(
  tx: Tx,
  pass: GatePass,
  entry: EntryRow,
  number: number,
  receivedAt: Date,
): Promise<boolean> {
  const kept = await tx.query(
    `insert into gate_entries (scan_id, event_id, number, ticket_id, pass_id, device_id, door, scanned_at, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning scan_id`,
    [
      entry.scan_id,
      pass.eventId,
      number,
      entry.ticket_id,
      pass.id,
      entry.device_id,
      entry.door,
      entry.scanned_at,
      receivedAt,
    ],
  );
  return kept.length > 0;
}

/** Limits a scan time to the time of arrival: a device whose clock runs ahead must not win; an invalid time becomes the time of arrival. */
function noLaterThan(receivedAt: Date, scannedAt: string): Date {
  const at = new Date(scannedAt).getTime();
  return Number.isNaN(at) || at > receivedAt.getTime() ? receivedAt : new Date(at);
}

const nothing = { ticket_id: null, seat_number: null, category: null, first: null };

function answerOf(
  id: string,
  ticket: TicketRow | undefined,
  { eventId, showsGuests }: GatePass,
  entries: readonly EntryRow[],
): ScanResponse {
  if (ticket === undefined) return { id, result: 'unknown', ...nothing };
  if (ticket.event_id !== eventId) return { id, result: 'wrong_event', ...nothing };
  const [first] = entries.toSorted(earlierFirst);
  const isFirst = first?.scan_id === id;
  const result = ticket.voided_at !== null ? 'revoked' : isFirst ? 'accepted' : 'already_used';
  return {
    id,
    result,
    ticket_id: ticket.id,
    seat_number: ticket.seat_number,
    category: ticket.category_name,
    first: first === undefined || isFirst ? null : entryOf(first),
    guest:
      showsGuests && result === 'accepted'
        ? { holder_name: ticket.holder_name, is_wheelchair: ticket.is_wheelchair }
        : null,
  };
}

function earlierFirst(a: EntryRow, b: EntryRow): number {
  return (
    a.scanned_at.getTime() - b.scanned_at.getTime() ||
    (a.scan_id < b.scan_id ? -1 : a.scan_id > b.scan_id ? 1 : 0)
  );
}

function entryOf(row: EntryRow): GateEntry {
  const { ticket_id, scan_id, device_id, door } = row;
  return { ticket_id, scan_id, scanned_at: row.scanned_at.toISOString(), device_id, door };
}
