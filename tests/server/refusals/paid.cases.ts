import { randomUUID } from 'node:crypto';
import { calls } from '../../../contract/call/calls.ts';
import { createDocumentLinks } from '../../../server/domain/ticket/document-link.ts';
import type { Services } from '../../../server/services.ts';
import { withParts } from '../support/open-shop.ts';
import { askBack, enter, paidTickets } from '../support/paid-tickets.ts';
import { offerEverything, paidOrder } from '../support/payment-rows.ts';
import { seminar, theatre } from '../support/purchase.ts';
import type { TestApp, TestClient } from '../support/test-app.ts';
import {
  type Answered,
  asBuyer,
  asGuest,
  buyerCalls,
  guestCalls,
  type Provoke,
  type SomeProvocations,
  withEvent,
} from './shops.ts';

const missing = { params: { slug: 'tidak-ada' } };
const noTicket = { params: { id: randomUUID() } };
const noOrder = { params: { orderCode: 'TIADA-1' } };
const noEvent = { params: { eventId: 'tidak-ada' } };
const version = '0123456789abcdef';

/** The account has used up its budget, as any other account. */
const whileSpent = (app: TestApp, act: () => Answered) =>
  withParts<Services['budget'], Awaited<Answered>>(app.services.budget, { take: () => 5 }, act);

interface Bought {
  readonly buyer: TestClient;
  readonly id: string;
  readonly orderCode: string;
}
async function bought(app: TestApp): Promise<Bought> {
  const { buyer, orderCode, tickets } = await paidTickets(app, 1, seminar);
  return { buyer, orderCode, id: tickets[0]?.id ?? '' };
}
/** The refusals of a document while the worker has too much to do, or is away. */
const documentOf = (fetch: (bought: Bought, app: TestApp) => Answered) => ({
  documentsBusy: asGuest(async (_, app) => {
    const mine = await bought(app);
    return whileSpent(app, () => fetch(mine, app));
  }),
  documentsAway: (async ({ paperless }) => {
    const app = await paperless();
    return fetch(await bought(app), app);
  }) as Provoke,
});
/** Fetches a ticket by an address in the name of an account. */
async function fetchLinked(app: TestApp, client: TestClient, ticket: string) {
  const { clock, db, keys } = app.services;
  const rows = await db.query<{ account_id: string }>(
    'select account_id from tickets where id = $1',
    [ticket],
  );
  const accountId = rows[0]?.account_id ?? randomUUID();
  const link = createDocumentLinks(keys.device).sign(
    { accountId, wanted: { ticket } },
    clock.now(),
  );
  return client.call(calls.documentFile, { query: { link } });
}

/** The refusals of reads: catalogue, tickets, invoices. */
const readingCases = {
  eventDetail: { eventNotFound: guestCalls(calls.eventDetail, missing) },
  seatmapCategories: { eventNotFound: guestCalls(calls.seatmapCategories, missing) },
  seatmapLayout: {
    eventNotFound: guestCalls(calls.seatmapLayout, { params: { ...missing.params, version } }),
    layoutNotFound: guestCalls(calls.seatmapLayout, { params: { slug: seminar, version } }),
  },
  eventForms: { eventNotFound: buyerCalls(calls.eventForms, missing) },
  eTicket: { ticketNotFound: buyerCalls(calls.eTicket, noTicket) },
  eTicketHtml: { ticketNotFound: buyerCalls(calls.eTicketHtml, noTicket) },
  eventTicketsPdf: {
    ticketNotFound: buyerCalls(calls.eventTicketsPdf, noEvent),
    ...documentOf(({ buyer }) =>
      buyer.call(calls.eventTicketsPdf, { params: { eventId: seminar } }),
    ),
  },
  ticketPdf: {
    ticketNotFound: buyerCalls(calls.ticketPdf, noTicket),
    ...documentOf(({ buyer, id }) => buyer.call(calls.ticketPdf, { params: { id } })),
  },
  documentLink: {
    ticketNotFound: buyerCalls(calls.documentLink, { body: { ticket: noTicket.params.id } }),
    ...documentOf(({ buyer, id }) => buyer.call(calls.documentLink, { body: { ticket: id } })),
  },
  documentFile: {
    documentLinkOver: guestCalls(calls.documentFile, { query: { link: 'x.y' } }),
    ticketNotFound: asGuest((guest, app) => fetchLinked(app, guest, noTicket.params.id)),
    ...documentOf(({ buyer, id }, app) => fetchLinked(app, buyer, id)),
  },
  invoicePdf: {
    invoiceNotFound: buyerCalls(calls.invoicePdf, noOrder),
    ...documentOf(({ buyer, orderCode }) =>
      buyer.call(calls.invoicePdf, { params: { orderCode } }),
    ),
  },
} satisfies SomeProvocations;

