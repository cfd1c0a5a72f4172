import * as z from 'zod/mini';
import { defineCall } from '../call/call.ts';
import { atMost, instantSchema, orderParams, personNameSchema } from '../fields.ts';
import { manyLines, oneLine, visible } from '../texts/visible-text.ts';

/** The page of the support desk. */
export const deskPagePath = '/desk';
/** The most orders of one search. */
export const maxFoundOrders = 30;
/** The most lines of an order's history. */
export const maxHistoryLines = 300;

const accountSchema = z.object({ bank: z.string(), number: z.string(), holder: z.string() });
const ticketParams = z.object({ id: z.string().check(atMost(36), z.uuid('Not a ticket')) });

/** One order of a search. */
export const foundOrderSchema = z.object({
  order_code: z.string(),
  event_name: z.string(),
  event_starts_at: instantSchema,
  buyer_name: z.string(),
  buyer_email: z.string(),
  status: z.string(),
  /** Seats by number, and categories of standing places. */
  places: z.array(z.string()),
  /** Whole rupiah. */
  total: z.number(),
  created_at: instantSchema,
});
/** One order of a search. */
export type FoundOrder = z.infer<typeof foundOrderSchema>;

/** One ticket of an order as the desk sees it, the replaced ones included. */
export const deskTicketSchema = z.object({
  id: z.string(),
  ticket_code: z.string(),
  place: z.string(),
  category: z.string(),
  holder_name: z.string(),
  state: z.enum(['valid', 'entered', 'void', 'replaced']),
  /** True if it belongs to another account than the order. */
  given_away: z.boolean(),
  /** What was paid for it, whole rupiah; null in one that a former version sold minutes ago. */
  paid: z.nullable(z.number()),
});
/** One ticket of an order as the desk sees it. */
export type DeskTicket = z.infer<typeof deskTicketSchema>;

/** One line of an order's history. */
export const historyLineSchema = z.object({
  at: instantSchema,
  kind: z.enum(['record', 'gateway', 'letter', 'scan']),
  /** Audit verb, outcome of the gateway, subject of an e-mail, or name of a door. */
  what: z.string(),
  /** State before and after, state of an e-mail or a notice. */
  detail: z.nullable(z.string()),
  /** Name of the person of the staff; null for the buyer, a command and the server. */
  staff: z.nullable(z.string()),
});
/** One line of an order's history. */
export type HistoryLine = z.infer<typeof historyLineSchema>;

/** An order with all that happened to it. */
export const deskOrderSchema = z.object({
  ...foundOrderSchema.shape,
  event_slug: z.string(),
  buyer_phone: z.string(),
  tickets: z.array(deskTicketSchema),
  payments: z.array(
    z.object({
      id: z.string(),
      method_name: z.string(),
      gateway: z.string(),
      status: z.string(),
      amount: z.number(),
      created_at: instantSchema,
      /** The refunds of this payment, as its buyer, the staff, a rule or the gateway's dashboard asked for them, oldest first. */
      refunds: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(['whole', 'tickets', 'goodwill', 'dashboard']),
          /** The places of the tickets that it gives back. */
          places: z.array(z.string()),
          state: z.string(),
          amount: z.number(),
          reason: z.string(),
          note: z.nullable(z.string()),
          /** The account of its buyer; null where none is known, and for those who may not refund. */
          account: z.optional(z.nullable(accountSchema)),
          /** Since when its buyer is asked for a bank account, and how many reminders were due; null for one that waits for none. */
          account_wait: z.nullable(z.object({ since: instantSchema, reminders: z.number() })),
          /** Since when the gateway has not said whether it sent the refund; null where nothing blocks it. */
          blocked_since: z.nullable(instantSchema),
        }),
      ),
    }),
  ),
  history: z.array(historyLineSchema),
});
/** An order with all that happened to it. */
export type DeskOrder = z.infer<typeof deskOrderSchema>;

