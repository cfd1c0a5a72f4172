import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sessionStates } from '../../../contract/session.ts';
import {
  type AuthStatus,
  type RedirectFacts,
  resolveRedirect,
} from '../../../machines/root/redirect.ts';
import type { SessionReading } from '../../../machines/session/session.types.ts';
import { isFlowScreen, type Screen, sameScreen } from '../../../machines/shared/screen.ts';
import { readingAs } from '../../support/readings.ts';

const slug = fc.constantFrom('konser-a', 'payment-queue-seats-fest');
const plain: fc.Arbitrary<Screen> = fc.oneof(
  fc.constantFrom<Screen>(
    { name: 'home' },
    { name: 'verify' },
    { name: 'search', query: '' },
    { name: 'my-tickets' },
    { name: 'e-ticket', ticketId: 't-1' },
    { name: 'transaction-history', transactionId: null },
    { name: 'profile' },
    { name: 'contact-us' },
    { name: 'create-event' },
    { name: 'not-found' },
  ),
  fc
    .tuple(
      fc.constantFrom(
        'event',
        'queue',
        'seats',
        'categories',
        'order-form',
        'payment-method',
        'payment',
        'payment-generated',
      ),
      slug,
    )
    .map(([name, of]) => ({ name, slug: of }) as Screen),
);
const screen: fc.Arbitrary<Screen> = fc.oneof(
  plain,
  fc
    .tuple(fc.constantFrom('login', 'register'), fc.option(plain))
    .map(([name, returnTo]) => ({ name, returnTo }) as Screen),
  fc.option(plain).map((returnTo): Screen => ({ name: 'verify-code', email: null, returnTo })),
);
const reading: fc.Arbitrary<SessionReading | null> = fc.option(
  fc.record({
    id: fc.constant('s-1'),
    state: fc.constantFrom(...sessionStates, 'unknown' as const),
    slug: fc.option(slug),
    eventName: fc.constant(null),
    deadline: fc.constant(null),
    remainingMs: fc.constant(null),
    position: fc.constant(null),
    servedPerMinute: fc.constant(null),
    paused: fc.boolean(),
    seq: fc.nat(5),
    hasDraft: fc.boolean(),
    endReason: fc.constant(null),
    endNote: fc.constant(null),
  }),
);
const facts: fc.Arbitrary<RedirectFacts> = fc.record({
  screen,
  auth: fc.constantFrom<AuthStatus>('checking', 'anonymous', 'unverified', 'verified'),
  reading,
  draft: fc.constantFrom('unknown', 'none', 'live'),
  refusal: fc.option(
    fc.record({
      status: fc.constantFrom(401, 403, 404, 409),
      message: fc.constantFrom('', 'Active order draft required'),
    }),
  ),
});

/** What following a redirect does to the facts: a new page knows nothing of the old one's calls. */
function followed(before: RedirectFacts, target: Screen): RedirectFacts {
  return { ...before, screen: target, refusal: null, draft: 'unknown' };
}

function base(over: Partial<RedirectFacts>): RedirectFacts {
  return {
    screen: { name: 'home' },
    auth: 'verified',
    reading: null,
    draft: 'unknown',
    refusal: null,
    ...over,
  };
}

function sessionIn(state: SessionReading['state'], over: Partial<SessionReading> = {}) {
  return readingAs({ id: 's-1', state, slug: 'konser-a', eventName: 'Konser A', ...over });
}

describe('the redirects as a whole (ruling 1.2-A)', () => {
  it('never send a page to itself, and always come to rest within three steps', () => {
    fc.assert(
      fc.property(facts, (given) => {
        let now = given;
        for (let steps = 0; steps <= 3; steps += 1) {
          const target = resolveRedirect(now);
          if (target === null) return;
          expect(sameScreen(target, now.screen)).toBe(false);
          now = followed(now, target);
        }
        // A signed-out refusal is followed by a signed-out account; believing otherwise is what the root's doubt is for.
        expect(given.refusal?.status).toBe(401);
        expect(given.auth).toBe('verified');
      }),
      { numRuns: 20_000 },
    );
  });

  it('come to rest within three steps once the account behind a 401 is gone', () => {
    fc.assert(
      fc.property(facts, (given) => {
        let now: RedirectFacts =
          given.refusal?.status === 401 ? { ...given, auth: 'anonymous' } : given;
        let steps = 0;
        for (; steps < 4; steps += 1) {
          const target = resolveRedirect(now);
          if (target === null) break;
          now = followed(now, target);
        }
        expect(steps).toBeLessThanOrEqual(3);
      }),
      { numRuns: 20_000 },
    );
  });

  it('decide nothing while the account is unknown (rule 1)', () => {
    fc.assert(
      fc.property(facts, (given) => {
        expect(resolveRedirect({ ...given, auth: 'checking' })).toBeNull();
      }),
    );
  });
});

