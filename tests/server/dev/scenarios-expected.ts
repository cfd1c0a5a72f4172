import type { ScenarioName } from '../../../server/dev/scenarios/registry.ts';
import { concert, party, seminar, theatre } from '../support/purchase.ts';

/** The state of the server after all steps beside those of the buyer in the page. */
export interface Expected {
  readonly session: string;
  readonly at?: string;
  readonly position?: number;
  readonly paused?: boolean;
  /** Seats of the active draft. */
  readonly draft?: number;
  readonly ended?: string;
  readonly payment?: string;
  readonly faults?: number;
  readonly brokerDown?: boolean;
}

interface Expectation extends Expected {
  /** The path to which the browser is sent. */
  readonly lands: RegExp;
  /** Event of the expected draft and payment, if it is not the one of the session. */
  readonly about?: string;
  /** Most seconds left of the session, and at most ten fewer. */
  readonly left?: number;
}

const visitor = { session: 'signed out' };
const idle = { session: 'none' };
const unverified = { session: 'unverified', lands: /^\/verify-code$/ };
const online = (at: string) => ({ session: 'online', at });
const drafted = (at: string, draft = 2) => ({ session: 'online', at, draft });
const ordered = (at: string, draft = 2) => ({ session: 'payment_selection', at, draft });
const paying = (at: string, draft = 2) => ({
  session: 'payment_processing',
  at,
  draft,
  payment: 'pending',
});
const ranOut = { session: 'expired', ended: 'deadline' };
const expired = (payment: string) => ({ ...ranOut, at: concert, payment });
const paid = (at: string) => ({ session: 'completed', at, ended: 'paid', payment: 'completed' });
const kicked = { session: 'cancelled', at: party, ended: 'kicked' };
const inRoom = { session: 'queued', at: 'swara-danau-toba' };
const waiting = (position: number) => ({ session: 'queued', at: party, position });
const home = /^\/$/;
const queuePage = /\/queue$/;
const seatsPage = /\/seats$/;
const formPage = /\/order-form$/;
const methodPage = /\/payment-method$/;
const paymentPage = /\/payment$/;
const historyPage = /^\/transaction-history$/;

