import type { CallShape } from '../../contract/call/call.ts';
import { type CallName, calls } from '../../contract/call/calls.ts';
import type { RefusalCode } from '../../contract/call/refusal-codes.ts';
import { refusalsOf } from '../../contract/call/refusals-of.ts';
import type { MessageKind } from '../../contract/realtime.ts';

/** A call of the contract, or the topic of a kind of message. */
export type Subject = CallName | `topic ${MessageKind}`;

/** The calls of the first description of the product, in groups by what a buyer sees where one of them does not work. */
const basic: readonly (readonly [seen: string, ...names: CallName[]])[] = [
  ['the sign-in fail', 'login', 'logout', 'me', 'googleUrl', 'googleCompleteProfile'],
  ['the sign-up fail', 'register', 'generateOtp', 'validateOtp'],
  ['an error over the profile', 'updateProfile'],
  ['an empty list', 'featuredEvents', 'promoEvents', 'eventList', 'eventSearch', 'provinces'],
  ['an error in place of the event', 'eventDetail'],
  ['an error in place of the seats', 'seatmapCategories'],
  ['the queue stand still', 'session', 'exitSession', 'joinQueue'],
  ['no price', 'orderPreview'],
  ['seats that cannot be held', 'createDraft', 'readDraft', 'cancelDraft'],
  ['forms that cannot be sent', 'eventForms', 'submitForms'],
  ['an order that cannot be paid', 'paymentMethods', 'createPayment', 'paymentStatus'],
  ['no tickets', 'myTickets', 'myEventTickets', 'eTicket', 'eTicketHtml', 'ticketPdf'],
  ['an empty history', 'purchaseHistory'],
];

/** True for a call that the app does without where a back end lacks it (§3.2). */
export const isBeyond = (name: CallName): boolean =>
  !basic.some(([, ...names]) => (names as string[]).includes(name));

/** What a buyer sees where a call or a topic does not work. */
export function shownInstead(subject: Subject): string {
  if (subject.startsWith('topic ')) return 'news late, by polling';
  const group = basic.find(([, ...names]) => (names as string[]).includes(subject));
  return group?.[0] ?? `an error, or less than there is: ${calls[subject as CallName].summary}`;
}

/** Refusals by which the app decides where it leads; another one in their place misleads. */
export const deciding: readonly RefusalCode[] = [
  'unauthenticated',
  'wrongCredentials',
  'codeWrong',
  'eventNotFound',
  'sessionNotOnline',
  'seatsTaken',
  'noDraft',
  'draftRequired',
  'noPayment',
];

/** A call that must be refused and changes nothing even where it is not. */
export interface WrongCall {
  readonly params: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  /** Null: well-formed, but no refusal is certain. */
  readonly code: RefusalCode | null;
}

const nobody = '00000000-0000-4000-8000-000000000000';
const noEvent = 'tidak-ada-acara-ini';
const seats = { seats: ['TIADA-1'], voucher_code: null };
const bank = { bank: 'bca', number: '12345', holder: 'Ani' };
/** Well-formed bodies; a call with another one takes none, or `{}`. */
const bodies: Partial<Record<CallName, unknown>> = {
  login: { email: 'tidak-ada@contoh.id', password: 'bukan-sandi-1' },
  validateOtp: { otp: '000000' },
  resetPassword: { email: 'tidak-ada@contoh.id', otp: '000000', password: 'kuda-laut-97' },
  documentLink: { ticket: nobody },
  acceptTransfer: { token: nobody, holder_name: 'Ani' },
  readTransfer: { token: nobody },
  joinWaitingList: { wanted: 1 },
  orderPreview: seats,
  createDraft: seats,
  submitForms: { form_submissions: {} },
  saveLaterForms: { form_submissions: {} },
  createPayment: { payment_method_code: 'qris' },
  voidPayment: { payment_id: nobody },
  askOrderRefund: { expected: 1 },
  checkRefundAccount: bank,
  giveRefundAccount: bank,
  setTurnPush: { subscription: null },
};
/** Refusals of what an account does not have at an event. */
const without: readonly RefusalCode[] = [
  ...(['noDraft', 'draftRequired', 'noPayment', 'paymentNotFound', 'sessionNotOnline'] as const),
];
/** Refusals of something that does not exist; of a row with several the first one counts. */
const missing: readonly RefusalCode[] = [
  'eventNotFound',
  'documentLinkOver',
  ...without,
  ...(['ticketNotFound', 'orderNotFound', 'invoiceNotFound', 'transferNotFound'] as const),
  ...(['refundLinkInvalid', 'drawNotFound', 'wrongCredentials'] as const),
];

/** A call about something that does not exist; the event is `slug` where the call asks what an account has there. */
export function wrongCall(name: CallName, slug: string): WrongCall {
  const row: CallShape = calls[name];
  const declared = refusalsOf(row);
  const declares = missing.find((one) => one in declared);
  const code = name === 'paymentReturn' ? 'notFound' : declares;
  const words: Readonly<Record<string, string>> = {
    slug: code !== undefined && without.includes(code) ? slug : noEvent,
    version: 'tidak-ada-versi',
    countryId: '1',
    document: 'terms',
    kind: 'presale',
    name: '0'.repeat(32),
    ...Object.fromEntries(['id', 'eventId', 'orderCode', 'token'].map((one) => [one, nobody])),
  };
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => one);
  return {
    params: Object.fromEntries(names.map((one) => [one, words[one] ?? nobody])),
    ...(row.method === 'POST' || row.method === 'PUT' ? { body: bodies[name] ?? {} } : {}),
    ...(name === 'documentFile' ? { query: { link: 'bukan-tautan' } } : {}),
    code: code ?? null,
  };
}