type Order = Awaited<ReturnType<typeof paidOrder>>;
/** The buyer of a paid order whose event gives everything back, or nothing. */
const ofPaid = (isOffered: boolean, act: (order: Order) => Answered) =>
  asGuest(async (_, app) => {
    const order = await paidOrder(app, theatre, 'qris', 1);
    await offerEverything(app, theatre, isOffered);
    const answer = await act(order);
    await offerEverything(app, theatre, false);
    return answer;
  });
const askFor = ({ buyer, params }: Pick<Order, 'buyer' | 'params'>, expected: number) =>
  buyer.call(calls.askOrderRefund, { params, body: { expected } });

const account = { bank: 'bca', number: '12345', holder: 'Ani Uji' } as const;
const check = (client: TestClient, token: string) =>
  client.call(calls.checkRefundAccount, { params: { token }, body: account });
const give = (client: TestClient, token: string) =>
  client.call(calls.giveRefundAccount, { params: { token }, body: account });
/** Somebody with the link of a refund that waits for a bank account. */
const withLink = (act: (guest: TestClient, token: string, app: TestApp) => Answered) =>
  asGuest(async (guest, app) => {
    const order = await paidOrder(app, theatre, 'bca', 1);
    await offerEverything(app, theatre, true);
    await askFor(order, order.payment.amount);
    await app.tick();
    await offerEverything(app, theatre, false);
    const { params } = order;
    const { refund } = (await order.buyer.call(calls.orderRefund, { params })).body.data;
    return act(guest, refund?.account_token ?? '', app);
  });

/** The refusals of the calls with which buyers ask for their money. */
const refundCases = {
  orderRefund: { orderNotFound: buyerCalls(calls.orderRefund, noOrder) },
  askOrderRefund: {
    orderNotFound: asBuyer((buyer) => askFor({ buyer, ...noOrder }, 1)),
    refundUnavailable: ofPaid(false, (order) => askFor(order, 1)),
    refundAmountChanged: ofPaid(true, (order) => askFor(order, order.payment.amount - 1)),
    refundBegun: ofPaid(true, async (order) => {
      await askFor(order, order.payment.amount);
      return askFor(order, order.payment.amount);
    }),
  },
  keepTickets: {
    orderNotFound: buyerCalls(calls.keepTickets, noOrder),
    refundUnavailable: ofPaid(false, ({ buyer, params }) =>
      buyer.call(calls.keepTickets, { params }),
    ),
  },
  refundAccount: {
    refundLinkInvalid: guestCalls(calls.refundAccount, { params: { token: 'TIADA' } }),
  },
  checkRefundAccount: {
    refundLinkInvalid: asGuest((guest) => check(guest, 'TIADA')),
    accountUnknown: withLink(async (guest, token, app) => {
      const gateway = app.services.gateways.of('simulated');
      const send = () => Promise.reject(new Error('never sent'));
      Object.assign(gateway, { payouts: { holderOf: async () => null, send } });
      const refused = await check(guest, token);
      Reflect.deleteProperty(gateway, 'payouts');
      return refused;
    }),
    accountTaken: withLink(async (guest, token) => {
      await give(guest, token);
      return check(guest, token);
    }),
  },
  giveRefundAccount: {
    refundLinkInvalid: asGuest((guest) => give(guest, 'TIADA')),
    accountTaken: withLink(async (guest, token) => {
      await give(guest, token);
      return give(guest, token);
    }),
  },
} satisfies SomeProvocations;

type Save = (buyer: TestClient, params: { orderCode: string }, formId: string) => Answered;
const save = (buyer: TestClient, params: { orderCode: string }, form_submissions: object = {}) =>
  buyer.call(calls.saveLaterForms, { params, body: { form_submissions } });
const readIt: Save = (buyer, params) => buyer.call(calls.laterForms, { params });
const saveIt: Save = (buyer, params) => save(buyer, params);

/** The buyer of a paid order while the forms of its event are later ones. */
const ofLater = (act: (...given: [...Parameters<Save>, TestApp]) => Answered) =>
  asGuest(async (_, app) => {
    const { buyer, params } = await paidOrder(app, theatre, 'qris', 1);
    const setLater = (isLater: boolean) =>
      app.services.db.query<{ id: string }>(
        `update forms set later = $2, is_active = $2
         where event_id = (select id from events where slug = $1) returning id`,
        [theatre, isLater],
      );
    const [form] = await setLater(true);
    try {
      return await act(buyer, params, form?.id ?? '', app);
    } finally {
      await setLater(false);
    }
  });
