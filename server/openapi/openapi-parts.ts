import * as z from 'zod/mini';
import { otpGrantSchema, userSchema } from '../../contract/account.ts';
import type { CallName } from '../../contract/call/calls.ts';
import { fieldErrorSchema, paginationSchema, refusalSchema } from '../../contract/call/envelope.ts';
import {
  eventDetailSchema,
  eventSummarySchema,
  organizerSchema,
  provinceSchema,
  showSchema,
} from '../../contract/catalogue.ts';
import { eventFormSchema, formFieldSchema, formSubmissionsSchema } from '../../contract/forms.ts';
import {
  type GateCallName,
  gateEntrySchema,
  gateEventSchema,
  gateKeySchema,
  scanAnswerSchema,
} from '../../contract/gate.ts';
import {
  draftAnswerSchema,
  draftItemSchema,
  draftOrderSchema,
  previewSchema,
  pricingSchema,
  voucherInfoSchema,
} from '../../contract/order.ts';
import { paymentDataSchema, paymentMethodSchema, paymentSchema } from '../../contract/payment.ts';
import {
  logMessageSchema,
  type MessageKind,
  paymentMessageSchema,
  queueMessageSchema,
  seatsMessageSchema,
  statusMessageSchema,
} from '../../contract/realtime.ts';
import { seatCategorySchema, seatmapSchema, seatSchema } from '../../contract/seatmap.ts';
import {
  purchaseSessionSchema,
  queueInfoSchema,
  sessionAnswerSchema,
} from '../../contract/session.ts';
import {
  eTicketSchema,
  issuedTicketSchema,
  orderSummarySchema,
  purchaseSchema,
} from '../../contract/tickets.ts';

/** Entities with a schema of their own in the document, by name. */
export const namedSchemas = {
  Refusal: refusalSchema,
  FieldError: fieldErrorSchema,
  Pagination: paginationSchema,
  User: userSchema,
  OtpGrant: otpGrantSchema,
  EventSummary: eventSummarySchema,
  EventDetail: eventDetailSchema,
  Organizer: organizerSchema,
  Show: showSchema,
  Province: provinceSchema,
  Seatmap: seatmapSchema,
  Seat: seatSchema,
  SeatCategory: seatCategorySchema,
  EventForm: eventFormSchema,
  FormField: formFieldSchema,
  FormSubmissions: formSubmissionsSchema,
  SessionAnswer: sessionAnswerSchema,
  PurchaseSession: purchaseSessionSchema,
  QueueInfo: queueInfoSchema,
  OrderPreview: previewSchema,
  Pricing: pricingSchema,
  VoucherInfo: voucherInfoSchema,
  DraftAnswer: draftAnswerSchema,
  DraftOrder: draftOrderSchema,
  DraftItem: draftItemSchema,
  PaymentMethod: paymentMethodSchema,
  Payment: paymentSchema,
  PaymentData: paymentDataSchema,
  OrderSummary: orderSummarySchema,
  IssuedTicket: issuedTicketSchema,
  ETicket: eTicketSchema,
  Purchase: purchaseSchema,
  GateKey: gateKeySchema,
  GateEvent: gateEventSchema,
  GateEntry: gateEntrySchema,
  ScanAnswer: scanAnswerSchema,
  QueueMessage: queueMessageSchema,
  PaymentMessage: paymentMessageSchema,
  LogMessage: logMessageSchema,
  StatusMessage: statusMessageSchema,
  SeatsMessage: seatsMessageSchema,
} as const satisfies Record<string, z.ZodMiniType>;

/** The same entities, as zod looks them up. */
export const entityNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(namedSchemas)) entityNames.add(schema, { id });

/** Name of a call in the document. */
export type DocumentedCall = CallName | GateCallName;