/** GET /desk/orders: orders by order code, ticket code, seat, e-mail, phone number or an id of the gateway; the newest first. */
export const deskFind = defineCall({
  method: 'GET',
  path: '/desk/orders',
  summary: 'Find orders by order code, ticket code, seat, e-mail, phone number or gateway id',
  access: 'staff',
  act: 'findOrder',
  query: z.object({
    q: z
      .string()
      .check(visible(), atMost(254), oneLine(), z.minLength(3, 'Type at least 3 characters')),
  }),
  answer: z.object({ orders: z.array(foundOrderSchema) }),
});

/** What a refund waits for: a decision, a payout that is on its way, a transfer by hand, or somebody who looks after a failure. */
export const refundStages = ['asked', 'toPay', 'failed', 'accountGiven'] as const;

/** One refund of the worklist. */
export const refundWorkSchema = z.object({
  id: z.string(),
  stage: z.enum(refundStages),
  order_code: z.string(),
  event_name: z.string(),
  event_starts_at: instantSchema,
  buyer_name: z.string(),
  /** Whole rupiah. */
  amount: z.number(),
  /** The places of the tickets that it gives back. */
  places: z.array(z.string()),
  since: instantSchema,
  /** Null where none is known, and for those who may not refund. */
  account: z.nullable(accountSchema),
});
/** One refund of the worklist. */
export type RefundWork = z.infer<typeof refundWorkSchema>;

/** GET /desk/refunds: refunds that wait for the staff or for a payout, the oldest first. A look at accounts is recorded in the audit log. */
export const deskRefunds = defineCall({
  method: 'GET',
  path: '/desk/refunds',
  summary: 'Refunds that wait for the staff or for a payout',
  access: 'staff',
  act: 'findOrder',
  answer: z.object({ refunds: z.array(refundWorkSchema) }),
});

/** GET /desk/orders/{orderCode}: one order with its history. The look is recorded in the audit log. */
export const deskOrder = defineCall({
  method: 'GET',
  path: '/desk/orders/{orderCode}',
  summary: 'An order with its tickets, payments and history',
  access: 'staff',
  act: 'findOrder',
  params: orderParams,
  refusals: { orderNotFound: 404 },
  answer: deskOrderSchema,
});

/** GET /desk/orders/{orderCode}/answers: the answers of its forms, with their questions. The look is recorded in the audit log. */
export const deskAnswers = defineCall({
  method: 'GET',
  path: '/desk/orders/{orderCode}/answers',
  summary: 'The answers of the forms of an order',
  access: 'staff',
  act: 'readAnswers',
  params: orderParams,
  refusals: { orderNotFound: 404 },
  answer: z.object({
    answers: z.array(
      z.object({ ticket_code: z.nullable(z.string()), question: z.string(), answer: z.string() }),
    ),
  }),
});

/** POST /desk/orders/{orderCode}/letters: sends the e-mail with the tickets again. */
export const deskSendAgain = defineCall({
  method: 'POST',
  path: '/desk/orders/{orderCode}/letters',
  summary: 'Send the e-mail with the tickets again',
  access: 'staff',
  act: 'correctOrder',
  params: orderParams,
  refusals: { orderNotFound: 404, orderNotPaid: 409 },
  answer: z.null(),
});

/** POST /desk/tickets/{id}/holder: corrects the name on a ticket; its code stays. */
export const deskRename = defineCall({
  method: 'POST',
  path: '/desk/tickets/{id}/holder',
  summary: 'Correct the name on a ticket',
  access: 'staff',
  act: 'correctOrder',
  params: ticketParams,
  body: z.strictObject({ name: personNameSchema }),
  refusals: { ticketNotFound: 404 },
  answer: z.null(),
});