const ended = (act: Save) =>
  ofLater(async (buyer, params, formId, app) => {
    const set = (status: string) =>
      app.services.db.query('update orders set status = $2 where order_code = $1', [
        params.orderCode,
        status,
      ]);
    await set('refunded');
    const answer = await act(buyer, params, formId);
    await set('completed');
    return answer;
  });

/** The refusals of forms that are filled in after paying. */
const laterCases = {
  laterForms: { orderNotFound: buyerCalls(calls.laterForms, noOrder), orderEnded: ended(readIt) },
  saveLaterForms: {
    orderNotFound: asBuyer((buyer) => save(buyer, noOrder.params)),
    orderEnded: ended(saveIt),
    laterFormsClosed: ofLater((buyer, params, formId, app) =>
      withEvent(app, theatre, 'starts_at', new Date(0), () => saveIt(buyer, params, formId)),
    ),
    formsInvalid: ofLater(saveIt),
    ticketNotInOrder: ofLater((buyer, params, formId) =>
      save(buyer, params, { [formId]: [{ ticket_id: 'tiada', form_data: {} }] }),
    ),
  },
} satisfies SomeProvocations;

interface Offered extends Bought {
  readonly params: { readonly id: string };
  readonly body: { readonly token: string; readonly holder_name: string };
  readonly other: TestClient;
}
/** A ticket that its buyer offers to another person. */
const ofOffered = (act: (offered: Offered, app: TestApp) => Answered) =>
  asBuyer(async (other, app) => {
    const { buyer, orderCode, tickets } = await paidTickets(app, 1, theatre);
    const id = tickets[0]?.id ?? '';
    const params = { id };
    const offer = await buyer.call(calls.offerTransfer, { params, body: {} });
    const body = { token: offer.body.data.token, holder_name: 'Ani' };
    return act({ buyer, other, orderCode, id, params, body }, app);
  });
const offerIt = ({ buyer, params }: Offered) =>
  buyer.call(calls.offerTransfer, { params, body: {} });
const withdrawIt = ({ buyer, params }: Offered) =>
  buyer.call(calls.withdrawTransfer, { params, body: {} });
const acceptIt = ({ body }: Offered, client: TestClient) =>
  client.call(calls.acceptTransfer, { body });
const unknown = { token: 'tidak-ada' };

/** The refusals of tickets that are given to another person. */
const transferCases = {
  ticketTransfer: { ticketNotFound: buyerCalls(calls.ticketTransfer, noTicket) },
  offerTransfer: {
    ticketNotFound: buyerCalls(calls.offerTransfer, { ...noTicket, body: {} }),
    ticketUsed: ofOffered(async (offered, app) => {
      await enter(app, offered.id);
      return offerIt(offered);
    }),
    refundAsked: ofOffered(async (offered, app) => {
      await askBack(app, offered.buyer, offered.orderCode);
      return offerIt(offered);
    }),
    transferClosed: ofOffered((offered, app) =>
      withEvent(app, theatre, 'starts_at', app.services.clock.now(), () => offerIt(offered)),
    ),
  },
  withdrawTransfer: {
    ticketNotFound: buyerCalls(calls.withdrawTransfer, { ...noTicket, body: {} }),
    transferEnded: ofOffered(async (offered) => {
      await withdrawIt(offered);
      return withdrawIt(offered);
    }),
  },
  readTransfer: { transferNotFound: buyerCalls(calls.readTransfer, { body: unknown }) },
  acceptTransfer: {
    transferNotFound: buyerCalls(calls.acceptTransfer, {
      body: { ...unknown, holder_name: 'Ani' },
    }),
    transferEnded: ofOffered(async (offered) => {
      await withdrawIt(offered);
      return acceptIt(offered, offered.other);
    }),
    transferOwn: ofOffered((offered) => acceptIt(offered, offered.buyer)),
    refundAsked: ofOffered(async (offered, app) => {
      await askBack(app, offered.buyer, offered.orderCode);
      return acceptIt(offered, offered.other);
    }),
    ticketUsed: ofOffered(async (offered, app) => {
      await enter(app, offered.id);
      return acceptIt(offered, offered.other);
    }),
  },
} satisfies SomeProvocations;

export const paidCases = { ...readingCases, ...refundCases, ...laterCases, ...transferCases };
