import type { WantedTickets } from '../../../contract/ticket/document-link.ts';
import type { ETicket } from '../../../contract/ticket/tickets.ts';
import { dateOf } from '../catalogue/events.ts';
import { pageOf } from '../catalogue/lists.ts';
import { DemoRefusal, type DemoWorld, type Handlers } from './call.ts';
import { eventOf } from './catalogue.ts';
import { laterStateOf } from './later-forms.ts';
import { markedPdf, ticketHtml, ticketsPdf } from './ticket-files.ts';

const withCommas = (amount: number) => String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',');

function paidBy(world: DemoWorld, accountId: string) {
  return world.state.purchases.filter(
    (purchase) => purchase.accountId === accountId && purchase.status === 'completed',
  );
}

/** Content of the QR code: words that say that this is no ticket. */
const scanned = (code: string) => `CONTOH ROETIX ${code}: bukan tiket`;

function heldTicket(world: DemoWorld, accountId: string, id: string): ETicket | null {
  for (const purchase of paidBy(world, accountId)) {
    const ticket = purchase.tickets.find((each) => each.id === id);
    if (ticket === undefined) continue;
    const event = eventOf(purchase.slug);
    return {
      id: ticket.id,
      event_name: event.name,
      venue_name: event.venue.name,
      event_date: dateOf(event, world.now),
      qr_code: scanned(ticket.code),
      ticket_code: ticket.code,
      holder_name: ticket.holder,
      order_id: purchase.orderCode,
      category_name: ticket.category,
      seat_number: ticket.seat,
      organizer_name: event.organizerName,
      organizer_logo: event.logo,
      later_forms: laterStateOf(purchase),
    };
  }
  return null;
}

export function ticketOf(world: DemoWorld, accountId: string, id: string): ETicket {
  const ticket = heldTicket(world, accountId, id);
  if (ticket === null) throw new DemoRefusal('ticketNotFound');
  return ticket;
}

/** The demo signs no links. */
function noLink(): never {
  throw new DemoRefusal('refundLinkInvalid');
}

function pdfOf(world: DemoWorld, accountId: string, wanted: WantedTickets): string {
  if ('ticket' in wanted) return ticketsPdf([ticketOf(world, accountId, wanted.ticket)]);
  const held = paidBy(world, accountId)
    .filter(({ slug }) => slug === wanted.event)
    .filter(({ orderCode }) => wanted.order === undefined || orderCode === wanted.order)
    .flatMap(({ tickets }) => tickets);
  if (held.length === 0) throw new DemoRefusal('ticketNotFound');
  return ticketsPdf(held.map(({ id }) => ticketOf(world, accountId, id)));
}

/** Calls for tickets, their files and the history. */
export const ticketCalls: Handlers<
  | 'myTickets'
  | 'myEventTickets'
  | 'eventTicketsPdf'
  | 'eTicket'
  | 'eTicketHtml'
  | 'ticketPdf'
  | 'purchaseHistory'
  | 'invoicePdf'
  | 'documentLink'
  | 'documentFile'
  | 'orderRefund'
  | 'askOrderRefund'
  | 'keepTickets'
  | 'refundAccount'
  | 'checkRefundAccount'
  | 'giveRefundAccount'
> = {
  myTickets: ({ caller, world }) => ({
    data: paidBy(world, caller.id).map((purchase) => {
      const { slug, total, tickets, orderCode } = purchase;
      const event = eventOf(slug);
      return {
        event_slug: slug,
        name: event.name,
        banner: event.poster,
        venue_name: event.venue.name,
        datetime: dateOf(event, world.now),
        ticket_amount: tickets.length,
        total_paid_amount: withCommas(total),
        order_id: orderCode,
        later_forms: laterStateOf(purchase),
      };
    }),
  }),
  myEventTickets: ({ params, caller, world }) => ({
    data: {
      data: paidBy(world, caller.id)
        .filter(({ slug }) => slug === params.eventId)
        .flatMap(({ tickets, orderCode }) =>
          tickets.map(({ id, code, category, seat, holder }) => ({
            id,
            ticket_code: code,
            ticket_type: category,
            seat_number: seat,
            qr_code: scanned(code),
            holder_name: holder,
            order_id: orderCode,
          })),
        ),
    },
  }),
  eventTicketsPdf: ({ params, query, caller, world }) => ({
    data: pdfOf(world, caller.id, { event: params.eventId, ...query }),
  }),
  // A ticket of a closed demo tab shows the sample ticket, like a ticket without data (§2.363).
  eTicket({ params, caller, world }) {
    const ticket = heldTicket(world, caller.id, params.id);
    return { data: ticket === null ? null : { ticket } };
  },
  eTicketHtml: ({ params, caller, world }) => ({
    data: ticketHtml(ticketOf(world, caller.id, params.id)),
  }),
  ticketPdf: ({ params, caller, world }) => ({
    data: pdfOf(world, caller.id, { ticket: params.id }),
  }),
  // No server serves an address of the demo: it holds the file itself.
  documentLink: ({ body, caller, world }) => ({
    data: { address: `data:application/pdf;base64,${btoa(pdfOf(world, caller.id, body))}` },
  }),
  documentFile() {
    throw new DemoRefusal('documentLinkOver');
  },
  invoicePdf({ params, caller, world }) {
    const order = paidBy(world, caller.id).find(({ orderCode }) => orderCode === params.orderCode);
    if (order === undefined) throw new DemoRefusal('invoiceNotFound');
    return {
      data: markedPdf([
        [
          'Invoice',
          order.orderCode,
          eventOf(order.slug).name,
          `Rp${withCommas(order.total).replaceAll(',', '.')}`,
          'Invoice contoh dari demo. Tidak ada uang yang berpindah.',
        ],
      ]),
    };
  },
  orderRefund({ params, caller, world }) {
    const order = paidBy(world, caller.id).find(({ orderCode }) => orderCode === params.orderCode);
    if (order === undefined) throw new DemoRefusal('orderNotFound');
    const event = eventOf(order.slug);
    return {
      data: {
        order_code: order.orderCode,
        event: { slug: order.slug, name: event.name, datetime: dateOf(event, world.now) },
        paid: order.total,
        policy: null,
        askable: 0,
        tickets: [],
        left: order.total,
        everything_until: null,
        everything_open: false,
        kept: false,
        refund: null,
        refunds: [],
      },
    };
  },
  askOrderRefund: () => {
    throw new DemoRefusal('refundUnavailable');
  },
  keepTickets: () => {
    throw new DemoRefusal('refundUnavailable');
  },
  refundAccount: noLink,
  checkRefundAccount: noLink,
  giveRefundAccount: noLink,
  purchaseHistory({ query, caller, world }) {
    const all = world.state.purchases
      .filter(({ accountId }) => accountId === caller.id)
      .map(({ orderCode, slug, total, status }) => {
        const event = eventOf(slug);
        return {
          transaction_id: orderCode,
          title: event.name,
          image: event.poster,
          datetime: dateOf(event, world.now),
          venue: event.venue.name,
          order_status: status,
          total_price: total,
        };
      });
    const { items, pagination } = pageOf(all, query.page ?? 1, query.per_page ?? 100);
    return { data: items, pagination };
  },
};
