import { maxRealtimeBytes } from '../../../contract/limits.ts';
import type { SeatStatus } from '../../../contract/seatmap.ts';
import type { Services } from '../../services.ts';
import type { ChangedSeat } from './seats.ts';

/** Room a message needs beside its changes: the frame around the list. */
const frameBytes = 128;

/**
 * Tells everybody looking at an event which seats changed hands, in messages of at most 4 KiB (§9.47). `holderId` is the account
 * that has them now: it learns that they are its own, everybody else that they are not (§17.41).
 */
export function publishSeats(
  services: Pick<Services, 'db' | 'broker'>,
  slug: string,
  seats: readonly ChangedSeat[],
  status: SeatStatus,
  holderId: string | null = null,
): void {
  const { broker } = services;
  publishPlacesLeft(
    services,
    slug,
    seats.flatMap(({ standing_in }) => standing_in ?? []),
  );
  const holder = holderId === null ? {} : { user_id: holderId };
  let changes: { seat_number: string; status: SeatStatus }[] = [];
  let bytes = frameBytes;
  for (const { seat_number, standing_in } of seats) {
    if (standing_in !== null) continue;
    const change = { seat_number, status };
    const size = Buffer.byteLength(JSON.stringify(change)) + 1;
    if (bytes + size > maxRealtimeBytes) {
      broker.publish('seats', slug, { ...holder, changes });
      changes = [];
      bytes = frameBytes;
    }
    changes.push(change);
    bytes += size;
  }
  if (changes.length > 0) broker.publish('seats', slug, { ...holder, changes });
}

/** Above this number nobody needs to hear how many places are left. */
const countedPlaces = 200;

/** Tells everybody who looks at an event how many places of standing categories are left, where they are few. */
function publishPlacesLeft(
  { db, broker }: Pick<Services, 'db' | 'broker'>,
  slug: string,
  categories: readonly string[],
): void {
  if (categories.length === 0) return;
  const tell = async () => {
    const places: { category: string; left: number }[] = [];
    for (const category of new Set(categories)) {
      const [row] = await db.query<{ left: number }>(
        `select count(*)::int as left from (select 1 from seats
           where category_id = $1 and is_standing and status = 'available' limit ${countedPlaces}) f`,
        [category],
      );
      const left = row?.left ?? 0;
      if (left < countedPlaces) places.push({ category, left });
    }
    if (places.length > 0) broker.publish('seats', slug, { changes: [], places });
  };
  // A lost message costs one poll.
  tell().catch(() => {});
}
