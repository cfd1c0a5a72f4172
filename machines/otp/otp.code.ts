import { assign, type EventObject, not, raise, stateIn } from 'xstate';
import { isRefused, isRefusedAs, type Result, resultOf } from '../shared/result.ts';
import { failureText, type ScreenText } from '../shared/screen-text.ts';
import { timings } from '../shared/timings.ts';
import { type CodeGrant, grantOfRefusal, isSpent } from './otp.grant.ts';
import { isWholeCode } from './otp.rules.ts';

/** Texts of both machines (§8.13). The simple page words three of them differently. */
type CodeTextKey =
  | 'otp.incomplete'
  | 'otp.invalid'
  | 'otp.verificationFailed'
  | 'otp.expired'
  | 'otp.resendFailed'
  | 'otp.sendFailed';

/** Part of the context that both machines with a one-time code have. Neither holds the code itself: it goes from its event into its call. */
export interface CodeContext {
  readonly grant: CodeGrant | null;
  readonly error: ScreenText<CodeTextKey> | null;
  /** Increases whenever the six boxes must be emptied. */
  readonly clearings: number;
  /** `clearings` at the moment when the submitted code was typed: fewer than now if a new code was sent meanwhile. Null while no code is submitted. */
  readonly clearingsAtSubmit: number | null;
}

/** Events of both machines with a one-time code. */
export type CodeEvent =
  | { readonly type: 'otp.edit' }
  | { readonly type: 'otp.resend' }
  /** 'Back to Login'. */
  | { readonly type: 'otp.leave' };

/** Events between the regions of the state `code`. */
export type CodeInnerEvent =
  | { readonly type: 'code.sent' }
  | { readonly type: 'code.ranOut' }
  /** The server ended the code before its time. */
  | { readonly type: 'code.ended' };

interface Scope {
  readonly context: CodeContext;
}
type GrantResult = Result<CodeGrant>;

/** Context of a machine before its first code. */
export const noCodeYet: CodeContext = {
  grant: null,
  error: null,
  clearings: 0,
  clearingsAtSubmit: null,
};

const grantOf = resultOf<GrantResult>;
const sent = {
  guard: { type: 'isOk', params: grantOf },
  target: 'deciding',
  actions: [{ type: 'storeGrant', params: grantOf }, 'clearBoxes', 'raiseSent'],
} as const;
const tooSoon = {
  guard: { type: 'isTooSoon', params: grantOf },
  target: 'deciding',
  actions: { type: 'storeRefusedGrant', params: grantOf },
} as const;
/** The call for another code failed: the old code stays valid. */
export const notSent = { target: 'ready', actions: 'showResendFailed' } as const;
/** Transitions after the response to a request for another code. */
export const afterSend = [sent, tooSoon, notSent] as const;

/** The life of the code, 15 minutes unless the server says otherwise (§4.86). */
export const clock = {
  initial: 'stopped',
  on: {
    'code.sent': { target: '.running' },
    'code.ended': { target: '.stopped', actions: 'forgetCode' },
  },
  states: {
    stopped: {},
    running: {
      after: { codeLife: { target: 'ranOut', actions: ['forgetCode', 'raiseRanOut'] } },
    },
    ranOut: {},
  },
} as const;

/** Whether another code may be requested (§9.14); each machine adds `sending`, its call. */
export const resend = {
  deciding: {
    always: [
      { guard: 'isSpent', target: 'dailyLimitReached' },
      { guard: 'isCoolingDown', target: 'coolingDown' },
      { target: 'ready' },
    ],
  },
  ready: { on: { 'otp.resend': { guard: 'isNotSubmitting', target: 'sending' } } },
  coolingDown: { after: { cooldown: { target: 'ready' } } },
  dailyLimitReached: {},
} as const;

