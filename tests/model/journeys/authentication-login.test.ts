import { describe, expect, it } from 'vitest';
import { authFormOf } from '../../../src/app/flows/auth-form.ts';
import { id } from '../../../src/text/id.ts';
import { buyer, newcomer, registration } from '../../support/flows/auth-flow.ts';
import { broken, ok, refused } from '../../support/flows/machines.ts';
import {
  answers,
  type Happening,
  type Journey,
  sees,
  sends,
  travel,
  waits,
} from '../../support/model/journey.ts';
import type { Stage } from '../../support/model/stage.ts';
import { shownText } from '../../support/shown-text.ts';
import { authModel, credentials, queuePage, registered } from '../auth.model.ts';
import { grantAs } from '../otp.model.ts';

/** Somebody comes to the site and is not signed in. */
const comes: readonly Happening[] = [
  answers('readUser', refused('unauthenticated', 'Unauthorized')),
];
/** The same opens the sign-in page on the way to a queue, and signs in. */
const signsIn: readonly Happening[] = [
  ...comes,
  sends({ type: 'login.open', surface: 'page', returnTo: queuePage }),
  sends({ type: 'login.submit', ...credentials }),
];
const isVerified = answers('login', ok({ isVerified: true }));
const isUnverified = answers('login', ok({ isVerified: false }));
const registers: readonly Happening[] = [
  ...comes,
  sends({ type: 'register.open', surface: 'page', returnTo: queuePage }),
  sends({ type: 'register.submit', registration }),
];

const userOf = (stage: Stage) => stage.snapshot().context.user;
const errorOf = (stage: Stage) => shownText(stage.snapshot().context.error);
const lastTold = (stage: Stage) => stage.told().at(-1);
/** What the form says to somebody for whom it worked. */
function successOf(stage: Stage): string | null {
  const form = authFormOf(stage.snapshot() as Parameters<typeof authFormOf>[0]);
  return form?.success ? id[form.success] : null;
}
const auth = (journey: Omit<Journey, 'model' | 'from'>) =>
  travel({ model: authModel, from: 'cold', ...journey });

describe('§4 Authentication: login', () => {
  it('Login: submit', () =>
    auth({
      steps: signsIn,
      ends: ['account.anonymous.login.submitting'],
      holds: (stage) => expect(stage.asked('login')).toEqual(credentials),
    }));

  it('if the response says isVerified false, generate an OTP', () =>
    auth({
      steps: [...signsIn, isUnverified],
      ends: ['account.anonymous.login.requestingCode'],
      holds: (stage) => {
        expect(stage.openCalls('requestCode')).toBe(1);
        expect(stage.calls('fetchUser')).toBe(1);
      },
    }));

  it("show 'OTP sent to your email. Redirecting to verification page...'", () =>
    auth({
      steps: [...signsIn, isUnverified, answers('requestCode', ok(grantAs()))],
      ends: ['account.unverified.codeSent'],
      tells: ['auth.anonymous', 'auth.unverified'],
      holds: (stage) =>
        expect(successOf(stage)).toBe(
          'OTP sent to your email. Redirecting to verification page...',
        ),
    }));

  it('and after 1.5 s go to /verify-code with email and returnTo', () =>
    auth({
      steps: [
        ...signsIn,
        isUnverified,
        answers('requestCode', ok(grantAs())),
        waits('successNotice'),
      ],
      ends: ['account.unverified.settled'],
      tells: ['auth.anonymous', 'auth.unverified', 'auth.codeNeeded'],
      holds: (stage) =>
        expect(lastTold(stage)).toEqual({
          type: 'auth.codeNeeded',
          email: credentials.email,
          returnTo: queuePage,
        }),
    }));

  it("§8 'Failed to send verification code. Please try again.'", () =>
    auth({
      steps: [...signsIn, isUnverified, answers('requestCode', broken())],
      ends: ['account.anonymous.login.editing'],
      holds: (stage) =>
        expect(errorOf(stage)).toBe('Failed to send verification code. Please try again.'),
    }));

  it('Otherwise wait 1 s (for session cookies), fetch the current user', () =>
    auth({
      steps: [
        ...signsIn,
        isVerified,
        sees(['account.anonymous.login.settling'], (stage) =>
          expect(stage.openCalls('fetchUser')).toBe(0),
        ),
        waits('cookieWait'),
      ],
      ends: ['account.anonymous.login.fetchingUser'],
      holds: (stage) => expect(stage.openCalls('fetchUser')).toBe(1),
    }));

  it('if unverified, same OTP path', () =>
    auth({
      steps: [
        ...signsIn,
        isVerified,
        waits('cookieWait'),
        answers('fetchUser', ok(newcomer)),
        answers('requestCode', ok(grantAs())),
        waits('successNotice'),
      ],
      ends: ['account.unverified.settled'],
      tells: ['auth.anonymous', 'auth.unverified', 'auth.codeNeeded'],
      holds: (stage) => expect(lastTold(stage)).toMatchObject({ email: newcomer.email }),
    }));

  // Ruling 1.4-F over 'if fetch fails': one more second, one more try.
  it('if fetch fails show the session verification error (ruling 1.4-F: at the second time)', () =>
    auth({
      steps: [
        ...signsIn,
        isVerified,
        waits('cookieWait'),
        answers('fetchUser', refused('unauthenticated', 'Unauthorized')),
        sees(['account.anonymous.login.waitingAgain'], (stage) =>
          expect(errorOf(stage)).toBeNull(),
        ),
        waits('cookieWait'),
        answers('fetchUserAgain', refused('unauthenticated', 'Unauthorized')),
      ],
      ends: ['account.anonymous.login.editing'],
      tells: ['auth.anonymous'],
      holds: (stage) =>
        expect(errorOf(stage)).toBe(
          'Login succeeded but session verification failed. Please refresh the page and try again.',
        ),
    }));

  it("on success mark logged in, show 'Login successful! Redirecting...'", () =>
    auth({
      steps: [...signsIn, isVerified, waits('cookieWait'), answers('fetchUser', ok(buyer))],
      ends: ['account.verified.landing'],
      tells: ['auth.anonymous', 'auth.verified'],
      holds: (stage) => {
        expect(successOf(stage)).toBe('Login successful! Redirecting...');
        expect(lastTold(stage)).toEqual({ type: 'auth.verified', user: buyer, because: 'login' });
      },
    }));

  it.each([
    ['close the modal', 'modal', null],
    ['or go to returnTo if given', 'page', queuePage],
    // Which of the two it is depends on the session, which the parent knows (journeys/pages).
    ['or to the payment-method page of the event with an active order, else /', 'page', null],
  ] as const)('then after 1.5 s %s', (_where, surface, returnTo) =>
    auth({
      steps: [
        ...comes,
        sends({ type: 'login.open', surface, returnTo }),
        sends({ type: 'login.submit', ...credentials }),
        isVerified,
        waits('cookieWait'),
        answers('fetchUser', ok(buyer)),
        waits('successNotice'),
      ],
      ends: ['account.verified.settled'],
      tells: ['auth.anonymous', 'auth.verified', 'auth.landed'],
      holds: (stage) => expect(lastTold(stage)).toEqual({ type: 'auth.landed', surface, returnTo }),
    }),
  );

  it('Login errors clear when a field is edited', () =>
    auth({
      steps: [
        ...signsIn,
        answers('login', refused('wrongCredentials', 'Email atau kata sandi salah')),
        sees(['account.anonymous.login.editing'], (stage) =>
          expect(errorOf(stage)).toBe('Email atau kata sandi salah'),
        ),
        sends({ type: 'login.edit' }),
      ],
      ends: ['account.anonymous.login.editing'],
      holds: (stage) => expect(errorOf(stage)).toBeNull(),
    }));
});

