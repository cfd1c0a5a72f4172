import { assertEvent, assign, not, raise, setup, stateIn } from 'xstate';
import { type Outcome, refusedWith } from '../shared/outcome.ts';
import { timings } from '../shared/timings.ts';
import { grantOfRefusal, isSpent } from './otp.grant.ts';
import { otpPorts } from './otp.ports.ts';
import { codeExpired, isAlive, isWholeCode, otpWords, verificationFailed } from './otp.rules.ts';
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
      context.variant === 'full' ? timings.codeSuccess : timings.simpleCodeSuccess,
    codeLife: ({ context }) => context.grant?.remainingMs ?? timings.codeLife,
    cooldown: ({ context }) => context.grant?.cooldownMs ?? 0,
  },
  guards: {
    isOk: (_, params: Outcome<unknown>) => params.ok,
    isSignedOut: (_, params: Outcome<unknown>) => statusOf(params) === 401,
    isProven: (_, params: Outcome<{ readonly isVerified: boolean }>) =>
      params.ok && params.value.isVerified,
    isReplaced: ({ context }, params: Outcome<unknown>) =>
      statusOf(params) === 410 && context.proving !== context.clearings,
    isDead: (_, params: Outcome<unknown>) => statusOf(params) === 410,
    isAliveThere: (_, params: Outcome<OtpGrantReading>) => params.ok && isAlive(params.value),
    isSendableThere: (_, params: Outcome<OtpGrantReading>) =>
      params.ok && !isSpent(params.value) && params.value.cooldownMs <= 0,
    // A 429 that says until when.
    isTooSoon: ({ context }, params: Outcome<unknown>) =>
      !params.ok && grantOfRefusal(params.failure, context.grant) !== null,
    hasSixDigits: (_, params: { code: string }) => isWholeCode(params.code),
    isAlive: ({ context }) => context.grant !== null && isAlive(context.grant),
    isSpent: ({ context }) => context.grant !== null && isSpent(context.grant),
    isCoolingDown: ({ context }) => context.grant !== null && context.grant.cooldownMs > 0,
    // A new code kills the old one, so none is sent while the old one is being proven.
    isNotSubmitting: not(stateIn({ entry: 'submitting' })),
    hasRunOut: stateIn({ clock: 'ranOut' }),
  },
  actions: {
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
    noteProving: assign({ proving: ({ context }) => context.clearings }),
    forgetProving: assign({ proving: null }),
    clearError: assign({ error: null }),
    complainIncomplete: assign(({ context }) => ({ error: otpWords[context.variant].incomplete })),
    complainResend: assign(({ context }) => ({ error: otpWords[context.variant].resendFailed })),
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
    raiseClosed: raise({ type: 'entry.closed' }),
  },
});

/** Input of the validating call: straight from its event, so that no code is kept. */
export function codeOf({ event }: { readonly event: OtpEvent | OtpInnerEvent }) {
  assertEvent(event, 'otp.submit');
  return { code: event.code };
}
