import { documentLink, type WantedTickets } from '../../../contract/ticket/document-link.ts';
import type { Api } from '../../effects/http/api.ts';
import { saveAddress } from '../../effects/save-file.ts';

/**
 * Saves tickets as one PDF by a link with an address of its own: some browsers open a blob in the place of the page, and those inside other
 * apps lose it (decision 132). Returns false if the file was not made.
 */
export async function saveTickets(api: Api, wanted: WantedTickets, name: string): Promise<boolean> {
  const made = await api.call(documentLink, { body: wanted });
  if (made.ok) saveAddress(made.value.address, name);
  return made.ok;
}

/** Saves every ticket of an event, or of one of its orders. */
export function saveEventTickets(
  api: Api,
  slug: string,
  order: string | undefined,
): Promise<boolean> {
  const wanted = { event: slug, ...(order === undefined ? {} : { order }) };
  return saveTickets(api, wanted, `tickets-${slug}.pdf`);
}

/**
 * Saves the tickets of a new order: several as one file, because browsers ask before a second download and some keep only the last. Returns
 * false if there is none yet, or the file was not made.
 */
export async function saveOrderTickets(
  api: Api,
  slug: string,
  order: { readonly order_code: string; readonly ticket_ids: readonly string[] },
): Promise<boolean> {
  const [first, ...others] = order.ticket_ids;
  if (first === undefined) return false;
  return others.length === 0
    ? saveTickets(api, { ticket: first }, `ticket-${order.order_code}.pdf`)
    : saveEventTickets(api, slug, order.order_code);
}
