import { randomBytes } from 'node:crypto';
import { momentOf, roundFrom } from '../../../contract/draw/beacon.ts';
import { toHex } from '../../../contract/draw/hashing.ts';
import { rootOf } from '../../../contract/draw/list.ts';
import { commitmentTo } from '../../../contract/draw/order.ts';
import type { Tx } from '../../db/db.ts';
import type { Services } from '../../services.ts';
import {
  drawsAtOf,
  judgedAt,
  livingStatusesSql,
  nextRoom,
  type SaleFacts,
  saleColumns,
} from '../catalogue/sale.ts';
import { advanceDraw, beginDraw, type DrawKind } from '../lifecycle/draw.ts';
import { ensureQueue, lockQueue } from '../session/queue.ts';
import { drawOrder } from './draw-order.ts';
import { sha256, treeInSteps } from './draw-tools.ts';
import { isClosingDue, type PendingDrawRow, pendingDrawColumn } from './pending.ts';

const secretBytes = 32;
/** The named round is published so long after the list is closed, in milliseconds: the clocks of server and beacon may differ. */
const beaconAfterMs = 10_000;
/** The people of a waiting room are counted at most so often. */
const countedEverySeconds = 5;

type RoomEvent = SaleFacts & { readonly id: string; readonly slug: string };

/** Opens the waiting room of an event that is due, and publishes the commitment to the secret of its draw; nothing happens where it is open. */
export async function openRoom(services: Services, event: RoomEvent): Promise<void> {
  const room = nextRoom(event);
  const drawsAt = room === null ? null : drawsAtOf(event, room.kind);
  if (room === null || drawsAt === null || room.opensAt > event.judged_at) return;
  const secret = randomBytes(secretBytes);
  const now = services.clock.now();
  const { drandUrl } = services.config;
  await services.db.tx(async (tx) => {
    await ensureQueue(tx, event.id);
    const columns = {
      event_id: event.id,
      kind: room.kind,
      opened_at: now,
      counted_at: now,
      secret: secret.toString('hex'),
      commitment: toHex(commitmentTo(sha256, event.slug, secret)),
      beacon_round: drandUrl === null ? null : roundFrom(drawsAt.getTime() + beaconAfterMs),
    };
    await beginDraw(tx, columns, { at: now });
  });
}

/**
 * Closes the list of a waiting room whose sale has begun: publishes its hash and keeps its numbers free, so that everybody who joins from now on is
 * behind. Nothing happens where it is not due, or closed already.
 */
export async function closeList(services: Services, eventId: string): Promise<void> {
  await services.db.tx(async (tx) => {
    const queue = await lockQueue(tx, services.clock, eventId);
    if (queue === null || queue.draw === null || !isClosingDue(queue)) return;
    const [draw] = await tx.query<{ beacon_round: number | null }>(
      'select beacon_round from draws where id = $1 for update',
      [queue.draw.id],
    );
    const rows = await tx.query<{ entrant: string }>(
      `select entrant from purchase_sessions
       where event_id = $1 and draw_id = $2 and state = 'queued' and ticket is null and not behind_draw
       order by entrant collate "C"`,
      [eventId, queue.draw.id],
    );
    const at = services.clock.now();
    const names = rows.map(({ entrant }) => entrant);
    const behind = await numberThoseBehind(
      tx,
      queue.draw.id,
      Number(queue.next_ticket) + names.length,
    );
    await tx.query('update queue_rooms set next_ticket = next_ticket + $2 where event_id = $1', [
      eventId,
      names.length + behind,
    ]);
    if (names.length === 0) {
      await advanceDraw(tx, queue.draw, 'nobodyCame', { at });
      return;
    }
    const round = draw?.beacon_round ?? null;
    // A round that was published before would let the closing be chosen by it.
    const isLate = round !== null && momentOf(Number(round)) <= at.getTime();
    await advanceDraw(
      tx,
      queue.draw,
      'listClosed',
      { at, detail: { entrants: names.length, ...(isLate ? { round_before: round } : {}) } },
      {
        closed_at: at,
        root: toHex(rootOf(await treeInSteps(names))),
        entrants: names.length,
        first: queue.next_ticket,
        list: names.join('\n'),
        ...(isLate ? { beacon_round: roundFrom(at.getTime() + beaconAfterMs) } : {}),
      },
    );
  });
}

/** Gives the entrants of domains that had all their lots the numbers after those drawn, in the order of their joins; returns how many there are. */
async function numberThoseBehind(tx: Tx, drawId: string, first: number): Promise<number> {
  const rows = await tx.query(
    `update purchase_sessions s set ticket = $2::bigint - 1 + n.nr
     from (select id, row_number() over (order by joined_at, id) as nr from purchase_sessions
       where draw_id = $1 and behind_draw and state = 'queued' and ticket is null) n
     where s.id = n.id returning 1 as one`,
    [drawId, first],
  );
  return rows.length;
}

/**
 * Opens the waiting rooms that are due, counts their people, closes their lists and draws their orders. Each step may be repeated by any process. A
 * draw that fails does not hold up the others.
 */
export async function workDraws(services: Services): Promise<void> {
  for (const event of await roomsToOpen(services)) {
    await attempt(services, event.slug, () => openRoom(services, event));
  }
  for (const event of await pendingDraws(services)) {
    await attempt(services, event.slug, async () => {
      if (isClosingDue(event)) await closeList(services, event.id);
      else if (event.draw?.state === 'opened') await countRoom(services, event.draw.id);
      await drawOrder(services, event.id);
    });
  }
}

async function attempt(services: Services, slug: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    services.log.warn({ err: error, event: slug }, 'a draw could not go on; it is tried again');
  }
}

function roomsToOpen({ clock, db }: Services): Promise<RoomEvent[]> {
  const isDue = (kind: DrawKind) => `e.${kind}_room_opens_at <= ${judgedAt(clock)}
    and e.${kind}_starts_at > ${judgedAt(clock)}
    and not exists (select 1 from draws d where d.event_id = e.id and d.kind = '${kind}')`;
  return db.query<RoomEvent>(
    `select e.id, e.slug, ${saleColumns(clock)} from events e
     where e.status in (${livingStatusesSql}) and (${isDue('presale')} or ${isDue('sale')})`,
  );
}

function pendingDraws({ clock, db }: Services): Promise<(RoomEvent & PendingDrawRow)[]> {
  return db.query<RoomEvent & PendingDrawRow>(
    `select e.id, e.slug, ${saleColumns(clock)}, ${pendingDrawColumn} from events e
     where e.status in (${livingStatusesSql})
       and exists (select 1 from draws d where d.event_id = e.id and d.state in ('opened', 'closed'))`,
  );
}

async function countRoom({ clock, db }: Services, drawId: string): Promise<void> {
  const now = clock.now();
  const countedBefore = new Date(now.getTime() - countedEverySeconds * 1000);
  await db.query(
    `update draws d set counted_at = $2, waiting = (
       select count(*) from purchase_sessions s
       where s.event_id = d.event_id and s.draw_id = d.id and s.state = 'queued' and s.ticket is null)
     where d.id = $1 and d.state = 'opened' and (d.counted_at <= $3 or d.counted_at > $2)`,
    [drawId, now, countedBefore],
  );
}
