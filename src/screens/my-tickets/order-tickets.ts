import type { IssuedTicket, OrderSummary } from '../../../contract/ticket/tickets.ts';

/** The tickets of one order among those of its event; all of them if the back end sends no order ids. */
export function ticketsOf(
  order: Pick<OrderSummary, 'order_id'>,
  tickets: readonly IssuedTicket[],
): readonly IssuedTicket[] {
  const { order_id } = order;
  if (order_id === undefined) return tickets;
  return tickets.filter((ticket) => ticket.order_id === undefined || ticket.order_id === order_id);
}
