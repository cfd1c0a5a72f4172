import { expect } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import type { ScenarioName } from '../../../server/dev/scenarios/registry.ts';
import type { BrowserEntry } from '../../../server/dev/scenarios/stage.ts';
import { concert, party, seminar, theatre } from '../support/purchase.ts';
import type { TestApp } from '../support/test-app.ts';

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

interface Probe {
  readonly app: TestApp;
  readonly headers: Record<string, string>;
  readonly entries: readonly BrowserEntry[];
}

interface Expectation extends Expected {
  /** The path to which the browser is sent. */
  readonly lands: RegExp;
  /** Event of the expected draft and payment, if it is not the one of the session. */
  readonly about?: string;
  /** Most seconds left of the session, and at most ten fewer. */
  readonly left?: number;
  readonly also?: (probe: Probe) => Promise<void>;
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

/** The browser stores this many seats as selected. */
const keepsSeats =
  (count: number) =>
  async ({ entries }: Probe) => {
    const kept = entries.find(({ name }) => name.endsWith(':seats'));
    expect(JSON.parse(kept?.value ?? 'null')).toHaveLength(count);
  };

const grantIs =
  (count: number, wait: number, isAlive = true) =>
  async ({ app, headers }: Probe) => {
    const grant = (await app.anonymous().call(calls.otpStatus, { headers })).body.data;
    expect(grant.daily_usage).toEqual({ current_count: count, daily_limit: 10 });
    expect(grant.next_request_available_in).toBeLessThanOrEqual(wait);
    expect(grant.next_request_available_in > 0).toBe(wait > 0);
    expect(grant.expires_in !== undefined).toBe(isAlive);
  };

const lettersOf = async (app: TestApp, email: string) =>
  (await app.anonymous().ask<{ subject: string }[]>('GET', `/dev/mail?to=${email}`)).body;

/** Statuses of the purchases, newest first. */
const historyIs =
  (...statuses: string[]) =>
  async ({ app, headers }: Probe) => {
    const rows = (await app.anonymous().call(calls.purchaseHistory, { headers })).body.data;
    expect(rows.map(({ order_status: status }) => status)).toEqual(statuses);
  };

const ticketsAre =
  (...names: string[]) =>
  async ({ app, headers }: Probe) => {
    const rows = (await app.anonymous().call(calls.myTickets, { headers })).body.data;
    expect(rows.map(({ event_slug: slug }) => slug).sort()).toEqual(names);
  };

const voucherHolds =
  (code: string, isValid: boolean) =>
  async ({ app, headers, entries }: Probe) => {
    const seats = JSON.parse(entries.find(({ name }) => name.endsWith(':seats'))?.value ?? '[]');
    const preview = await app.anonymous().call(calls.orderPreview, {
      params: { slug: concert },
      body: { seats, voucher_code: code },
      headers,
    });
    expect(preview.body.data.preview.voucher_info?.is_valid).toBe(isValid);
  };

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
  'logout-mid-purchase': { ...online(concert), lands: home, also: keepsSeats(2) },
  'signed-out-mid-purchase': { ...visitor, lands: seatsPage },