/** Transitions of `entry.submitting` for a code that is over or wrong. The clock may have ended during the call: its result counts first. */
export const afterBadCode = [
  { guard: 'hasRunOut', target: 'expired' },
  // A new code was sent meanwhile, which ended the submitted one.
  { guard: { type: 'isReplaced', params: resultOf }, target: 'entering' },
  { guard: { type: 'isEnded', params: resultOf }, target: 'expired', actions: 'raiseEnded' },
  {
    guard: { type: 'isWrongCode', params: resultOf },
    target: 'entering',
    actions: ['clearBoxes', { type: 'showNotVerified', params: resultOf }],
  },
] as const;
/** Transitions of `entry.submitting` after a call that crashed. */
export const afterCrash = [
  { guard: 'hasRunOut', target: 'expired' },
  { target: 'entering', actions: 'showVerificationFailed' },
] as const;

/** Delays of both machines. */
export const codeDelays = {
  codeLife: ({ context }: Scope) => context.grant?.remainingMs ?? timings.codeLife,
  cooldown: ({ context }: Scope) => context.grant?.cooldownMs ?? 0,
};

/** Guards of both machines. */
export const codeGuards = {
  isOk: (_: unknown, params: Result<unknown>) => params.ok,
  isProven: (_: unknown, params: Result<{ readonly isVerified: boolean }>) =>
    params.ok && params.value.isVerified,
  isEnded: (_: unknown, params: Result<unknown>) =>
    !params.ok && isRefusedAs(params.failure, 'codeExpired'),
  isWrongCode: isRefused('codeWrong'),
  isReplaced: ({ context }: Scope, params: Result<unknown>) =>
    codeGuards.isEnded(null, params) && context.clearingsAtSubmit !== context.clearings,
  // A refusal that names the next moment at which a code may be requested.
  isTooSoon: ({ context }: Scope, params: Result<unknown>) =>
    !params.ok && grantOfRefusal(params.failure, context.grant) !== null,
  isIncomplete: (_: unknown, params: { readonly code: string }) => !isWholeCode(params.code),
  isSpent: ({ context }: Scope) => context.grant !== null && isSpent(context.grant),
  isCoolingDown: ({ context }: Scope) => (context.grant?.cooldownMs ?? 0) > 0,
  // A new code ends the old one, so none is sent while the old one is being verified.
  isNotSubmitting: not(stateIn({ code: { entry: 'submitting' } })),
  hasRunOut: stateIn({ code: { clock: 'ranOut' } }),
};

/** Actions of both machines, for the context and the events of one. */
export function codeActions<Context extends CodeContext, Event extends EventObject>() {
  const change = <Params = undefined>(
    next: (scope: Scope, params: Params) => Partial<CodeContext>,
  ) => assign<Context, Event, Params, Event, never>(next as () => Partial<Context>);
  const shows = (key: CodeTextKey) => change(() => ({ error: { key } }));
  const raises = (type: CodeInnerEvent['type']) =>
    raise<Context, Event, Event, undefined, never, never>({ type } as Event);
  return {
    storeGrant: change((_, params: GrantResult) => (params.ok ? { grant: params.value } : {})),
    storeRefusedGrant: change(({ context }, params: Result<unknown>) => ({
      grant: params.ok ? context.grant : grantOfRefusal(params.failure, context.grant),
    })),
    forgetCode: change(({ context: { grant } }) => ({
      grant: grant === null ? null : { ...grant, deadline: null, remainingMs: null },
    })),
    clearBoxes: change(({ context }) => ({ clearings: context.clearings + 1, error: null })),
    beginSubmit: change(({ context }) => ({ clearingsAtSubmit: context.clearings, error: null })),
    endSubmit: change(() => ({ clearingsAtSubmit: null })),
    clearError: change(() => ({ error: null })),
    showIncomplete: shows('otp.incomplete'),
    showExpired: shows('otp.expired'),
    showResendFailed: shows('otp.resendFailed'),
    showVerificationFailed: shows('otp.verificationFailed'),
    showNotVerified: change((_, params: Result<unknown>) => ({
      error:
        params.ok || params.failure.kind !== 'refused'
          ? { key: 'otp.verificationFailed' }
          : failureText(params.failure, 'otp.invalid'),
    })),
    raiseSent: raises('code.sent'),
    raiseRanOut: raises('code.ranOut'),
    raiseEnded: raises('code.ended'),
  };
}
