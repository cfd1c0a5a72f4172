import type { SeatsMessage } from '../../contract/realtime.ts';
import type { SeatChanges } from './seat-draft.types.ts';

/** What a message of the broker says of seats that are not free: whose they are, where it says so (§2.216). */
export function seatChangesOf({
  changes,
  places = [],
  mine,
}: SeatsMessage): { readonly type: 'seats.changed' } & Required<SeatChanges> {
  const gone = changes.flatMap(({ seat_number: number, status }) =>
    status === 'available' ? [] : [number],
  );
  return {
    type: 'seats.changed',
    taken: mine === false ? gone : [],
    mine: mine === true ? gone : [],
    doubted: mine === undefined ? gone : [],
    left: places.map(({ category, left }) => ({ categoryId: category, left })),
  };
}
