import { randomUUID } from 'node:crypto';
import { calls } from '../../../contract/call/calls.ts';
import { askDraft, askPayment, askSubmit, freeSeats, join, seminar } from '../support/purchase.ts';
import type { TestApp, TestClient } from '../support/test-app.ts';
import type { Provocations, Provoke } from './provocation.ts';
import { oneBuyer, type Shops, withService } from './shops.ts';

const missing = { params: { slug: 'tidak-ada' } };
const spent = { take: () => 5 };

interface Bought {
  readonly buyer: TestClient;
  readonly id: string;
  readonly orderCode: string;
}

async function bought(app: TestApp): Promise<Bought> {
  const buyer = await oneBuyer(app);
  await join(buyer, seminar);
  await askDraft(buyer, seminar, await freeSeats(app, seminar, 1));
  await askSubmit(buyer, seminar, {});
  const { payment } = (await askPayment(buyer, seminar)).body.data;
  return { buyer, id: payment.ticket_ids[0] ?? '', orderCode: payment.order_code };
}

type Fetch = (bought: Bought) => ReturnType<Provoke>;

/** The account has used up its budget for documents. */
const tooOften =
  (fetch: Fetch) =>
  async ({ open }: Shops) => {
    const app = await open();
    const mine = await bought(app);
    return withService(app, 'budget', spent, () => fetch(mine));
  };

const withoutWorker =
  (fetch: Fetch): Provoke =>
  async ({ paperless }) =>
    fetch(await bought(await paperless()));

const unknown = { id: randomUUID(), eventId: 'tidak-ada', orderCode: 'TIADA-1' };
const withStranger =
  (fetch: (stranger: TestClient) => ReturnType<Provoke>): Provoke =>
  async ({ open }) =>
    fetch(await oneBuyer(await open()));

const eventPdf: Fetch = ({ buyer }) =>
  buyer.call(calls.eventTicketsPdf, { params: { eventId: seminar } });
const ticketPdf: Fetch = ({ buyer, id }) => buyer.call(calls.ticketPdf, { params: { id } });
const invoice: Fetch = ({ buyer, orderCode }) =>
  buyer.call(calls.invoicePdf, { params: { orderCode } });

/** The refusals of reads: catalogue, tickets, invoices. */
export const readingCases = {
  eventSearch: {
    searchesBusy: async ({ open }) => {
      const app = await open();
      return withService(app, 'budget', spent, () =>
        app.anonymous().call(calls.eventSearch, { query: { q: 'senja' } }),
      );
    },
  },
  eventDetail: {
    eventNotFound: async ({ open }) => (await open()).anonymous().call(calls.eventDetail, missing),
  },
  seatmapCategories: {
    eventNotFound: async ({ open }) =>
      (await open()).anonymous().call(calls.seatmapCategories, missing),
  },
  seatmapLayout: {
    eventNotFound: async ({ open }) =>
      (await open()).anonymous().call(calls.seatmapLayout, {
        params: { slug: 'tidak-ada', version: '0123456789abcdef' },
      }),
    layoutNotFound: async ({ open }) =>
      (await open()).anonymous().call(calls.seatmapLayout, {
        params: { slug: seminar, version: '0123456789abcdef' },
      }),
  },
  eventForms: {
    eventNotFound: withStranger((stranger) => stranger.call(calls.eventForms, missing)),
  },
  eventTicketsPdf: {
    ticketNotFound: withStranger((stranger) =>
      stranger.call(calls.eventTicketsPdf, { params: { eventId: seminar } }),
    ),
    documentsBusy: tooOften(eventPdf),
    documentsAway: withoutWorker(eventPdf),
  },
  eTicket: {
    ticketNotFound: withStranger((stranger) => stranger.call(calls.eTicket, { params: unknown })),
  },
  eTicketHtml: {
    ticketNotFound: withStranger((stranger) =>
      stranger.call(calls.eTicketHtml, { params: unknown }),
    ),
  },
  ticketPdf: {
    ticketNotFound: withStranger((stranger) => stranger.call(calls.ticketPdf, { params: unknown })),
    documentsBusy: tooOften(ticketPdf),
    documentsAway: withoutWorker(ticketPdf),
  },
  invoicePdf: {
    invoiceNotFound: withStranger((stranger) =>
      stranger.call(calls.invoicePdf, { params: unknown }),
    ),
    documentsBusy: tooOften(invoice),
    documentsAway: withoutWorker(invoice),
  },
} satisfies Provocations<
  | 'eventSearch'
  | 'eventDetail'
  | 'seatmapCategories'
  | 'seatmapLayout'
  | 'eventForms'
  | 'eventTicketsPdf'
  | 'eTicket'
  | 'eTicketHtml'
  | 'ticketPdf'
  | 'invoicePdf'
>;