/** Groups of the page in display order, with the calls of each. */
export const groups: Readonly<Record<string, readonly DocumentedCall[]>> = {
  Account: [
    'register',
    'login',
    'generateOtp',
    'otpStatus',
    'validateOtp',
    'me',
    'updateProfile',
    'profilePhoto',
    'changePhoto',
    'forgotPassword',
    'resetPassword',
    'googleUrl',
    'googleCompleteProfile',
    'logout',
  ],
  Catalogue: [
    'featuredEvents',
    'promoEvents',
    'eventList',
    'eventSearch',
    'eventDetail',
    'provinces',
    'seatmapCategories',
    'seatmapLayout',
    'eventForms',
    'legalText',
    'sendContact',
  ],
  Session: ['session', 'joinQueue', 'exitSession'],
  Order: ['orderPreview', 'createDraft', 'readDraft', 'cancelDraft', 'submitForms'],
  Payment: ['paymentMethods', 'createPayment', 'voidPayment', 'paymentStatus'],
  Tickets: [
    'myTickets',
    'myEventTickets',
    'eventTicketsPdf',
    'eTicket',
    'eTicketHtml',
    'ticketPdf',
    'purchaseHistory',
    'invoicePdf',
  ],
  Gate: ['gateKeys', 'gateEvent', 'gateNews', 'gateScans'],
};

/** Refusals of a call beyond those that follow from its row: the meaning of each status. */
export const refusals: Partial<Record<DocumentedCall, Readonly<Record<number, string>>>> = {
  login: { 401: 'Wrong address or password; the words do not say which' },
  register: { 409: 'The account cannot be made with this address' },
  generateOtp: {
    429: 'Cooling down, or past the daily limit; meta carries the same data as an answer',
  },
  validateOtp: {
    410: 'The code has expired or is used up',
    422: 'The code is wrong or not six digits',
  },
  forgotPassword: {
    429: 'The last code is too young, or the codes of the day are used up; `meta` says when',
  },
  resetPassword: {
    410: 'The code has expired or is used up',
    422: 'The code is wrong, or the password will not do',
  },
  googleUrl: {
    501: 'Google sign-in is not configured on this server',
    503: 'The issuer cannot be reached',
  },
  sendContact: { 429: 'The messages of a day are used up' },
  eventDetail: { 404: 'Event not found' },
  seatmapCategories: { 404: 'Event not found' },
  seatmapLayout: { 404: 'Event not found, or another version is in force' },
  eventForms: { 404: 'Event not found' },
  joinQueue: {
    404: 'Event not found',
    409: 'The account has a live session of another event; the session is in meta',
  },
  exitSession: { 409: 'A payment cannot be voided' },
  orderPreview: { 403: 'The session is not online', 404: 'Event or seat not found' },
  createDraft: {
    403: 'The session is not online',
    404: 'Event or seat not found',
    409: "'Seats not available or already taken', or 'active payment session'",
  },
  readDraft: { 403: 'No session for the event', 404: 'No draft' },
  cancelDraft: { 404: 'No draft', 409: "'active payment session'" },
  submitForms: {
    403: 'The session is not online',
    404: 'No draft',
    409: 'The draft is locked with other answers',
  },
  paymentMethods: { 403: "'Active order draft required'" },
  createPayment: {
    403: "'Active order draft required', or 'The time to choose a payment method is over'",
    409: 'The draft cannot be paid any more',
  },
  voidPayment: {
    404: 'No such payment of the account for the event',
    409: 'The payment is paid, ended with its session, or cannot be voided now',
  },
  paymentStatus: { 404: 'No payment of the account for the event' },
  eventTicketsPdf: { 404: 'No ticket of the account for the event, or for the order named' },
  eTicket: { 404: 'No such ticket, or one of somebody else' },
  eTicketHtml: { 404: 'No such ticket, or one of somebody else' },
  ticketPdf: { 404: 'No such ticket, or one of somebody else' },
  invoicePdf: { 404: 'No such order, one that is not paid, or one of somebody else' },
};

/** Content of each real-time topic; `{event}` stands for the slug. */
export const topics: Readonly<
  Record<MessageKind, { readonly schema: keyof typeof namedSchemas; readonly text: string }>
> = {
  status: { schema: 'StatusMessage', text: 'State of the system as a whole.' },
  queue: {
    schema: 'QueueMessage',
    text: 'News of the queue. A message with user_id reaches that account alone.',
  },
  payment: { schema: 'PaymentMessage', text: 'News of a payment; reaches its account alone.' },
  logs: { schema: 'LogMessage', text: 'The log of an event, without ids.' },
  seats: { schema: 'SeatsMessage', text: 'Seats that changed hands.' },
};