/** Hand-written, one for each scenario: a missing one does not compile. */
export const expectations: Readonly<Record<ScenarioName, Expectation>> = {
  'fresh-visitor': { ...visitor, lands: home },
  'signed-in': { ...idle, lands: home },
  'buy-now-signed-out': { ...visitor, lands: /^\/event\/konser-senja-jakarta$/ },
  'login-return': { ...visitor, lands: /^\/auth\/login\?returnTo=\/event\/.+\/queue$/ },
  'login-refused': { ...visitor, lands: /^\/login$/ },
  'login-server-down': { ...visitor, lands: /^\/login$/, faults: 1 },
  'login-unproved': { ...visitor, lands: /^\/login$/, faults: 1 },
  'login-unverified': { ...visitor, lands: /^\/login$/ },
  registration: { ...visitor, lands: /^\/register$/ },
  'register-taken': { ...visitor, lands: /^\/register$/, faults: 1 },
  'logout-mid-purchase': { ...online(concert), lands: home },
  'signed-out-mid-purchase': { ...visitor, lands: seatsPage },

  'code-page': { ...unverified },
  'code-accepted': { ...unverified },
  'code-wrong': { ...unverified },
  'code-expired': { ...unverified },
  'code-last-minute': { ...unverified },
  'code-resend-cooling': { ...unverified },
  'code-daily-limit': { ...unverified },
  'code-mail-late': {
    ...unverified,
  },
  'code-resend-fails': { ...unverified, faults: 1 },

  'bubble-queue': { ...waiting(1), lands: home },
  'bubble-seats': { ...online(concert), lands: home, left: 900 },
  'bubble-order-form': { ...drafted(concert), lands: home },
  'bubble-payment-method': { ...ordered(concert), lands: home, left: 300 },
  'bubble-payment': { ...paying(concert), lands: home, left: 600 },
  'bubble-exit-fails': { ...drafted(concert, 1), lands: home, faults: 1 },
  'redirect-to-method': { ...ordered(concert, 1), lands: seatsPage },
  'redirect-to-payment': { ...paying(concert, 1), lands: formPage },
  'session-expired': { ...online(concert), ...ranOut, lands: seatsPage },
  'session-elsewhere': { ...online(seminar), lands: /^\/event\/konser-senja-jakarta\/queue$/ },

  'queued-next': { ...waiting(1), lands: queuePage },
  'queued-third': { ...waiting(3), lands: queuePage },
  'waiting-room': { ...inRoom, lands: queuePage },
  'waiting-room-drawn': { ...inRoom, paused: true, lands: queuePage },
  'queue-paused': { ...waiting(1), at: concert, paused: true, lands: queuePage },
  promoted: { ...online(party), lands: queuePage, left: 900 },
  'promoted-other-tab': {
    ...online(concert),
    lands: queuePage,
  },
  kicked: { ...kicked, lands: queuePage },
  'kicked-no-reason': { ...kicked, lands: queuePage },
  'left-elsewhere': { session: 'cancelled', at: party, ended: 'left', lands: queuePage },
  'queue-passed-over': { ...waiting(1), lands: queuePage },
  'queue-join-fails': { ...idle, lands: queuePage, faults: 1 },
  'queue-event-closed': { ...idle, lands: queuePage, faults: 1 },
  'one-minute-queue': { ...waiting(1), lands: queuePage },

  'seats-fresh': { ...online(concert), lands: seatsPage, left: 900 },
  'seats-limit': { ...online(concert), lands: seatsPage },
  'seats-stadium': { ...online('stadion-nusantara'), lands: seatsPage },
  'seats-queued': { ...waiting(1), lands: seatsPage },
  'seats-not-joined': { ...idle, lands: seatsPage },
  'seats-load-fails': { ...online(concert), lands: seatsPage, faults: 1 },
  'draft-returned': { ...drafted(concert), lands: seatsPage },
  'draft-flag-stale': { ...online(concert), lands: seatsPage, faults: 1 },
  'seat-taken-now': { ...online(concert), lands: seatsPage },
  'seat-conflict': { ...online(concert), lands: seatsPage, brokerDown: true },
  'seat-conflict-retried': { ...online(concert), lands: seatsPage, faults: 1 },
  'draft-exists': { ...ordered(concert, 1), lands: seatsPage, brokerDown: true },
  'paying-elsewhere': { ...paying(concert), lands: seatsPage },
  'draft-server-fails': { ...online(concert), lands: seatsPage, faults: 1 },

  'voucher-accepted': { ...online(concert), lands: seatsPage },
  'voucher-refused': {
    ...online(concert),
    lands: seatsPage,
  },
  'voucher-expired': {
    ...online(concert),
    lands: seatsPage,
  },
  'voucher-used-up': { ...online(concert), lands: seatsPage },
  'voucher-no-seats': { ...online(concert), lands: seatsPage },
  'voucher-check-fails': { ...online(concert), lands: seatsPage, faults: 1 },

  'order-form': { ...drafted(concert), lands: formPage },
  'order-form-typed': {
    ...drafted(concert),
    lands: formPage,
  },
  'order-form-other-seats': { ...drafted(concert), lands: formPage },
  'no-forms': { ...drafted(seminar, 1), lands: formPage },
  'forms-inactive': { ...drafted(theatre), lands: formPage },
  'forms-load-fails': { ...drafted(concert), lands: formPage, faults: 1 },
  'forms-submit-fails': { ...drafted(theatre), lands: formPage, faults: 1 },
  'forms-answer-lost': { ...drafted(theatre), lands: formPage, faults: 1 },
  'order-form-locked': { ...ordered(concert), lands: formPage },
  'order-form-no-draft': { ...online(concert), lands: formPage },
  // The grace period is still running: the seats are held for running actions.
  'order-form-expired': { ...drafted(concert), ...ranOut, lands: formPage },

  'payment-method': { ...ordered(concert), lands: methodPage, left: 300 },
  'methods-none': { ...ordered(concert), lands: methodPage, faults: 1 },
  'methods-load-fails': { ...ordered(concert), lands: methodPage, faults: 1 },
  'payment-create-fails': { ...ordered(concert), lands: methodPage, faults: 1 },
  'payment-create-refused': { ...ordered(concert), lands: methodPage, faults: 1 },
  'payment-answer-lost': { ...ordered(concert), lands: methodPage, faults: 1 },
  'method-no-draft': { ...online(concert), lands: methodPage },
  'method-time-up': { ...ordered(concert), ...ranOut, lands: methodPage },

  'awaiting-qris': { ...paying(concert), lands: paymentPage, left: 600 },
  'awaiting-wallet': { ...paying(concert), lands: paymentPage },
  'awaiting-va': { ...paying(concert), lands: paymentPage },
  'awaiting-bill': { ...paying(concert), lands: paymentPage },
  'awaiting-push': { ...paying(concert), lands: paymentPage },
  'payment-settled': { ...paid(concert), lands: paymentPage },
  'payment-expired': { ...expired('expired'), lands: paymentPage },
  'payment-denied': { ...ordered(concert), payment: 'failed', lands: paymentPage },
  'payment-time-up': { ...expired('expired'), lands: paymentPage },
  'late-settlement': { ...paid(concert), lands: paymentPage },
  'late-settlement-after': { ...paid(concert), lands: historyPage },
  'late-settlement-refund': {
    ...expired('refunded'),
    lands: historyPage,
  },
  'payment-offline': { ...paying(concert), lands: paymentPage, brokerDown: true },
  'free-order': { ...ordered(seminar, 1), lands: methodPage },

  'one-minute-seats': { ...online(concert), lands: seatsPage, left: 60 },
  'one-minute-order-form': { ...drafted(concert), lands: formPage, left: 60 },
  'one-minute-method': { ...ordered(concert), lands: methodPage, left: 60 },
  'one-minute-payment': { ...paying(concert), lands: paymentPage, left: 60 },

  'e-ticket': { ...paid(concert), lands: /^\/e-ticket\/[\w-]{36}$/ },
  'my-tickets': { ...paid(seminar), lands: /^\/my-tickets$/ },
  'my-tickets-inactive': {
    ...idle,
    about: seminar,
    payment: 'completed',
    lands: /^\/my-tickets$/,
  },
  'my-tickets-empty': { ...idle, lands: /^\/my-tickets$/ },
  history: {
    ...paying(concert, 1),
    lands: historyPage,
  },
  'history-empty': { ...idle, lands: historyPage },

  'search-province': {
    ...visitor,
    lands: /^\/search\?province_id=12$/,
  },
  'search-empty': { ...visitor, lands: /^\/search\?q=/ },
  'lists-empty': { ...visitor, lands: home, faults: 3 },
  'lists-fail': { ...visitor, lands: home, faults: 3 },

  'api-all-500': { ...idle, lands: home, faults: 1 },
  'api-session-500': { ...online(concert), lands: seatsPage, faults: 1 },
  'slow-network': { ...idle, lands: home, faults: 1 },
  'call-hangs': { ...visitor, lands: /^\/event\/konser-senja-jakarta$/, faults: 1 },
  'rate-limited': { ...visitor, lands: /^\/event\/konser-senja-jakarta$/, faults: 1 },
  'broker-off': { ...waiting(1), lands: queuePage, brokerDown: true },
  'broker-lost': { ...waiting(1), lands: queuePage, brokerDown: true },
  'broker-back': { ...waiting(1), lands: queuePage },
  'promoted-offline': { ...online(party), lands: queuePage, brokerDown: true },
  'two-tabs': { ...waiting(1), lands: queuePage },
};