describe('rule 2: pages opened signed out', () => {
  const of = (name: string) => ({ name, slug: 'konser-a' }) as Screen;
  it.each<[Screen, Screen | null]>([
    [of('queue'), { name: 'login', returnTo: of('queue') }],
    [{ name: 'profile' }, { name: 'login', returnTo: { name: 'profile' } }],
    [of('seats'), { name: 'home' }],
    [of('order-form'), { name: 'home' }],
    [of('payment-method'), { name: 'home' }],
    [of('payment'), { name: 'home' }],
    [{ name: 'my-tickets' }, { name: 'home' }],
    [{ name: 'transaction-history', transactionId: null }, { name: 'home' }],
    [{ name: 'e-ticket', ticketId: 't-1' }, null],
    [of('event'), null],
    [{ name: 'home' }, null],
  ])('%j goes to %j', (from, to) => {
    expect(resolveRedirect(base({ screen: from, auth: 'anonymous' }))).toEqual(to);
  });

  it('an unproven address goes to the code page instead', () => {
    const facts = base({ screen: of('seats'), auth: 'unverified' });
    expect(resolveRedirect(facts)).toEqual({ name: 'verify' });
  });
});

describe('rules 3 to 5: calls refused while signed in', () => {
  const of = (name: string) => ({ name, slug: 'konser-a' }) as Screen;
  it.each<[string, number, string, Screen | null]>([
    ['seats', 401, '', { name: 'login', returnTo: of('seats') }],
    ['queue', 401, '', { name: 'login', returnTo: of('queue') }],
    ['payment-method', 401, '', of('event')],
    ['payment', 401, '', of('event')],
    ['payment', 403, '', of('event')],
    ['seats', 403, '', of('queue')],
    ['payment-method', 403, 'Active order draft required.', of('seats')],
    ['payment', 403, 'Active order draft required', of('seats')],
  ])('%s with %i %s', (name, status, message, to) => {
    expect(resolveRedirect(base({ screen: of(name), refusal: { status, message } }))).toEqual(to);
  });

  it('without a draft and without an account the event page is next (rule 4)', () => {
    const refusal = { status: 403, message: 'Active order draft required' };
    const facts = base({ screen: of('payment'), auth: 'anonymous', refusal });
    expect(resolveRedirect(facts)).toEqual(of('event'));
  });
});

describe('rules 6 to 8: the step of the session', () => {
  const of = (name: string, event = 'konser-a') => ({ name, slug: event }) as Screen;
  it.each<[string, SessionReading['state'], string | null]>([
    ['queue', 'payment_selection', 'payment-method'],
    ['seats', 'payment_selection', 'payment-method'],
    ['order-form', 'payment_selection', 'payment-method'],
    ['payment', 'payment_selection', 'payment-method'],
    ['payment-method', 'payment_selection', null],
    ['queue', 'payment_processing', 'payment'],
    ['payment-method', 'payment_processing', 'payment'],
    ['payment', 'payment_processing', null],
    ['payment-generated', 'payment_processing', null],
    ['seats', 'queued', 'queue'],
    ['seats', 'not_in_queue', 'queue'],
    ['seats', 'online', null],
    ['order-form', 'online', null],
    ['queue', 'online', null],
  ])('%s while %s', (name, state, to) => {
    const target = resolveRedirect(base({ screen: of(name), reading: sessionIn(state) }));
    expect(target).toEqual(to === null ? null : of(to));
  });

  it('goes to the event of the session, not of the address', () => {
    const facts = base({
      screen: of('seats', 'konser-b'),
      reading: sessionIn('payment_processing'),
    });
    expect(resolveRedirect(facts)).toEqual(of('payment', 'konser-a'));
  });

  it('an event whose name holds words of the purchase is no page of it (ruling 1.1-I)', () => {
    const event: Screen = { name: 'event', slug: 'payment-queue-seats-fest' };
    expect(isFlowScreen(event)).toBe(false);
    const facts = base({ screen: event, reading: sessionIn('payment_selection') });
    expect(resolveRedirect(facts)).toBeNull();
  });

  it.each(['order-form', 'payment-method'])('%s without a draft goes to the seats', (name) => {
    expect(resolveRedirect(base({ screen: of(name), draft: 'none' }))).toEqual(of('seats'));
  });
});

describe('sign-in pages of somebody signed in (ruling 1.1-D)', () => {
  it('go to returnTo, else home', () => {
    const returnTo: Screen = { name: 'queue', slug: 'konser-a' };
    expect(resolveRedirect(base({ screen: { name: 'login', returnTo } }))).toEqual(returnTo);
    expect(resolveRedirect(base({ screen: { name: 'login', returnTo: null } }))).toEqual({
      name: 'home',
    });
  });
});
