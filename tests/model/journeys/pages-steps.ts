import { expect } from 'vitest';
import type { User } from '../../../contract/account.ts';
import type { SessionReading } from '../../../machines/session/session.types.ts';
import type { FlowScreen, Screen } from '../../../machines/shared/screen.ts';
import { buyer } from '../../support/flows/auth-flow.ts';
import { ok, refused } from '../../support/flows/machines.ts';
import { draftAs, previewAs } from '../../support/flows/orders.ts';
import { methodAs, paymentAs } from '../../support/flows/payments.ts';
import { readingAs } from '../../support/flows/readings.ts';
import {
  answers,
  changes,
  does,
  journey,
  lasts,
  type PageJourney,
  presses,
  type Step,
  type WholeApp,
  type World,
} from '../../support/model/whole-app.ts';

/** The event of every journey, and another. */
export const slug = 'konser';
export const otherSlug = 'payment-queue-seats-fest';

type EventPage = Extract<Screen, { readonly slug: string }>['name'];

/** A page of the event. */
export function at<N extends EventPage>(name: N, of = slug) {
  return { name, slug: of } as Extract<Screen, { readonly name: N }>;
}

/** A link is followed. */
export const visits = (screen: Screen): Step => does({ type: 'route.visited', screen });
/** Back is pressed, and would lead there. */
export const goesBack = (screen: Screen): Step => does({ type: 'route.popped', screen });

/** The session as GET /session tells it. */
export function session(
  step: SessionReading['step'],
  over: Partial<SessionReading> = {},
): SessionReading {
  const waits = step === 'queued';
  return readingAs({
    id: 's-1',
    step,
    slug,
    eventName: 'Konser Senja',
    deadline: waits ? null : 900_000,
    remainingMs: waits ? null : 900_000,
    position: waits ? 3 : null,
    ...over,
  });
}

/** No session at all. */
export const nobody = readingAs({});

/** GET /session answers this from now on, and is asked now, as a word of the broker makes it. */
export const news = (reading: SessionReading): readonly Step[] => [
  changes({ 'session.readSession': ok(reading) }),
  does({ type: 'page.woke' }),
];

/** Everything answers as on a good day, with this session and a buyer signed in; what is not named waits for the test. */
export function world(reading: SessionReading, over: World = {}): World {
  const goodDay: World = {
    'root.loadFlows': undefined,
    'auth.fetchUser': ok(buyer),
    'auth.exitSession': ok(null),
    'auth.logout': ok(null),
    'auth.clearLocal': undefined,
    'auth.reloadHome': undefined,
    'session.readSession': ok(reading),
    'session.exitSession': ok(session('cancelled', { remainingMs: null, deadline: null, seq: 9 })),
    'queue.joinQueue': ok(reading),
    'queue.claimRedirect': true,
    'queue.exitQueue': ok(null),
    'seatDraft.findSeats': [],
    'seatDraft.replaceSeats': [],
    'seatDraft.recallDraft': false,
    'seatDraft.loadSeatmap': ok({ eventStatus: 'active', restored: [], mine: null }),
    'seatDraft.saveSelection': undefined,
    'seatDraft.clearStale': undefined,
    'seatDraft.previewOrder': ok(previewAs(null)),
    'seatDraft.createDraft': ok(draftAs()),
    'seatDraft.readDraft': ok(draftAs()),
    'seatDraft.cancelDraft': ok(null),
    'orderForm.loadOrder': ok({ draft: draftAs(), forms: ok([]) }),
    'orderForm.readDraft': ok(draftAs()),
    'orderForm.submitForms': ok(draftAs({ is_locked: true })),
    'orderForm.rememberLock': undefined,
    'payment.loadMethods': ok({
      methods: [methodAs('qris', 'QRIS')],
      draft: draftAs(),
      lastUsed: null,
    }),
    'payment.createPayment': ok(paymentAs()),
    'payment.voidPayment': ok(
      paymentAs({ status: 'failed', end_reason: 'changed', can_change: true }),
    ),
    'payment.readStatus': ok(paymentAs()),
    'payment.clearEvent': undefined,
  };
  return { ...goodDay, ...over };
}

/** Nobody is signed in. */
export const signedOut: World = { 'auth.fetchUser': refused('unauthenticated', 'Unauthenticated') };
/** Somebody is signed in whose address is not proven. */
export const newcomer: User = { ...buyer, id: 'u-9', isVerified: false };

/** A journey of a signed-in buyer whose session stands like this. */
export function buys(
  told: Omit<PageJourney, 'knows'> & { readonly session: SessionReading; readonly knows?: World },
): Promise<void> {
  const { session: reading, knows = {}, ...rest } = told;
  return journey({ ...rest, knows: world(reading, knows) });
}

/** The flow of the page that runs, or null. */
export function flowOf(app: WholeApp): string | null {
  const names = ['queue', 'seatDraft', 'orderForm', 'payment', 'otp'] as const;
  return names.find((name) => app.isRunning(name)) ?? null;
}

/** A state of the flow of the page is active. */
export function flowIs(
  flow: 'queue' | 'seatDraft' | 'orderForm' | 'payment' | 'otp' | 'session' | 'realtime' | 'auth',
  value: unknown,
) {
  return (app: WholeApp) =>
    expect(
      (app.flow(flow).getSnapshot() as { matches(value: never): boolean }).matches(value as never),
    ).toBe(true);
}

/** Pages of the purchase, with the session that lets each in. */
export const letIn: readonly (readonly [FlowScreen['name'], SessionReading])[] = [
  ['queue', session('queued')],
  ['seats', session('online')],
  ['order-form', session('online', { hasDraft: true })],
  ['payment-method', session('paymentSelection')],
  ['payment', session('paymentProcessing')],
  ['payment-generated', session('paymentProcessing')],
];

/** The sign-in page with its way back. */
export const loginPage = (returnTo: Screen | null): Screen => ({ name: 'login', returnTo });

/** Sends the sign-in form off; the account is read a second later (§4). */
export const signsIn: readonly Step[] = [
  presses('auth', { type: 'login.submit', email: 's@contoh.id', password: 'tiket1234' }),
  changes({ 'auth.fetchUser': ok(buyer) }),
  answers('auth.login', ok({ isVerified: true })),
  lasts(1_000),
];

/** Nobody is signed in, and there is no session. */
export const visitor = (over: World = {}): World => world(nobody, { ...signedOut, ...over });
