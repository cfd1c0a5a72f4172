import { assertEvent, assign, enqueueActions, or, raise, sendTo, setup, stateIn } from 'xstate';
import type { User } from '../../contract/account.ts';
import { failedAgain, healingPause, mended } from '../shared/healing.ts';
import type { Result } from '../shared/result.ts';
import type { Screen } from '../shared/screen.ts';
import { timings } from '../shared/timings.ts';
import { authPorts } from './auth.ports.ts';
import {
  accountEventOf,
  googleText,
  isCodeUnderway,
  isLongSilence,
  isNobody,
  loginText,
  placeholderUser,
  registrationText,
} from './auth.rules.ts';
import type {
  AuthCause,
  AuthContext,
  AuthEvent,
  AuthInnerEvent,
  AuthInput,
  Registration,
  Surface,
} from './auth.types.ts';

type Account = Result<User>;
type Because = { readonly because: AuthCause };

/** The account of a report; only one that is there is reported. */
const userOf = (context: AuthContext) => context.user ?? context.pending ?? placeholderUser({});

/** Everything the auth machine is made of, by name; `auth.machine.ts` puts it in its place. */
export const authSetup = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent | AuthInnerEvent,
    input: {} as AuthInput,
  },
  actors: authPorts,
  delays: {
    healing: ({ context }) => healingPause(context.healing),
    cookieWait: timings.cookieWait,
    googleReturn: timings.googleReturn,
    successNotice: timings.successNotice,
    logoutQueueWait: timings.logoutQueueWait,
    logoutStepCap: timings.logoutStepCap,
    logoutReload: timings.logoutReload,
  },
  guards: {
    isOk: (_, params: Result<unknown>) => params.ok,
    isVerifiedUser: (_, params: Account) => params.ok && params.value.isVerified,
    isUnverifiedUser: (_, params: Account) => params.ok && !params.value.isVerified,
    isVerifiedLogin: (_, params: Result<{ readonly isVerified: boolean }>) =>
      params.ok && params.value.isVerified,
    hasNoResponse: (_, params: Account) => !params.ok && !isNobody(params.failure),
    isCodeUnderway: (_, params: Result<unknown>) => !params.ok && isCodeUnderway(params.failure),
    // A storm of 401s is one doubt.
    isSameDoubt: ({ context }) => context.cause === 'refused',
    isSignedIn: or([stateIn({ account: 'unverified' }), stateIn({ account: 'verified' })]),
    // Not while a sign-in or sign-out is on its way: that reads, or forgets, on its own.
    isResting: or([
      stateIn({ account: 'checking' }),
      stateIn({ account: { anonymous: 'idle' } }),
      stateIn({ account: { anonymous: { login: 'editing' } } }),
      stateIn({ account: { anonymous: { register: 'editing' } } }),
      stateIn({ account: 'unverified' }),
      stateIn({ account: 'verified' }),
    ]),
    // The server took the code, so a read that got lost afterwards changes nothing.
    isProvenByCode: ({ context }) =>
      context.cause === 'code' && context.user !== null && context.user.id !== '',
  },
  actions: {
    noteOpening: assign((_, params: { surface: Surface; returnTo: Screen | null }) => ({
      surface: params.surface,
      returnTo: params.returnTo,
      error: null,
    })),
    noteLogin: assign((_, params: { email: string }) => ({
      pending: placeholderUser({ email: params.email }),
      error: null,
    })),
    noteRegistration: assign((_, params: { registration: Registration }) => ({
      pending: placeholderUser(params.registration),
      error: null,
    })),
    forgetForm: assign({ error: null, returnTo: null, pending: null }),
    clearError: assign({ error: null }),
    keepUser: assign((_, params: { user: User }) => ({ user: params.user, pending: null })),
    storeAccount: assign(({ context }, params: Account) =>
      params.ok ? { user: params.value, pending: null } : { user: context.user },
    ),
    notePending: assign((_, params: Account) => (params.ok ? { pending: params.value } : {})),
    keepPending: assign(({ context }) => ({ user: userOf(context), pending: null })),
    keepProven: assign(({ context }) => ({ user: { ...userOf(context), isVerified: true } })),
    forgetUser: assign({ user: null, pending: null }),
    complainLogin: assign((_, params: Result<unknown>) => ({
      error: params.ok ? null : loginText(params.failure),
    })),
    complainRegistration: assign((_, params: Result<unknown>) => ({
      error: params.ok ? null : registrationText(params.failure),
    })),
    complainGoogle: assign((_, params: Result<unknown>) => ({
      error: params.ok ? null : googleText(params.failure),
    })),
    complainGoogleCrash: assign({ error: { key: 'login.googleFailed' } }),
    complainNetwork: assign({ error: { key: 'login.networkFailed' } }),
    complainRegistrationCrash: assign({ error: { key: 'register.failed' } }),
    complainCode: assign({ error: { key: 'login.codeFailed' } }),
    complainUnconfirmed: assign({ error: { key: 'login.unconfirmed' } }),

    noteCause: assign(({ context }, params: Because) => ({
      cause: params.because,
      healing: mended(context.healing),
    })),
    countTry: assign(({ context }, params: Account) => ({
      healing: failedAgain(context.healing, params.ok ? null : params.failure),
    })),
    countCrash: assign(({ context }) => ({ healing: failedAgain(context.healing, null) })),
    readAgain: raise({ type: 'auth.recheck' }),
    dropRead: raise({ type: 'read.drop' }),
    raiseUser: raise((_, params: Account) => accountEventOf(params)),
    tellSilence: enqueueActions(({ enqueue, context }) => {
      if (isLongSilence(context.healing.tries)) enqueue.raise({ type: 'user.unsure' });
    }),
    mendReads: assign(({ context }) => ({ healing: mended(context.healing) })),

    tellAnonymous: sendTo(
      ({ context }) => context.parent,
      (_, params: Because) => ({ type: 'auth.anonymous', because: params.because }),
    ),
    tellUnverified: sendTo(
      ({ context }) => context.parent,
      ({ context }, params: Because) => ({
        type: 'auth.unverified',
        user: userOf(context),
        because: params.because,
      }),
    ),
    tellVerified: sendTo(
      ({ context }) => context.parent,
      ({ context }, params: Because) => ({
        type: 'auth.verified',
        user: userOf(context),
        because: params.because,
      }),
    ),
    tellLeaving: sendTo(({ context }) => context.parent, { type: 'auth.leaving' }),
    tellLanded: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({
        type: 'auth.landed',
        surface: context.surface,
        returnTo: context.returnTo,
      }),
    ),
    tellCodeNeeded: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({
        type: 'auth.codeNeeded',
        email: context.user?.email || null,
        returnTo: context.returnTo,
      }),
    ),
  },
});

/** Input of the login call: straight from its event, so that no password is kept. */
export function credentialsOf({ event }: { readonly event: AuthEvent | AuthInnerEvent }) {
  assertEvent(event, 'login.submit');
  return { email: event.email, password: event.password };
}

/** Input of the registration call: straight from its event, so that no password is kept. */
export function registrationOf({ event }: { readonly event: AuthEvent | AuthInnerEvent }) {
  assertEvent(event, 'register.submit');
  return event.registration;
}

/** Input of the way to Google: where the form would go on. */
export function wayBackOf({ context }: { readonly context: AuthContext }) {
  return { surface: context.surface, returnTo: context.returnTo };
}

/** Params of a telling after a read: why it was read. */
export function causeOf({ context }: { readonly context: AuthContext }): Because {
  return { because: context.cause };
}
