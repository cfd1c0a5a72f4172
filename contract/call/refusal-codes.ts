import { refundRefusals } from '../refund/refund-refusals.ts';
import { staffRefusals } from '../staff/refusals.ts';
import { ticketRefusals } from '../ticket/ticket-refusals.ts';

/** One refusal: its HTTP status, its sentence, and its additions to `meta` and headers. */
interface RefusalRow {
  readonly status: number;
  readonly sentence: string;
  readonly adds?: string;
}

/**
 * Every refusal of the API by its code. Pages show some of them literally (§8). A server may send another sentence with
 * a code to name a number, an instant or a field; no code decides anything by a sentence.
 */
export const refusalTable = {
  // Sent before the handler of a row runs; the members of a row decide which it has (see `refusalsOf`).
  requestUnreadable: { status: 400, sentence: 'The request could not be read' },
  unauthenticated: { status: 401, sentence: 'Unauthenticated' },
  gatePassInvalid: { status: 401, sentence: 'This gate pass is not valid' },
  roleMissing: {
    status: 403,
    sentence: 'Your roles do not include this. Ask an owner of the shop.',
  },
  emailNotVerified: { status: 403, sentence: 'Email not verified' },
  requestHeaderMissing: {
    status: 403,
    sentence:
      'This call needs the header "X-Requested-With: roetix", which shows that no other site sent it',
  },
  otherSite: { status: 403, sentence: 'This call was made by another site' },
  bodyTooLarge: { status: 413, sentence: 'The request body is too large' },
  bodyNotJson: {
    status: 415,
    sentence: 'Send the body as JSON, with the header "Content-Type: application/json"',
  },
  inputInvalid: {
    status: 422,
    sentence: 'The request is not understood',
    adds: '`errors` names each field; the sentence is that of the first',
  },
  keyInvalid: { status: 422, sentence: 'Idempotency-Key must have 1 to 255 characters' },
  keyReused: { status: 422, sentence: 'This Idempotency-Key was used with other parameters' },
  keyOfEarlierSession: {
    status: 422,
    sentence: 'This Idempotency-Key belongs to an earlier session. Use a new key.',
  },
  keyInUse: {
    status: 409,
    sentence: 'The first request with this Idempotency-Key is still being answered',
    adds: 'Retry-After says when to send it again',
  },
  tooManyRequests: {
    status: 429,
    sentence: 'Too many requests. Please wait a moment and try again.',
    adds: 'Retry-After says when to come back',
  },
  challengeRequired: {
    status: 428,
    sentence:
      'Please show that you are not a program: solve the challenge in meta and send this again.',
    adds: 'solve `meta.challenge` (contract/challenge.ts) and send the call again with the header X-Challenge',
  },

  // About the server and not the call; every call may meet them.
  internalError: { status: 500, sentence: 'Internal server error' },
  serviceAway: { status: 503, sentence: 'The service is away for a moment. Please try again.' },
  serviceBusy: { status: 503, sentence: 'Too many ask for the same right now. Please try again.' },
  tooManyConnections: {
    status: 503,
    sentence: 'Too many connections are open. Please try again in a moment.',
  },
  notFound: { status: 404, sentence: 'Not found' },

  // Accounts.
  wrongCredentials: {
    status: 401,
    sentence: 'Login failed. Please check your credentials.',
    adds: 'an unknown address and a wrong password are refused alike',
  },
  tooManyFailures: {
    status: 429,
    sentence: 'Too many failed attempts. Please wait before you try again.',
    adds: 'Retry-After says when',
  },
  signInsBusy: {
    status: 429,
    sentence: 'Too many people are signing in at once. Please try again.',
  },
  emailNotRegistrable: {
    status: 422,
    sentence: 'This e-mail address cannot be registered. Sign in if it is yours.',
  },
  phoneInvalid: { status: 422, sentence: 'Phone number is not valid' },
  passwordTooEasy: {
    status: 422,
    sentence: 'This password is too easy to guess. Please choose another one.',
  },
  codeTooSoon: {
    status: 429,
    sentence: 'Please wait before requesting another code.',
    adds: '`meta` says when the next code may be asked for, as an answer does',
  },
  codesSpent: {
    status: 429,
    sentence: 'Daily limit of verification codes reached. Please try again later.',
    adds: '`meta` says when the next code may be asked for, as an answer does',
  },
  codeWrong: { status: 422, sentence: 'Invalid OTP. Please try again.' },
  codeExpired: {
    status: 410,
    sentence: 'OTP has expired. Please request a new code.',
    adds: 'also a code that was used, replaced or tried out',
  },
  photoUnreadable: {
    status: 422,
    sentence: 'The photo could not be read. Choose a JPG, PNG or WebP file.',
  },
  googleNotConfigured: {
    status: 501,
    sentence:
      'Google sign-in is not configured on this server. Please sign in with e-mail and password.',
  },
  googleUnreachable: {
    status: 503,
    sentence: 'Failed to initialize Google Sign In. Please try again.',
  },

  // Catalogue and contact.
  eventNotFound: { status: 404, sentence: 'Event not found' },
  layoutNotFound: {
    status: 404,
    sentence: 'Layout not found',
    adds: 'another version of the layout is in force',
  },
  messagesSpent: {
    status: 429,
    sentence: 'Too many messages today. Please write to us by e-mail.',
  },

  // Sale, session and shares.
  saleNotBegun: {
    status: 409,
    sentence: 'Tickets for this event are not on sale yet.',
    adds: '`meta.sale` is the sale of the event',
  },
  saleOver: {
    status: 409,
    sentence: 'Tickets for this event are no longer sold.',
    adds: '`meta.sale` is the sale of the event',
  },
  saleClosed: {
    status: 409,
    sentence: 'This event is not open for sale',
    adds: '`meta.sale` is the sale of the event',
  },
  salePaused: {
    status: 409,
    sentence: 'Penjualan tiket acara ini sedang dijeda. Silakan coba lagi nanti.',
    adds: '`meta.sale` is the sale of the event',
  },
  soldOut: {
    status: 409,
    sentence: 'Tiket acara ini sudah habis.',
    adds: '`meta.sale` is the sale of the event',
  },
  notSoldOut: {
    status: 409,
    sentence: 'Daftar tunggu dibuka setelah tiket habis, selama acara belum dimulai.',
    adds: '`meta.sale` is the sale of the event',
  },
  presaleOnly: {
    status: 409,
    sentence: 'Acara ini masih dalam prapenjualan. Masukkan kode prapenjualan di halaman acara.',
    adds: '`meta.sale` is the sale of the event',
  },
  presaleCodeWrong: { status: 422, sentence: 'Kode prapenjualan ini tidak dikenal.' },
  presaleCodeSpent: {
    status: 409,
    sentence: 'Kode prapenjualan ini sudah terpakai sebanyak batasnya.',
  },
  presaleTriesSpent: {
    status: 429,
    sentence: 'Terlalu banyak kode yang salah. Silakan coba lagi nanti.',
    adds: 'Retry-After says when',
  },
  eventPostponed: {
    status: 409,
    sentence: 'Acara ini ditunda.',
    adds: '`meta.sale` is the sale of the event',
  },
  eventCancelled: {
    status: 409,
    sentence: 'This event has been cancelled',
    adds: '`meta.sale` is the sale of the event',
  },
  otherSessionLive: {
    status: 409,
    sentence: 'You already have a session for another event',
    adds: '`meta.session` is that session',
  },
  shareSpent: {
    status: 409,
    sentence: 'Satu orang boleh punya {n} tiket acara ini, dan Anda sudah membelinya.',
    adds: '`meta` has the limit and what was bought',
  },
  shareFull: {
    status: 409,
    sentence:
      'Satu orang boleh punya {n} tiket acara ini; {m} sudah Anda beli atau pesan. Kurangi kursi.',
    adds: '`meta` has the limit and what was bought or is held',
  },
  phoneRequired: {
    status: 422,
    sentence: 'Acara ini membatasi tiket per nomor telepon. Lengkapi nomor telepon di profil Anda.',
  },
  personHasPlace: {
    status: 409,
    sentence: 'Alamat Anda {address} sudah punya tempat di acara ini. Masuk dengan alamat itu.',
    adds: '`meta.address` and the sentence name the address that has the place',
  },
  deviceHasPlaces: {
    status: 409,
    sentence: 'Dua akun di perangkat ini sudah punya tempat di acara ini.',
  },
  holdsPaused: {
    status: 429,
    sentence: 'Terlalu sering menahan kursi tanpa membayar. Silakan coba lagi nanti.',
    adds: 'Retry-After says when',
  },

  // Order.
  sessionNotOnline: {
    status: 403,
    sentence: 'Your session for this event is not online. Please join the queue.',
  },
  seatsTaken: {
    status: 409,
    sentence: 'Seats not available or already taken',
    adds: '`meta.seats` are those that others have, `meta.mine` those of the caller’s own draft',
  },
  priceChanged: {
    status: 409,
    sentence: 'Harga berubah sejak Anda melihatnya. Periksa harga baru, lalu lanjutkan.',
    adds: '`meta.shown` is the total that was shown, `meta.total` and `meta.fees` are the present ones; nothing is held',
  },
  placesTaken: {
    status: 409,
    sentence: 'Tempat berdiri yang tersisa tidak cukup.',
    adds: '`meta.quantities` says how many are left of each category, `meta.mine` and `meta.mine_quantities` what the caller’s own draft has',
  },
  seatsPromised: {
    status: 409,
    sentence: 'Kursi yang kosong sedang ditawarkan kepada orang di daftar tunggu.',
  },
  offerExceeded: {
    status: 409,
    sentence: 'Penawaran Anda dari daftar tunggu berlaku untuk {n} tiket. Kurangi kursi.',
    adds: '`meta.offered` is the number of tickets of the offer',
  },
  draftExists: { status: 409, sentence: 'Draft already exists' },
  paymentLive: { status: 409, sentence: 'active payment session' },
  voucherInvalid: { status: 422, sentence: 'Kode voucher tidak valid atau sudah kedaluwarsa' },
  noMethodCarries: {
    status: 422,
    sentence: 'Tidak ada metode pembayaran untuk total ini. Kurangi atau ganti kursi.',
  },
  noDraft: {
    status: 404,
    sentence: 'No active order draft',
    adds: '`meta.reason` is "released" where the account gave it back itself',
  },
  draftRequired: { status: 403, sentence: 'Active order draft required' },
  formsLocked: {
    status: 409,
    sentence: 'The attendee details of this order are locked already',
  },
  formsInvalid: {
    status: 422,
    sentence: 'The attendee details are not complete',
    adds: '`errors` names each field; the sentence is that of the first',
  },
  ticketNotInOrder: {
    status: 422,
    sentence: 'The answers name a ticket that is not part of this order',
  },

  // Payment.
  payTimeOver: { status: 403, sentence: 'The time to choose a payment method is over' },
  methodUnknown: { status: 422, sentence: 'Choose a payment method' },
  methodUnfit: {
    status: 422,
    sentence: 'This payment method cannot be used for this amount',
  },
  methodOff: {
    status: 409,
    sentence: 'This payment method is not available right now. Choose another one.',
  },
  paymentNotMade: { status: 503, sentence: 'Failed to create payment. Please try again.' },
  noPayment: { status: 404, sentence: 'No payment for this event' },
  paymentNotFound: { status: 404, sentence: 'No such payment for this event' },
  paymentCompleted: {
    status: 409,
    sentence: 'This payment is completed already and cannot be changed',
  },
  paymentEnded: { status: 409, sentence: 'This payment has ended already' },
  paymentNotVoidable: {
    status: 409,
    sentence: 'This payment cannot be cancelled right now. Pay it, or try again in a moment.',
  },
  changeTooLate: {
    status: 409,
    sentence: 'Too little time is left to choose another payment method',
  },

  ...refundRefusals,
  ...ticketRefusals,
  ...staffRefusals,
} as const satisfies Record<string, RefusalRow>;

/** Name of a refusal: client and server decide by it. */
export type RefusalCode = keyof typeof refusalTable;

/** The refusals that a row of the contract declares, each with its status. A status other than that of the table does not compile. */
export type DeclaredRefusals = {
  readonly [C in RefusalCode]?: (typeof refusalTable)[C]['status'];
};

/** The row of a code. */
export function refusalRow(code: RefusalCode): RefusalRow {
  return refusalTable[code];
}
