import { describe, expect, it } from 'vitest';
import { pageNames } from '../../../contract/pages.ts';
import { sessionStates } from '../../../contract/session.ts';
import {
  type PageRefusal,
  type RedirectFacts,
  resolveRedirect,
  stepScreen,
} from '../../../machines/root/redirect.ts';
import { stepOf } from '../../../machines/session/session.rules.ts';
import type { SessionReading, SessionStep } from '../../../machines/session/session.types.ts';
import type { Screen } from '../../../machines/shared/screen.ts';
import { readingAs } from '../../support/flows/readings.ts';
import { flowNames, home, loginTo, otherSlug, page, pages } from './pages.ts';

type Name = Screen['name'];
/** Where each page named sends; every other page stays. */
type Targets = { readonly [N in Name]?: Screen };

const everyState: readonly SessionStep[] = [...sessionStates, 'unknown' as const].map(stepOf);
const notVerified: PageRefusal = { code: 'emailNotVerified' };
const noDraftFound: PageRefusal = { code: 'draftRequired' };
const unauthenticated: PageRefusal = { code: 'unauthenticated' };

function sendsFrom(screen: Screen, over: Partial<RedirectFacts> = {}): Screen | null {
  const facts = { auth: 'verified', reading: null, draft: 'unknown', refusal: null } as const;
  return resolveRedirect({ ...facts, ...over, screen });
}

function sessionIn(step: SessionStep, over: Partial<SessionReading> = {}): SessionReading {
  return readingAs({ id: 's-1', step, slug: 'konser', ...over });
}

/** Each page of the table sends where it says, and each page that is not in it stays; signed in, the pages of signing in and of the code go home. */
function expectTargets(over: Partial<RedirectFacts>, inTable: Targets) {
  const isSignedIn = (over.auth ?? 'verified') === 'verified';
  const done = {
    login: home,
    register: home,
    verify: home,
    'verify-code': home,
    'forgot-password': home,
  };
  const targets = isSignedIn ? { ...done, ...inTable } : inTable;
  const found = Object.fromEntries(pageNames.map((name) => [name, sendsFrom(pages[name], over)]));
  const wanted = Object.fromEntries(pageNames.map((name) => [name, targets[name] ?? null]));
  expect(found).toEqual(wanted);
}

const account = [
  'my-tickets',
  'transaction-history',
  'later-forms',
  'order-refund',
  'profile',
] as const satisfies readonly Name[];
const paying = ['payment-method', 'payment', 'payment-generated'] as const;
const drafted = ['order-form', ...paying] as const;
const bought = ['seats', ...drafted] as const;
/** The same target, or one that depends on the page, for each of these pages. */
const each = (names: readonly Name[], to: Screen | ((screen: Screen) => Screen)): Targets =>
  Object.fromEntries(names.map((name) => [name, typeof to === 'function' ? to(pages[name]) : to]));

describe('rule 1: who is there is not known yet (§6.21)', () => {
  it.each([null, notVerified, noDraftFound, unauthenticated])(
    'every page stays, whatever a call said: %j',
    (refusal) => {
      expectTargets({ auth: 'checking', refusal }, {});
      expectTargets({ auth: 'checking', refusal, draft: 'none' }, {});
      expectTargets({ auth: 'checking', reading: sessionIn('paymentProcessing'), refusal }, {});
    },
  );
});

describe('rule 2: pages opened signed out (§6.22)', () => {
  it('the queue and the pages of the account ask to sign in and come back, the steps of the purchase go home', () => {
    expectTargets(
      { auth: 'anonymous' },
      {
        ...each(['queue', ...account], loginTo),
        ...each(bought, home),
        'complete-profile': loginTo(null),
      },
    );
  });

  it('an address that is not proven is proven before any of them, and leads on to it', () => {
    const verify = (returnTo: Screen | null): Screen => ({ name: 'verify', returnTo });
    const targets = {
      ...each(['queue', ...bought, ...account], verify),
      'complete-profile': verify(null),
    };
    expectTargets({ auth: 'unverified' }, targets);
    expectTargets({ auth: 'unverified', refusal: unauthenticated }, targets);
  });
});

