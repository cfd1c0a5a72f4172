import { setImmediate } from 'node:timers/promises';
import { momentOf } from '../../../contract/draw/beacon.ts';
import { numbersOf, seedOf } from '../../../contract/draw/order.ts';
import type { Services } from '../../services.ts';
import { advanceDraw } from '../lifecycle/draw.ts';
import { recordGone } from '../line/gone.ts';
import { longestPauseSeconds } from '../line/heartbeat.ts';
import { sha256 } from './draw-tools.ts';
import { readBeacon } from './read-beacon.ts';

/** Numbers written by one transaction: few where the one connection of the embedded engine has to be free again soon. */
const numberBatch = { embedded: 1_000, server: 10_000 } as const;
/** Places computed before other work of the process has its turn. */
const computedAtOnce = 2_000;

type ClosedDraw = {
  readonly id: string;
  readonly event_id: string;
  readonly slug: string;
  readonly secret: string;
  readonly root: string;
  readonly entrants: number;
  readonly first: number;
  readonly beacon_round: number | null;
  readonly beacon_signature: string | null;
};

/** An entry of the closed list with its number in the line. */
interface Entry {
  readonly name: string;
  readonly number: number;
}

/**
 * Draws the order of the closed list of an event, if it has one, gives everybody of it their number, and publishes it. A draw with a beacon waits
 * for the named round. The order is fixed by the closed list, so that a process that dies in between is followed by any other.
 */
export async function drawOrder(services: Services, eventId: string): Promise<void> {
  const { clock, db } = services;
  const [draw] = await db.query<ClosedDraw>(
    `select d.id, d.event_id, e.slug, d.secret, d.root, d.entrants, d.first, d.beacon_round, d.beacon_signature
     from draws d join events e on e.id = d.event_id
     where d.event_id = $1 and d.state = 'closed' order by d.opened_at limit 1`,
    [eventId],
  );
  if (draw === undefined) return;
  const signature = await signatureOf(services, draw);
  if (signature === 'awaited') return;
  const entries = await entriesOf(services, draw, signature);
  const batch = numberBatch[db.kind];
  for (let start = 0; start < entries.length; start += batch) {
    const isDone = await giveNumbers(services, draw, entries.slice(start, start + batch));
    if (!isDone) return;
  }
  await db.tx(async (tx) => {
    const [locked] = await tx.query<{ id: string; state: 'closed' }>(
      `select id, state from draws where id = $1 and state = 'closed' for update`,
      [draw.id],
    );
    if (locked === undefined) return;
    const at = clock.now();
    const list = entries.map(({ name, number }) => `${name} ${number}`).join('\n');
    const detail = { detail: { entrants: draw.entrants } };
    await advanceDraw(tx, locked, 'orderDrawn', { at, ...detail }, { drawn_at: at, list });
  });
}

/** The value of the named round; null for a draw without a beacon. */
async function signatureOf(
  { clock, config, db }: Services,
  draw: ClosedDraw,
): Promise<string | null | 'awaited'> {
  if (draw.beacon_round === null || draw.beacon_signature !== null) return draw.beacon_signature;
  const round = Number(draw.beacon_round);
  if (momentOf(round) > clock.now().getTime()) return 'awaited';
  if (config.drandUrl === null) {
    throw new Error(
      `it awaits the beacon, and DRAND_URL is not set any more; set it, or run: npm run event -- draw-without-beacon ${draw.slug} --yes ${draw.slug}`,
    );
  }
  const signature = await readBeacon(config.drandUrl, round);
  await db.query(
    `update draws set beacon_signature = $2 where id = $1 and state = 'closed' and beacon_round = $3`,
    [draw.id, signature, round],
  );
  return signature;
}

async function entriesOf(
  { db }: Services,
  draw: ClosedDraw,
  signature: string | null,
): Promise<Entry[]> {
  const [row] = await db.query<{ list: string }>('select list from draws where id = $1', [draw.id]);
  const names = row?.list.split('\n') ?? [];
  const seed = seedOf(sha256, {
    event: draw.slug,
    secret: draw.secret,
    root: draw.root,
    entrants: draw.entrants,
    beacon: signature === null ? null : { signature },
  });
  const placeAt = numbersOf(sha256, seed, draw.entrants);
  const entries: Entry[] = [];
  for (const [index, name] of names.entries()) {
    if (index % computedAtOnce === 0) await setImmediate();
    entries.push({ name, number: Number(draw.first) - 1 + placeAt(index) });
  }
  return entries;
}

/** Gives a part of the entries their numbers; false where another process does so. Numbers of people who have left are recorded as gone. */
function giveNumbers(
  { clock, db }: Services,
  draw: ClosedDraw,
  entries: readonly Entry[],
): Promise<boolean> {
  return db.tx(async (tx) => {
    const held = await tx.query(
      `select 1 from draws where id = $1 and state = 'closed' for update skip locked`,
      [draw.id],
    );
    if (held.length === 0) return false;
    const now = clock.now();
    const heardSince = new Date(now.getTime() - longestPauseSeconds * 1000);
    const names = entries.map(({ name }) => name);
    // Heartbeats of the waiting room are minutes apart: an entrant who had one due is present, and makes contact when the page reads the number.
    await tx.query(
      `update purchase_sessions s set ticket = t.number,
         last_contact_at = case when s.last_contact_at >= $4 then greatest(s.last_contact_at, $5) else s.last_contact_at end
       from unnest($2::text[], $3::bigint[]) t (entrant, number)
       where s.draw_id = $1 and s.entrant = t.entrant and s.state = 'queued' and s.ticket is null`,
      [draw.id, names, entries.map(({ number }) => number), heardSince, now],
    );
    const left = await tx.query<{ entrant: string }>(
      'select entrant from purchase_sessions where draw_id = $1 and entrant = any($2::text[]) and ticket is null',
      [draw.id, names],
    );
    const numbers = new Map(entries.map(({ name, number }) => [name, number]));
    await recordGone(
      tx,
      left.map(({ entrant }) => ({
        event_id: draw.event_id,
        ticket: numbers.get(entrant) ?? null,
      })),
    );
    return true;
  });
}
