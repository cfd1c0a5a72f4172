import type { Seat, Seatmap } from '../../../contract/seatmap.ts';
import type { SampleEvent } from '../catalogue/types.ts';
import type { DemoState } from './state.ts';

/** One seat in six is sold before anybody comes, one in thirty is being bought: the same seats every time. */
function statusBefore(slug: string, number: string): Seat['status'] {
  let hash = 0;
  for (const character of slug + number) hash = (hash * 33 + character.charCodeAt(0)) >>> 0;
  if (hash % 6 === 1) return 'sold';
  return hash % 30 === 4 ? 'in_transaction' : 'available';
}

function ownStatus(state: DemoState, slug: string, number: string): Seat['status'] | null {
  const isSold = state.purchases.some(
    (purchase) =>
      purchase.slug === slug &&
      purchase.status === 'completed' &&
      purchase.tickets.some(({ seat }) => seat === number),
  );
  if (isSold) return 'sold';
  return heldSeats(state, slug).includes(number) ? 'in_transaction' : null;
}

const aisle = 1;

/** Seats of an event that the account of the demo holds and has not bought (ruling R22). */
function heldSeats(state: DemoState, slug: string): string[] {
  if (state.session?.slug !== slug) return [];
  return state.order?.seats.map(({ number }) => number) ?? [];
}

/** The map of an event with every seat as it stands. */
export function seatmapOf(event: SampleEvent, state: DemoState): Seatmap {
  const widest = Math.max(...event.categories.flatMap(({ rows }) => rows));
  const items: Seat[] = [];
  let row = 0;
  let letter = 0;
  event.categories.forEach((category, index) => {
    row += index === 0 ? 0 : aisle;
    for (const width of category.rows) {
      row += 1;
      const label = String.fromCharCode(65 + letter);
      letter += 1;
      for (let place = 1; place <= width; place += 1) {
        const number = `${label}-${place}`;
        items.push({
          id: `${event.slug}-${number}`,
          seat_number: number,
          row,
          column: Math.floor((widest - width) / 2) + place,
          ticket_type: category.name,
          price: category.price,
          status: ownStatus(state, event.slug, number) ?? statusBefore(event.slug, number),
          category: `${event.slug}-${index + 1}`,
        });
      }
    }
  });
  return {
    event_status: 'active',
    categories: event.categories.map(({ name, color, price, rows }, index) => {
      const id = `${event.slug}-${index + 1}`;
      const own = items.filter((seat) => seat.category === id);
      const free = own.filter((seat) => seat.status === 'available').length;
      return {
        id,
        name,
        color,
        price,
        max_capacity: rows.reduce((sum, width) => sum + width, 0),
        sold_tickets_count: own.length - free,
        available_seats: free,
      };
    }),
    seatLayout: { totalRows: row, totalCols: widest, items },
    mine: heldSeats(state, event.slug),
  };
}
