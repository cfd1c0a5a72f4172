import { myEventTickets, type OrderSummary } from '../../../contract/ticket/tickets.ts';
import type { Kept } from './store.ts';

/** Names of the stored responses. */
export const keptNames = {
  orders: 'orders',
  event: (slug: string) => `event/${slug}`,
  ticket: (id: string) => `ticket/${id}`,
} as const;

/** Names of stored responses for events without tickets of the buyer, for instance after a refund. */
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