describe('§4 Authentication: registration', () => {
  // Ruling 1.4-G over 'store': the cookie is the key, the token goes no further than its call.
  it('on success store the returned token (bearer type) (ruling 1.4-G: nowhere)', () =>
    auth({
      steps: [...registers, answers('register', ok(registered))],
      ends: ['account.anonymous.register.fetchingUser'],
      holds: (stage) => {
        expect(JSON.stringify(stage.snapshot())).not.toContain(registered.token);
        expect(JSON.stringify(stage.snapshot())).not.toContain(registration.password);
      },
    }));

  it('fetch the user, set logged in but unverified', () =>
    auth({
      steps: [
        ...registers,
        answers('register', ok(registered)),
        answers('fetchUser', ok(newcomer)),
      ],
      ends: ['account.unverified.registered'],
      tells: ['auth.anonymous', 'auth.unverified'],
      holds: (stage) =>
        expect(lastTold(stage)).toEqual({
          type: 'auth.unverified',
          user: newcomer,
          because: 'registration',
        }),
    }));

  it('(fallback placeholder user with role user, unverified)', () =>
    auth({
      steps: [...registers, answers('register', ok(registered)), answers('fetchUser', broken())],
      ends: ['account.unverified.registered'],
      tells: ['auth.anonymous', 'auth.unverified'],
      holds: (stage) =>
        expect(userOf(stage)).toEqual({
          id: '',
          name: 'Sari Dewi',
          firstName: 'Sari',
          lastName: 'Dewi',
          email: 'baru@contoh.id',
          phoneNumber: '+628123456789',
          role: 'user',
          isVerified: false,
          created_at: '',
        }),
    }));

  it("show 'Registration successful! Please verify your email to continue.'", () =>
    auth({
      steps: [
        ...registers,
        answers('register', ok(registered)),
        answers('fetchUser', ok(newcomer)),
      ],
      ends: ['account.unverified.registered'],
      holds: (stage) =>
        expect(successOf(stage)).toBe(
          'Registration successful! Please verify your email to continue.',
        ),
    }));

  it('after 1.5 s move to verification', () =>
    auth({
      steps: [
        ...registers,
        answers('register', ok(registered)),
        answers('fetchUser', ok(newcomer)),
        waits('successNotice'),
      ],
      ends: ['account.unverified.settled'],
      tells: ['auth.anonymous', 'auth.unverified', 'auth.codeNeeded'],
      holds: (stage) =>
        expect(lastTold(stage)).toEqual({
          type: 'auth.codeNeeded',
          email: newcomer.email,
          returnTo: queuePage,
        }),
    }));
});
