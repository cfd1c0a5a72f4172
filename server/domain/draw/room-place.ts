import { randomInt } from 'node:crypto';
import type { Queryable } from '../../db/db.ts';
import { type SaleFacts, saleStateOf } from '../catalogue/sale.ts';
import { isClosingDue, type PendingDrawRow } from './pending.ts';

/** Letters that are not mistaken for others when a name is read aloud or typed. */
const letters = '23456789abcdefghijkmnpqrstuvwxyz';
/** 80 bits: no two names are equal. */
const nameLength = 16;

/** A place in a waiting room: a random public name in the list of its draw. */
export interface RoomPlace {
  readonly drawId: string;
  readonly entrant: string;
}

/** A new place in the waiting room of a draw. */
export function roomPlace(drawId: string): RoomPlace {
  const name = Array.from({ length: nameLength }, () => letters[randomInt(letters.length)]);
  return { drawId, entrant: name.join('') };
}

/**
 * The draw whose waiting room takes those who join an event now; null where numbers are given. 'again' where the room is about to open or its list
 * about to be closed: the caller has to do that first.
 */
export function roomToJoin(facts: SaleFacts & PendingDrawRow): string | null | 'again' {
  if (isClosingDue(facts)) return 'again';
  if (saleStateOf(facts) !== 'waitingRoom') return null;
  const { draw } = facts;
  if (draw === null) return 'again';
  // Its list is closed although the sale has not begun: the start was moved.
  return draw.state === 'closed' ? null : draw.id;
}

/** Adds people who came in to the count of a waiting room; the next count takes off those who left. */
export async function noteEntrants(q: Queryable, drawId: string, came: number): Promise<void> {
  await q.query('update draws set waiting = waiting + $2 where id = $1', [drawId, came]);
}