  'code-page': { ...unverified, also: grantIs(1, 60) },
  'code-accepted': { ...unverified, also: grantIs(1, 60) },
  'code-wrong': { ...unverified, also: grantIs(1, 60) },
  'code-expired': { ...unverified, also: grantIs(1, 0, false) },
  'code-last-minute': { ...unverified, also: grantIs(1, 0) },
  'code-resend-cooling': { ...unverified, also: grantIs(2, 60) },
  'code-daily-limit': { ...unverified, also: grantIs(10, 24 * 3_600) },
  'code-mail-late': {
    ...unverified,
    also: async ({ app }) => {
      expect(await lettersOf(app, 'baru@contoh.id')).toEqual([]);
      await app.anonymous().ask('POST', '/dev/clock', { body: { advance_seconds: 90 } });
      expect(await lettersOf(app, 'baru@contoh.id')).toHaveLength(1);
    },
  },
  'code-resend-fails': { ...unverified, faults: 1, also: grantIs(1, 0) },

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
    also: async ({ entries }) => {
      // The browser writes the time itself.
      expect(entries.find(({ name }) => name.endsWith(':lastRedirect'))?.value).toBeNull();
    },
  },
  kicked: { ...kicked, lands: queuePage },
  'kicked-no-reason': { ...kicked, lands: queuePage },
  'left-elsewhere': { session: 'cancelled', at: party, ended: 'left', lands: queuePage },
  'queue-passed-over': { ...waiting(1), lands: queuePage },
  'queue-join-fails': { ...idle, lands: queuePage, faults: 1 },
  'queue-event-closed': { ...idle, lands: queuePage, faults: 1 },
  'one-minute-queue': { ...waiting(1), lands: queuePage },

  'seats-fresh': { ...online(concert), lands: seatsPage, left: 900 },
  'seats-limit': { ...online(concert), lands: seatsPage, also: keepsSeats(5) },
  'seats-stadium': { ...online('stadion-nusantara'), lands: seatsPage },
  'seats-queued': { ...waiting(1), lands: seatsPage },
  'seats-not-joined': { ...idle, lands: seatsPage },
  'seats-load-fails': { ...online(concert), lands: seatsPage, faults: 1 },
  'draft-returned': { ...drafted(concert), lands: seatsPage, also: keepsSeats(2) },
  'draft-flag-stale': { ...online(concert), lands: seatsPage, faults: 1, also: keepsSeats(2) },
  'seat-taken-now': { ...online(concert), lands: seatsPage, also: keepsSeats(2) },
  'seat-conflict': { ...online(concert), lands: seatsPage, brokerDown: true, also: keepsSeats(2) },
  'seat-conflict-retried': { ...online(concert), lands: seatsPage, faults: 1 },
  'draft-exists': { ...ordered(concert, 1), lands: seatsPage, brokerDown: true },
  'paying-elsewhere': { ...paying(concert), lands: seatsPage },
  'draft-server-fails': { ...online(concert), lands: seatsPage, faults: 1 },

  'voucher-accepted': { ...online(concert), lands: seatsPage, also: voucherHolds('HEMAT10', true) },
  'voucher-refused': {
    ...online(concert),
    lands: seatsPage,
    also: voucherHolds('TIDAKADA', false),
  },
  'voucher-expired': {
    ...online(concert),
    lands: seatsPage,
    also: voucherHolds('KADALUARSA', false),
  },
  'voucher-used-up': { ...online(concert), lands: seatsPage, also: voucherHolds('SEKALI', false) },
  'voucher-no-seats': { ...online(concert), lands: seatsPage },
  'voucher-check-fails': { ...online(concert), lands: seatsPage, faults: 1 },

  'order-form': { ...drafted(concert), lands: formPage },
  'order-form-typed': {
    ...drafted(concert),
    lands: formPage,
    also: async ({ entries }) => {
      const kept = entries.find(({ name }) => name.endsWith(':orderForm'));
      expect(kept).toMatchObject({ area: 'session' });
      expect(kept?.value).toContain('Sekar Ayu');
    },
  },
  'order-form-other-seats': { ...drafted(concert), lands: formPage, also: keepsSeats(1) },
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
  'payment-settled': { ...paid(concert), lands: paymentPage, also: ticketsAre(concert) },
  'payment-expired': { ...expired('expired'), lands: paymentPage },
  'payment-denied': { ...ordered(concert), payment: 'failed', lands: paymentPage },
  'payment-time-up': { ...expired('expired'), lands: paymentPage },
  'late-settlement': { ...paid(concert), lands: paymentPage, also: ticketsAre(concert) },
  'late-settlement-after': { ...paid(concert), lands: historyPage, also: historyIs('completed') },
  'late-settlement-refund': {
    ...expired('refunded'),
    lands: historyPage,
    also: async (probe) => {
      await historyIs('refunded')(probe);
      const [newest] = await lettersOf(probe.app, 'pembeli@contoh.id');
      expect(newest?.subject).toMatch(/dana/i);
    },
  },
  'payment-offline': { ...paying(concert), lands: paymentPage, brokerDown: true },
  'free-order': { ...ordered(seminar, 1), lands: methodPage },

  'one-minute-seats': { ...online(concert), lands: seatsPage, left: 60, also: keepsSeats(2) },
  'one-minute-order-form': { ...drafted(concert), lands: formPage, left: 60 },
  'one-minute-method': { ...ordered(concert), lands: methodPage, left: 60 },
  'one-minute-payment': { ...paying(concert), lands: paymentPage, left: 60 },

  'e-ticket': { ...paid(concert), lands: /^\/e-ticket\/[\w-]{36}$/, also: ticketsAre(concert) },
  'my-tickets': { ...paid(seminar), lands: /^\/my-tickets$/, also: ticketsAre(concert, seminar) },
  'my-tickets-inactive': {
    ...idle,
    about: seminar,
    payment: 'completed',
    lands: /^\/my-tickets$/,
    also: async (probe) => {
      await ticketsAre(seminar)(probe);
      const clock = await probe.app.anonymous().ask<{ now: string }>('GET', '/dev/clock');
      const rows = (await probe.app.anonymous().call(calls.myTickets, { headers: probe.headers }))
        .body.data;
      expect(Date.parse(rows[0]!.datetime)).toBeLessThan(Date.parse(clock.body.now));
    },
  },
  'my-tickets-empty': { ...idle, lands: /^\/my-tickets$/, also: ticketsAre() },
  history: {
    ...paying(concert, 1),
    lands: historyPage,
    also: historyIs('pending', 'cancelled', 'completed'),
  },
  'history-empty': { ...idle, lands: historyPage, also: historyIs() },

  'search-province': {
    ...visitor,
    lands: /^\/search\?province_id=12$/,
    also: async ({ app }) => {
      const query = { province_id: '12' };
      const found = (await app.anonymous().call(calls.eventSearch, { query })).body.data;
      expect(found.map(({ slug }) => slug)).toContain(party);
      expect(new Set(found.map(({ province }) => province))).toEqual(new Set(['Jawa Barat']));
    },
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