/** POST /desk/tickets/{id}/reissue: voids a ticket and issues another for the same seat, with an e-mail. */
export const deskReissue = defineCall({
  method: 'POST',
  path: '/desk/tickets/{id}/reissue',
  summary: 'Void a ticket and issue another for the same seat',
  access: 'staff',
  act: 'correctOrder',
  params: ticketParams,
  body: z.strictObject({}),
  refusals: { ticketNotFound: 404, ticketUsed: 409 },
  answer: z.object({ id: z.string() }),
});

/** POST /desk/tickets/{id}/void: voids a ticket without another, and keeps its place or puts it on sale again; no money moves. */
export const deskVoid = defineCall({
  method: 'POST',
  path: '/desk/tickets/{id}/void',
  summary: 'Void a ticket, and keep its place or put it on sale again; no money moves',
  access: 'staff',
  act: 'correctOrder',
  params: ticketParams,
  body: z.strictObject({ seat: z.enum(['kept', 'onSale'], 'Say what becomes of the place') }),
  refusals: { ticketNotFound: 404, ticketUsed: 409 },
  answer: z.null(),
});

/** POST /desk/tickets/{id}/move: moves a ticket to a free seat of its event, at the price that was paid, with an e-mail. */
export const deskMove = defineCall({
  method: 'POST',
  path: '/desk/tickets/{id}/move',
  summary: 'Move a ticket to another seat of its event, at the price paid',
  access: 'staff',
  act: 'correctOrder',
  params: ticketParams,
  body: z.strictObject({
    seat_number: z.string().check(visible(), atMost(40), oneLine(), z.minLength(1)),
  }),
  refusals: { ticketNotFound: 404, ticketUsed: 409, seatsTaken: 409 },
  answer: z.object({ id: z.string() }),
});

/** The payment of the order that is meant, by id; may be left out where money came once. */
const payment = z.exactOptional(z.string().check(atMost(36), z.uuid('Not a payment')));

/** The refund that is meant, by id; may be left out where one is open. */
const refund = z.exactOptional(z.string().check(atMost(36), z.uuid('Not a refund')));

/** POST /desk/orders/{orderCode}/refund: takes the refund of an order one step on its way. */
export const deskRefund = defineCall({
  method: 'POST',
  path: '/desk/orders/{orderCode}/refund',
  summary:
    'Begin, approve or refuse a refund of an order or of its tickets, pay goodwill, note that it was paid by hand, or overrule a silent gateway',
  access: 'staff',
  act: 'refund',
  params: orderParams,
  body: z.discriminatedUnion('step', [
    z.strictObject({
      step: z.literal('begin'),
      payment,
      /** Whole rupiah; null is what the policy of the order gives. */
      amount: z.nullable(z.int().check(z.positive('Must be more than 0'))),
      /** The tickets that become void, by id; all of the order where they are left out. */
      tickets: z.exactOptional(
        z
          .array(z.string().check(atMost(36), z.uuid('Not a ticket')))
          .check(z.minLength(1, 'Choose a ticket'), z.maxLength(50, 'Too many tickets')),
      ),
    }),
    // Money that voids no ticket.
    z.strictObject({
      step: z.literal('goodwill'),
      payment,
      amount: z.int().check(z.positive('Must be more than 0')),
    }),
    z.strictObject({ step: z.literal('approve'), payment, refund }),
    z.strictObject({
      step: z.literal('refuse'),
      payment,
      refund,
      reason: z.string().check(visible(), atMost(500), manyLines(), z.minLength(1, 'Say why')),
    }),
    z.strictObject({
      step: z.literal('overrule'),
      payment,
      refund,
      reason: z.string().check(visible(), atMost(500), manyLines(), z.minLength(1, 'Say why')),
    }),
    z.strictObject({
      step: z.literal('paid'),
      payment,
      refund,
      reference: z
        .string()
        .check(visible(), atMost(200), oneLine(), z.minLength(1, 'Name the reference')),
    }),
  ]),
  refusals: { orderNotFound: 404, refundStepImpossible: 409 },
  answer: z.null(),
});
