import { buildLayout } from '../../../contract/event-folder/layout.ts';
import { ticketPrice } from '../../../contract/price/pricing.ts';
import type { Seat, Seatmap } from '../../../contract/seatmap.ts';
import type { DemoEvent } from '../catalogue/samples.ts';
import type { DemoState } from './state.ts';

/** Initially one seat in six is sold and one in thirty is held, always the same ones. */
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

/** Seats of an event that the account of the demo holds and has not bought (§3.33). */
function heldSeats(state: DemoState, slug: string): string[] {
  if (state.session?.slug !== slug) return [];
  return state.order?.seats.map(({ number }) => number) ?? [];
}

/** The seat map of an event with the current status of every seat. */
export function seatmapOf(event: DemoEvent, state: DemoState): Seatmap {
  const grid = buildLayout(event.layout, event.categories);
  const placeOf = (name: string) => event.categories.findIndex((each) => each.name === name);
  const items = grid.seats.map(({ seatNumber, row, column, category }): Seat => {
    const place = placeOf(category);
    return {
      id: `${event.slug}-${seatNumber}`,
      seat_number: seatNumber,
      row,
      column,
      ticket_type: category,
      price: ticketPrice(event.categories[place]?.price ?? 0, event.priceRules),
      status: ownStatus(state, event.slug, seatNumber) ?? statusBefore(event.slug, seatNumber),
      category: `${event.slug}-${place + 1}`,
    };
  });
  const blocks = grid.blocks.map(({ kind, row, column }): Seat => {
    const number = `${kind}-${row}-${column}`;
    const place = { id: `${event.slug}-${number}`, seat_number: number, row, column };
    return { ...place, ticket_type: kind, price: 0, status: 'block', category: null };
  });
  return {
    event_status: 'active',
    categories: event.categories.map(({ name, color, price }, index) => {
      const own = items.filter((seat) => seat.ticket_type === name);
      const free = own.filter((seat) => seat.status === 'available').length;
      return {
        id: `${event.slug}-${index + 1}`,
        name,
        color,
        price: ticketPrice(price, event.priceRules),
        max_capacity: own.length,
        sold_tickets_count: own.length - free,
        available_seats: free,
      };
    }),
    seatLayout: {
      totalRows: grid.totalRows,
      totalCols: grid.totalCols,
      items: [...items, ...blocks],
    },
    mine: heldSeats(state, event.slug),
  };
}