describe('[F30] rule 3: a call answered 401 (§6.23)', () => {
  const targets = {
    ...each(['queue', 'seats', 'order-form', ...account], loginTo),
    ...each(paying, page('event')),
    'complete-profile': loginTo(null),
  };

  it('sign in and come back; a payment is left for its event', () => {
    expectTargets({ refusal: unauthenticated }, targets);
  });

  it('is told before the page is taken for one that was opened signed out (rule 2)', () => {
    expectTargets({ auth: 'anonymous', refusal: unauthenticated }, targets);
  });
});

describe('[F31] rule 4: 403 ‘Active order draft required’ (§6.24)', () => {
  it('goes to the seats, tested before rule 5', () => {
    expectTargets(
      { refusal: noDraftFound },
      {
        ...each(drafted, page('seats')),
        // No draft is needed there: rule 5 decides, and the two do not send in circles.
        queue: page('event'),
        seats: page('queue'),
      },
    );
  });

  it('goes to the event page when not logged in (§6.24)', () => {
    for (const name of drafted) {
      expect(sendsFrom(pages[name], { auth: 'anonymous', refusal: noDraftFound })).toEqual(
        page('event'),
      );
    }
  });

  it('is known by its code alone', () => {
    const target = (code: PageRefusal['code']) => sendsFrom(page('payment'), { refusal: { code } });
    expect(target('draftRequired')).toEqual(page('seats'));
    expect(target('sessionNotOnline')).toEqual(page('event'));
    expect(target('noDraft')).toBeNull();
    expect(target('unauthenticated')).toEqual(page('event'));
    expect(target(null)).toBeNull();
  });
});

describe('rule 5: any other refusal of the session (§6.25)', () => {
  it.each(['emailNotVerified', 'sessionNotOnline', 'payTimeOver'] as const)(
    '%s: payment pages go to the event, the seats to the queue; the queue does not send back',
    (code) => {
      const targets = each(['queue', ...drafted], page('event'));
      expectTargets({ refusal: { code } }, { ...targets, seats: page('queue') });
    },
  );

  it.each([
    'requestUnreadable',
    'noDraft',
    'paymentLive',
    'inputInvalid',
    'tooManyRequests',
    null,
  ] as const)('%s moves no page', (code) => {
    expectTargets({ refusal: { code } }, {});
  });
});

describe('rule 6: the session is being paid for (§6.26)', () => {
  it.each([
    ['paymentSelection', 'payment-method', ['payment', 'payment-generated']],
    ['paymentProcessing', 'payment', ['payment-method']],
  ] as const)('%s', (state, to, others) => {
    const targets = each(['queue', 'seats', 'order-form', ...others], page(to));
    expectTargets({ reading: sessionIn(state) }, targets);
  });

  it.each([
    ['paymentSelection', page('payment-method')],
    ['paymentProcessing', page('payment')],
  ] as const)('%s: the event of the session counts, not that of the address', (state, to) => {
    for (const name of flowNames) {
      // Entering another event is asked about on its queue page (§4.34).
      if (name === 'queue' || name === 'seats') continue;
      const at = { name, slug: otherSlug } as Screen;
      expect(sendsFrom(at, { reading: sessionIn(state) }), name).toEqual(to);
    }
    const reading = sessionIn(state);
    expect(sendsFrom(page('queue', otherSlug), { reading })).toBeNull();
    expect(sendsFrom(page('seats', otherSlug), { reading })).toEqual(page('queue', otherSlug));
  });

  it('a session without an event moves nothing but the seats', () => {
    const reading = sessionIn('paymentSelection', { slug: null });
    expectTargets({ reading }, { seats: page('queue') });
  });

  it('an event whose name holds words of the purchase is no page of it (§2.3)', () => {
    const reading = sessionIn('paymentSelection', { slug: otherSlug });
    expect(sendsFrom(page('event', otherSlug), { reading })).toBeNull();
  });

  it.each(['anonymous', 'unverified'] as const)('means nothing to somebody %s', (auth) => {
    for (const name of pageNames) {
      const reading = sessionIn('paymentSelection');
      expect(sendsFrom(pages[name], { auth, reading }), name).toEqual(
        sendsFrom(pages[name], { auth }),
      );
    }
  });
});

