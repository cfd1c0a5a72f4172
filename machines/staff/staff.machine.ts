import { assertEvent, assign, setup } from 'xstate';
import type { StaffSelf } from '../../contract/staff/calls.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { isRefused, type Result, resultOf } from '../shared/result.ts';
import { timings } from '../shared/timings.ts';
import { staffPorts } from './staff.ports.ts';
import { problemOfFailure } from './staff.problem.ts';
import type { Invitation, StaffContext, StaffEvent } from './staff.types.ts';

interface Scope {
  readonly context: StaffContext;
}

const staffSetup = setup({
  types: {} as {
    context: StaffContext;
    events: StaffEvent;
    input: { readonly token: string | null };
  },
  actors: staffPorts,
  delays: { reread: timings.rereadPause },
  guards: {
    hasToken: ({ context }: Scope) => context.token !== null,
    isOk: (_: Scope, result: Result<unknown>) => result.ok,
    isSignedOut: isRefused('unauthenticated'),
    isInvitationOver: isRefused('invitationInvalid'),
  },
  actions: {
    storeSelf: assign((_, result: Result<StaffSelf>) =>
      result.ok ? { self: result.value, token: null, invitation: null, problem: null } : {},
    ),
    storeInvitation: assign((_, result: Result<Invitation>) =>
      result.ok ? { invitation: result.value } : {},
    ),
    showProblem: assign((_, result: Result<unknown>) =>
      result.ok ? {} : { problem: problemOfFailure(result.failure) },
    ),
    showBroken: assign({ problem: 'broken' }),
    showEnded: assign({ problem: 'unauthenticated' }),
    forgetProblem: assign({ problem: null }),
    forgetToken: assign({ token: null, invitation: null }),
    forgetSelf: assign({ self: null }),
  },
});

/**
 * Who of the staff is here: an invitation is accepted once, a sign-in is one step, and a sign-in that ends while a page is open leads back to it
 * (decision 070). Passwords and codes go from their event straight into the call.
 */
export const staffMachine = staffSetup.createMachine({
  id: 'staff',
  options: loopGuard,
  context: ({ input }) => ({ token: input.token, invitation: null, self: null, problem: null }),
  initial: 'opening',
  states: {
    opening: {
      entry: 'forgetProblem',
      always: [{ guard: 'hasToken', target: 'readingInvitation' }, { target: 'checking' }],
    },

    checking: {
      invoke: {
        src: 'readSelf',
        id: 'readSelf',
        onDone: [
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'signedIn',
            actions: { type: 'storeSelf', params: resultOf },
          },
          { guard: { type: 'isSignedOut', params: resultOf }, target: 'signedOut' },
          { target: 'away', actions: { type: 'showProblem', params: resultOf } },
        ],
        onError: { target: 'away', actions: 'showBroken' },
      },
    },

    readingInvitation: {
      invoke: {
        src: 'readInvitation',
        id: 'readInvitation',
        input: ({ context }) => ({ token: context.token ?? '' }),
        onDone: [
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'invited',
            actions: { type: 'storeInvitation', params: resultOf },
          },
          {
            guard: { type: 'isInvitationOver', params: resultOf },
            target: 'signedOut',
            actions: ['forgetToken', { type: 'showProblem', params: resultOf }],
          },
          { target: 'away', actions: { type: 'showProblem', params: resultOf } },
        ],
        onError: { target: 'away', actions: 'showBroken' },
      },
    },

    // The server gave no usable response: nothing is known yet.
    away: {
      after: { reread: { target: 'opening' } },
      on: { retry: { target: 'opening' } },
    },

    invited: { on: { 'invitation.accept': { target: 'accepting', actions: 'forgetProblem' } } },

    accepting: {
      invoke: {
        src: 'accept',
        id: 'accept',
        input: ({ context, event }) => {
          assertEvent(event, 'invitation.accept');
          return { token: context.token ?? '', password: event.password, code: event.code };
        },
        onDone: [
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'signedIn',
            actions: { type: 'storeSelf', params: resultOf },
          },
          {
            guard: { type: 'isInvitationOver', params: resultOf },
            target: 'signedOut',
            actions: ['forgetToken', { type: 'showProblem', params: resultOf }],
          },
          { target: 'invited', actions: { type: 'showProblem', params: resultOf } },
        ],
        onError: { target: 'invited', actions: 'showBroken' },
      },
    },

    signedOut: {
      entry: 'forgetSelf',
      on: { signIn: { target: 'signingIn', actions: 'forgetProblem' } },
    },

    signingIn: {
      invoke: {
        src: 'signIn',
        id: 'signIn',
        input: ({ event }) => {
          assertEvent(event, 'signIn');
          return { email: event.email, password: event.password, code: event.code };
        },
        onDone: [
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'signedIn',
            actions: { type: 'storeSelf', params: resultOf },
          },
          { target: 'signedOut', actions: { type: 'showProblem', params: resultOf } },
        ],
        onError: { target: 'signedOut', actions: 'showBroken' },
      },
    },

    signedIn: {
      on: {
        signOut: { target: 'signingOut', actions: 'forgetProblem' },
        'session.ended': { target: 'signedOut', actions: 'showEnded' },
      },
    },

    signingOut: {
      invoke: {
        src: 'signOut',
        id: 'signOut',
        onDone: [
          { guard: { type: 'isOk', params: resultOf }, target: 'signedOut' },
          { guard: { type: 'isSignedOut', params: resultOf }, target: 'signedOut' },
          { target: 'signedIn', actions: { type: 'showProblem', params: resultOf } },
        ],
        onError: { target: 'signedIn', actions: 'showBroken' },
      },
    },
  },
});
