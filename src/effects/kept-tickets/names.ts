import { myEventTickets, type OrderSummary } from '../../../contract/tickets.ts';
import type { Kept } from './store.ts';

/** Under which names answers are kept. */
export const keptNames = {
  orders: 'orders',
  event: (slug: string) => `event/${slug}`,
  ticket: (id: string) => `ticket/${id}`,
} as const;

/** What is kept of events that the buyer holds no ticket for any more, as after a refund. */
export function goneNames(
  kept: readonly Kept[],
  orders: readonly Pick<OrderSummary, 'event_slug'>[],
): string[] {
  const held = new Set(orders.map(({ event_slug }) => keptNames.event(event_slug)));
  return kept
    .filter(({ name }) => name.startsWith(keptNames.event('')) && !held.has(name))
    .flatMap(({ name, value }) => {
      const tickets = myEventTickets.answer.safeParse(value);
      const ids = tickets.success ? tickets.data.data.map(({ id }) => id) : [];
      return [name, ...ids.map(keptNames.ticket)];
    });
}