describe('rule 7: no draft (§6.27)', () => {
  it('goes to the seats from every page that goes on with one', () => {
    const targets = each(drafted, page('seats'));
    expectTargets({ draft: 'none' }, targets);
    expectTargets({ draft: 'none', reading: sessionIn('online') }, targets);
  });

  it('after rule 6, which it overrules on no page but the one of the step itself', () => {
    const known = { draft: 'none', reading: sessionIn('paymentSelection') } as const;
    expect(sendsFrom(page('order-form'), known)).toEqual(page('payment-method'));
    expect(sendsFrom(page('payment-method'), known)).toEqual(page('seats'));
  });

  it('means nothing signed out', () => {
    expect(sendsFrom(page('order-form'), { auth: 'anonymous', draft: 'none' })).toEqual(home);
  });
});

describe('rule 8: only who is online chooses seats (§6.28)', () => {
  it.each(everyState)('%s', (state) => {
    const to = {
      online: null,
      paymentSelection: page('payment-method'),
      paymentProcessing: page('payment'),
    }[state as string];
    expect(sendsFrom(page('seats'), { reading: sessionIn(state) })).toEqual(
      to === undefined ? page('queue') : to,
    );
  });

  it('online for another event is not online here', () => {
    const reading = sessionIn('online', { slug: otherSlug });
    expect(sendsFrom(page('seats'), { reading })).toEqual(page('queue'));
  });

  it('nothing is decided before a reading (guard a)', () => {
    expect(sendsFrom(page('seats'))).toBeNull();
  });

  it.each(everyState)('%s moves no other page that has no step of its own', (state) => {
    if (state.startsWith('payment')) return expect(stepScreen(sessionIn(state))).not.toBeNull();
    for (const name of flowNames.filter((each) => each !== 'seats')) {
      expect(sendsFrom(pages[name], { reading: sessionIn(state) }), name).toBeNull();
    }
  });
});

describe('sign-in pages of somebody signed in (§6.29)', () => {
  it.each(['login', 'register', 'forgot-password'] as const)(
    '%s goes to returnTo, else home',
    (name) => {
      expect(sendsFrom({ name, returnTo: page('queue') })).toEqual(page('queue'));
      expect(sendsFrom({ name, returnTo: null })).toEqual(home);
      expect(sendsFrom({ name, returnTo: loginTo(page('queue')) })).toEqual(home);
      expect(sendsFrom({ name, returnTo: { name: 'register', returnTo: null } })).toEqual(home);
      expect(sendsFrom({ name, returnTo: pages['forgot-password'] })).toEqual(home);
    },
  );

  it('what Google left open is asked of who is signed in; a stranger signs in and goes on where it led', () => {
    const open: Screen = { name: 'complete-profile', returnTo: page('queue') };
    expect(sendsFrom(open)).toBeNull();
    expect(sendsFrom(open, { auth: 'anonymous' })).toEqual(loginTo(page('queue')));
  });

  it('the pages of the code lead on as well', () => {
    expect(sendsFrom({ name: 'verify', returnTo: null })).toEqual(home);
    expect(sendsFrom({ name: 'verify', returnTo: page('queue') })).toEqual(page('queue'));
    const code = { name: 'verify-code', email: null } as const;
    expect(sendsFrom({ ...code, returnTo: page('queue') })).toEqual(page('queue'));
    expect(sendsFrom({ ...code, returnTo: null })).toEqual(home);
  });

  it.each(['anonymous', 'unverified'] as const)('%s stays', (auth) => {
    expect(sendsFrom(loginTo(page('queue')), { auth })).toBeNull();
    expect(sendsFrom({ name: 'verify', returnTo: null }, { auth })).toBeNull();
    expect(sendsFrom({ name: 'forgot-password', returnTo: page('queue') }, { auth })).toBeNull();
  });
});

describe('the page of the step a session is at (§4.16)', () => {
  it.each<[SessionStep, Screen | null]>([
    ['queued', page('queue')],
    ['online', page('seats')],
    ['paymentSelection', page('payment-method')],
    ['paymentProcessing', page('payment')],
    ['completed', null],
    ['expired', null],
    ['cancelled', null],
    ['failed', null],
    ['notInQueue', null],
    ['unknown', null],
  ])('%s', (state, to) => {
    expect(stepScreen(sessionIn(state))).toEqual(to);
    expect(stepScreen(sessionIn(state, { slug: null }))).toBeNull();
  });

  it('online with a live draft is the order form; without a session there is none (§4.41, §3.53)', () => {
    expect(stepScreen(sessionIn('online', { hasDraft: true }))).toEqual(page('order-form'));
    expect(stepScreen(null)).toBeNull();
  });
});
