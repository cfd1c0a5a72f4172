import { and, assertEvent, assign, not, raise, setup, stateIn } from 'xstate';
import { type Outcome, refusedWith, wordsOf } from '../shared/outcome.ts';
import { timings } from '../shared/timings.ts';
import { grantOfRefusal, isSpent } from './otp.grant.ts';
import { otpPorts } from './otp.ports.ts';
import {
  askFailed,
  codeExpired,
  isAlive,
  isWholeCode,
  otpWords,
  verificationFailed,
} from './otp.rules.ts';
import type {
  OtpContext,
  OtpEvent,
  OtpGrantReading,
  OtpInnerEvent,
  OtpInput,
  OtpOutput,
} from './otp.types.ts';

const statusOf = (outcome: Outcome<unknown>) => (outcome.ok ? null : refusedWith(outcome.failure));

/** Everything the otp machine is made of, by name; `otp.machine.ts` puts it in its place. */
export const otpSetup = setup({
  types: {
    context: {} as OtpContext,
    events: {} as OtpEvent | OtpInnerEvent,
    input: {} as OtpInput,
    output: {} as OtpOutput,
  },
  actors: otpPorts,
  delays: {
    successNotice: ({ context }) =>
      context.variant === 'simple' ? timings.simpleCodeSuccess : timings.codeSuccess,
    codeLife: ({ context }) => context.grant?.remainingMs ?? timings.codeLife,
    cooldown: ({ context }) => context.grant?.cooldownMs ?? 0,
  },
  guards: {
    isReset: ({ context }) => context.variant === 'reset',
    isOk: (_, params: Outcome<unknown>) => params.ok,
    isSignedOut: (_, params: Outcome<unknown>) => statusOf(params) === 401,
    isProven: (_, params: Outcome<{ readonly isVerified: boolean }>) =>
      params.ok && params.value.isVerified,
    isReplaced: ({ context }, params: Outcome<unknown>) =>
      statusOf(params) === 410 && context.proving !== context.clearings,
    isDead: (_, params: Outcome<unknown>) => statusOf(params) === 410,
    // A password that will not do says nothing of the code.
    isWrongCode: (_, params: Outcome<unknown>) =>
      !params.ok &&
      params.failure.kind === 'refused' &&
      params.failure.status === 422 &&
      params.failure.field !== 'password',
    isAliveThere: (_, params: Outcome<OtpGrantReading>) => params.ok && isAlive(params.value),
    isSendableThere: (_, params: Outcome<OtpGrantReading>) =>
      params.ok && !isSpent(params.value) && params.value.cooldownMs <= 0,
    // A 429 that says until when.
    isTooSoon: ({ context }, params: Outcome<unknown>) =>
      !params.ok && grantOfRefusal(params.failure, context.grant) !== null,
    isIncomplete: (_, params: { code: string }) => !isWholeCode(params.code),
    isAlive: ({ context }) => context.grant !== null && isAlive(context.grant),
    isSpent: ({ context }) => context.grant !== null && isSpent(context.grant),
    isCoolingDown: ({ context }) => context.grant !== null && context.grant.cooldownMs > 0,
    // A new code kills the old one, so none is sent while the old one is being proven.
    isNotSubmitting: and([
      not(stateIn({ entry: 'submitting' })),
      not(stateIn({ entry: 'resetting' })),
    ]),
    hasRunOut: stateIn({ clock: 'ranOut' }),
  },
  actions: {
    noteEmail: assign((_, params: { email: string }) => ({ email: params.email, error: null })),
    noteGrant: assign((_, params: Outcome<OtpGrantReading>) =>
      params.ok ? { grant: params.value } : {},
    ),
    noteRefusedGrant: assign(({ context }, params: Outcome<unknown>) => ({
      grant: params.ok ? context.grant : grantOfRefusal(params.failure, context.grant),
    })),
    forgetCode: assign(({ context }) => ({
      grant:
        context.grant === null ? null : { ...context.grant, deadline: null, remainingMs: null },
    })),
    clearBoxes: assign(({ context }) => ({ clearings: context.clearings + 1, error: null })),
    forgetGrant: assign({ grant: null }),
    noteProving: assign({ proving: ({ context }) => context.clearings }),
    forgetProving: assign({ proving: null }),
    clearError: assign({ error: null }),
    complainIncomplete: assign(({ context }) => ({ error: otpWords[context.variant].incomplete })),
    complainResend: assign(({ context }) => ({ error: otpWords[context.variant].resendFailed })),
    complainAsk: assign((_, params: Outcome<unknown>) => ({
      error: params.ok ? null : wordsOf(params.failure, askFailed),
    })),
    complainUnasked: assign({ error: askFailed }),
    complainExpired: assign({ error: codeExpired }),
    complainUnproven: assign({ error: verificationFailed }),
    complain: assign(({ context }, params: Outcome<unknown>) => {
      if (params.ok || params.failure.kind !== 'refused') return { error: verificationFailed };
      return { error: params.failure.message || otpWords[context.variant].invalid };
    }),
    noteOutcome: assign((_, params: OtpOutput) => ({ outcome: params.outcome })),
    raiseRead: raise({ type: 'grant.read' }),
    raiseWanted: raise({ type: 'code.wanted' }),
    raiseSent: raise({ type: 'code.sent' }),
    raiseRanOut: raise({ type: 'code.ranOut' }),
    raiseDied: raise({ type: 'code.died' }),
    raiseGone: raise({ type: 'account.gone' }),
    raiseDropped: raise({ type: 'grant.dropped' }),
    raiseClosed: raise({ type: 'entry.closed' }),
  },
});

/** Input of the validating call: straight from its event, so that no code is kept. */
export function codeOf({ event }: { readonly event: OtpEvent | OtpInnerEvent }) {
  assertEvent(event, 'otp.submit');
  return { code: event.code };
}

/** Input of the call that sends a code for a new password. */
export function addressOf({ context }: { readonly context: OtpContext }) {
  return { email: context.email ?? '' };
}

/** Input of the resetting call: code and password straight from their event, so that neither is kept. */
export function newPasswordOf({
  context,
  event,
}: {
  readonly context: OtpContext;
  readonly event: OtpEvent | OtpInnerEvent;
}) {
  assertEvent(event, 'otp.submit');
  return { ...addressOf({ context }), code: event.code, password: event.password ?? '' };
}
