import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buyer } from '../../support/flows/auth-flow.ts';
import { ok, refused } from '../../support/flows/machines.ts';
import {
  answers,
  changes,
  journey,
  pending,
  presses,
  shows,
} from '../../support/model/whole-app.ts';
import {
  at,
  buys,
  flowIs,
  home,
  letIn,
  news,
  nobody,
  session,
  signedOut,
  visits,
  world,
} from './pages-steps.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const online = session('online');
const gone = refused('unauthenticated', 'Unauthenticated');
const draftRequired = refused('draftRequired', 'Active order draft required');
const choosing = { session: session('paymentSelection'), opens: at('payment-method') } as const;
const paying = { session: session('paymentProcessing'), opens: at('payment') } as const;

describe('§4 Redirects', () => {
  const opens = (screen: Parameters<typeof visits>[0]) =>
    journey({
      opens: screen,
      knows: world(nobody, signedOut),
      steps: [],
      ends: home,
      at: 'browsing',
    });

  it.each([at('payment'), at('payment-generated'), at('payment-method')])(
    'unauthenticated users go to / from payment and payment-method: $name',
    opens,
  );

  it.each([at('seats'), at('order-form')])('(and from seats/order-form to home): $name', opens);

  it.each([
    at('queue'),
    { name: 'profile' } as const,
    { name: 'my-tickets' } as const,
    { name: 'transaction-history', transactionId: null } as const,
  ])(
    'the queue and the pages of the account sign in and come back (§2, ruling R11): $name',
    (screen) =>
      journey({
        opens: screen,
        knows: world(nobody, signedOut),
        steps: [],
        ends: { name: 'login', returnTo: screen },
        at: 'signingIn',
      }),
  );

  it.each([
    ['payment-method', choosing, { 'payment.loadMethods': draftRequired }],
    ['payment-method', choosing, { 'payment.loadMethods': refused('noDraft', 'No draft') }],
    ['payment', paying, { 'payment.readStatus': draftRequired }],
    ['payment', paying, { 'payment.readStatus': refused('noPayment', 'No payment') }],
  ] as const)('[F31] No active draft goes to /event/{eventSlug}/seats: %s', (_, told, knows) =>
    buys({
      ...told,
      knows: { ...knows, 'session.readSession': pending },
      steps: [
        answers('session.readSession', ok(told.session)),
        changes({ 'session.readSession': ok(online) }),
        shows(at('seats')),
        answers('session.readSession', ok(online)),
      ],
      ends: at('seats'),
      at: 'choosingSeats',
    }),
  );

  it.each([
    ['payment-method', 'emailNotVerified'],
    ['payment', 'sessionNotOnline'],
    ['payment-generated', 'payTimeOver'],
  ] as const)('A session failure (401/403) goes to /event/{eventSlug}: %s, %s', (page, code) =>
    buys({
      session: online,
      opens: at(page),
      knows: { 'session.readSession': refused(code, 'Forbidden') },
      steps: [],
      ends: at('event'),
      at: 'browsing',
    }),
  );

  it.each(['payment-method', 'payment'] as const)(
    '… %s, 401, once the account is gone as well (ruling 1.2-A, rule 3)',
    (page) =>
      buys({
        session: online,
        opens: at(page),
        knows: { 'session.readSession': pending },
        steps: [changes({ 'auth.fetchUser': gone }), answers('session.readSession', gone)],
        ends: at('event'),
        at: 'browsing',
      }),
  );

  it('a profile that answers 401 redirects to /login?returnTo=/profile (§8)', () =>
    buys({
      session: nobody,
      opens: { name: 'profile' },
      steps: [changes(signedOut), presses('auth', { type: 'auth.refused' })],
      ends: { name: 'login', returnTo: { name: 'profile' } },
      at: 'signingIn',
    }));

  it('a 401 of somebody who is still signed in shows the error card, and moves nobody', () =>
    buys({
      session: online,
      opens: at('payment'),
      knows: { 'session.readSession': pending },
      steps: [answers('session.readSession', gone)],
      ends: at('payment'),
      at: 'blocked',
    }));

  it.each(letIn.filter(([page]) => page !== 'queue'))(
    'an account whose address is not proven is asked for the code first: %s',
    (page) =>
      journey({
        opens: home,
        knows: world(nobody, {
          ...signedOut,
          'auth.register': ok({ isVerified: false }),
          'otp.readStatus': pending,
        }),
        steps: [
          (app) => {
            app.flow('auth').send({ type: 'register.open', surface: 'modal', returnTo: null });
            app.flow('auth').send({
              type: 'register.submit',
              registration: {
                firstName: 'Sari',
                lastName: 'Dewi',
                phoneNumber: '+628120000001',
                email: 's@contoh.id',
                password: 'tiket1234',
              },
            });
          },
          visits(at(page)),
        ],
        ends: { name: 'verify', returnTo: at(page) },
        at: { verifying: 'asking' },
      }),
  );

  it('[F13] the page of one buyer is not another’s: somebody else signed in in another tab', () =>
    buys({
      session: session('online', { hasDraft: true }),
      opens: at('order-form'),
      steps: [
        changes({
          'auth.fetchUser': ok({ ...buyer, id: 'u-7' }),
          'session.readSession': ok(nobody),
          'orderForm.loadOrder': pending,
        }),
        presses('auth', { type: 'auth.recheck' }),
      ],
      ends: at('order-form'),
      holds: (app) => {
        expect(app.context().user?.id).toBe('u-7');
        flowIs('orderForm', 'loading')(app);
      },
    }));
});

it('… and a wake on any page asks the session again (§4, ruling 1.4-K)', () =>
  buys({
    session: online,
    opens: home,
    steps: news(session('paymentProcessing', { seq: 2 })),
    ends: home,
    holds: (app) => expect(app.context().reading?.step).toBe('paymentProcessing'),
  }));
