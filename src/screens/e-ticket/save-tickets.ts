import { eTicket, eventTicketsPdf, ticketPdf } from '../../../contract/ticket/tickets.ts';
import type { Api } from '../../effects/http/api.ts';
import { saveFile } from '../../effects/save-file.ts';

/** Saves every ticket of an event, or of one of its orders, as one PDF; returns false if the read failed. */
export async function saveEventTickets(
  api: Api,
  slug: string,
  order: string | undefined,
): Promise<boolean> {
  const query = order === undefined ? {} : { order };
  const file = await api.file(eventTicketsPdf, { params: { eventId: slug }, query });
  if (file.ok) saveFile(file.value, `tickets-${slug}.pdf`);
  return file.ok;
}

async function saveTicket(api: Api, id: string): Promise<boolean> {
  const params = { id };
  const [file, ticket] = await Promise.all([
    api.file(ticketPdf, { params }),
    api.call(eTicket, { params }),
  ]);
  const code = ticket.ok ? ticket.value.ticket.ticket_code : id;
  if (file.ok) saveFile(file.value, `ticket-${code}.pdf`);
  return file.ok;
}

/**
 * Saves the tickets of a new order: one under its code (§7), several as one file, because browsers ask before a second download and some
 * keep only the last. Returns false if there is none yet, or the read failed.
 */
export async function saveOrderTickets(
  api: Api,
  slug: string,
  order: { readonly order_code: string; readonly ticket_ids: readonly string[] },
): Promise<boolean> {
  const [first, ...others] = order.ticket_ids;
  if (first === undefined) return false;
  return others.length === 0
    ? saveTicket(api, first)
    : saveEventTickets(api, slug, order.order_code);
}
