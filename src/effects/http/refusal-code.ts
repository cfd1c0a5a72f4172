import type { RefusalCode } from '../../../contract/call/refusal-codes.ts';

/** Codes for the sentences of §5 to §8, for refusals without a code; a sentence wins over the status. */
const sentences: readonly (readonly [sentence: string, code: RefusalCode])[] = [
  ['active order draft required', 'draftRequired'],
  ['time to choose a payment method is over', 'payTimeOver'],
  ['seats not available or already taken', 'seatsTaken'],
  ['draft already exists', 'draftExists'],
  ['active payment session', 'paymentLive'],
  ['kode voucher tidak valid atau sudah kedaluwarsa', 'voucherInvalid'],
];

type Meanings = Readonly<Record<number, RefusalCode>>;

const ofGate: Meanings = { 401: 'gatePassInvalid', 403: 'gatePassInvalid' };

/** Codes for statuses of one call. */
const ofCall: Readonly<Record<string, Meanings>> = {
  'POST /auth/login': { 401: 'wrongCredentials', 429: 'tooManyFailures' },
  'POST /auth/validate-otp': { 410: 'codeExpired', 422: 'codeWrong' },
  'GET /auth/generate-otp': { 429: 'codeTooSoon' },
  'POST /auth/forgot-password': { 429: 'codeTooSoon' },
  'POST /auth/reset-password': { 410: 'codeExpired', 422: 'codeWrong' },
  'GET /event/{slug}': { 404: 'eventNotFound' },
  'POST /event/{slug}/session/queue/join': { 404: 'eventNotFound', 409: 'otherSessionLive' },
  'DELETE /session': { 409: 'paymentNotVoidable' },
  'POST /event/{slug}/order-draft': { 404: 'seatsTaken' },
  // 403 and 404 both mean that there is no draft (§7.72).
  'GET /event/{slug}/order-draft': { 403: 'noDraft', 404: 'noDraft' },
  'DELETE /event/{slug}/order-draft': { 403: 'noDraft', 404: 'noDraft', 409: 'paymentLive' },
  'POST /event/{slug}/order-draft/form-submission': { 403: 'draftRequired', 409: 'formsLocked' },
  'GET /event/{slug}/payment-methods': { 404: 'draftRequired' },
  'POST /event/{slug}/create-payment': {
    404: 'draftRequired',
    409: 'paymentEnded',
    422: 'methodUnfit',
  },
  'POST /event/{slug}/payment/void': { 404: 'paymentNotFound', 409: 'paymentNotVoidable' },
  'GET /event/{slug}/payment/status': { 404: 'noPayment' },
  'GET /gate/event': ofGate,
  'GET /gate/news': ofGate,
  'POST /gate/scans': ofGate,
};

/** Codes for statuses of every other call. */
const ofAny: Meanings = {
  400: 'requestUnreadable',
  401: 'unauthenticated',
  404: 'notFound',
  405: 'notFound',
  408: 'serviceBusy',
  413: 'bodyTooLarge',
  422: 'inputInvalid',
  425: 'serviceBusy',
  429: 'tooManyRequests',
};

/** The code for a sentence of §5 to §8; undefined for any other sentence. */
export function codeOfSentence(sentence: string): RefusalCode | undefined {
  const said = sentence.toLowerCase();
  return sentences.find(([words]) => said.includes(words))?.[1];
}

/**
 * The code of a refusal: the server's own, else the code for its sentence or status, for a back end that follows §7 and sends none
 * (§7.2). Null if neither is known. The only code that decides by a server's sentence.
 */
export function refusalCodeOf(
  call: { readonly method: string; readonly path: string; readonly idempotent?: boolean },
  status: number,
  body: unknown,
  sentence: string,
  hasRetryAfter = false,
): RefusalCode | null {
  const { code, errors } = (typeof body === 'object' && body !== null ? body : {}) as {
    code?: unknown;
    errors?: { field?: unknown }[] | null;
  };
  if (typeof code === 'string') return code as RefusalCode;
  if (status === 409 && call.idempotent === true && hasRetryAfter) return 'keyInUse';
  const known = codeOfSentence(sentence);
  if (known !== undefined) return known;
  // A refused password does not mean that the code with it was wrong.
  if (status === 422 && errors?.[0]?.field === 'password') return 'passwordTooEasy';
  const meant = ofCall[`${call.method} ${call.path}`]?.[status] ?? ofAny[status];
  if (meant !== undefined || status !== 403) return meant ?? null;
  return /^\/(?:event|session)/.test(call.path) ? 'sessionNotOnline' : 'emailNotVerified';
}
