import * as z from 'zod/mini';
import { otpGrantSchema, userSchema } from '../../contract/account.ts';
import type { AnyCallName } from '../../contract/call/all-calls.ts';
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
import { lineSchema } from '../../contract/queue.ts';
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
import { staffPersonSchema, staffSelfSchema } from '../../contract/staff/calls.ts';
import { deskTicketSchema, historyLineSchema } from '../../contract/staff/desk.ts';
import {
  eTicketSchema,
  issuedTicketSchema,
  orderSummarySchema,
  purchaseSchema,
} from '../../contract/ticket/tickets.ts';

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
  SessionResponse: sessionAnswerSchema,
  PurchaseSession: purchaseSessionSchema,
  QueueInfo: queueInfoSchema,
  OrderPreview: previewSchema,
  Pricing: pricingSchema,
  VoucherInfo: voucherInfoSchema,
  DraftResponse: draftAnswerSchema,
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
  ScanResponse: scanAnswerSchema,
  StaffSelf: staffSelfSchema,
  StaffPerson: staffPersonSchema,
  DeskTicket: deskTicketSchema,
  HistoryLine: historyLineSchema,
  QueueMessage: queueMessageSchema,
  PaymentMessage: paymentMessageSchema,
  LogMessage: logMessageSchema,
  StatusMessage: statusMessageSchema,
  SeatsMessage: seatsMessageSchema,
  Line: lineSchema,
} as const satisfies Record<string, z.ZodMiniType>;

/** The same entities, as zod looks them up. */
export const entityNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(namedSchemas)) entityNames.add(schema, { id });

/** Name of a call in the document. */
export type DocumentedCall = AnyCallName;

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
  Session: [
    'session',
    'joinQueue',
    'queueLine',
    'queueDraws',
    'drawList',
    'drawPlace',
    'exitSession',
    'setTurnPush',
    'waitingList',
    'joinWaitingList',
    'leaveWaitingList',
  ],
  Order: ['orderPreview', 'createDraft', 'readDraft', 'cancelDraft', 'submitForms'],
  Payment: ['paymentMethods', 'createPayment', 'voidPayment', 'paymentStatus', 'paymentReturn'],
  Tickets: [
    'myTickets',
    'myEventTickets',
    'eventTicketsPdf',
    'eTicket',
    'eTicketHtml',
    'ticketPdf',
    'purchaseHistory',
    'invoicePdf',
    'documentLink',
    'documentFile',
    'laterForms',
    'saveLaterForms',
    'orderRefund',
    'askOrderRefund',
    'keepTickets',
    'ticketTransfer',
    'offerTransfer',
    'withdrawTransfer',
    'readTransfer',
    'acceptTransfer',
    'refundAccount',
    'checkRefundAccount',
    'giveRefundAccount',
  ],
  Gate: ['gateKeys', 'gateEvent', 'gateNews', 'gateScans'],
  Staff: [
    'staffSignIn',
    'staffSignOut',
    'staffMe',
    'readInvitation',
    'acceptInvitation',
    'staffEvents',
    'listStaff',
    'inviteStaff',
    'changeStaffRoles',
    'removeStaff',
  ],
  Desk: [
    'deskFind',
    'deskOrder',
    'deskAnswers',
    'deskSendAgain',
    'deskRename',
    'deskReissue',
    'deskVoid',
    'deskMove',
    'deskRefund',
    'deskRefunds',
  ],
  Control: [
    'controlFigures',
    'controlSteer',
    'controlMessage',
    'controlRemove',
    'controlGive',
    'controlDoors',
  ],
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
  line: {
    schema: 'Line',
    text: 'The line of an event, the same for everybody; retained.',
  },
};
