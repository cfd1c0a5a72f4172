import { assign, emit, raise, sendTo, setup, stateIn } from 'xstate';
import { isShownMethod } from '../../contract/payment.ts';
import { failedAgain, hasNoResponse, healedBy, healingPause, mended } from '../shared/healing.ts';
import { forbiddenCodes, isRefused, type Result } from '../shared/result.ts';
import { failureText } from '../shared/screen-text.ts';
import { timings } from '../shared/timings.ts';
import { type LoadedMethods, paymentPorts } from './payment.ports.ts';
import {
  failedText,
  feeOf,
  isFree,
  methodOf,
  pendingNotices,
  preselectedOf,
  standingOf,
  withNotice,
} from './payment.rules.ts';
import type {
  PaymentContext,
  PaymentEmitted,
  PaymentEvent,
  PaymentInput,
  PaymentNotice,
  PaymentOutput,
  PaymentOwnEvent,
  PaymentReading,
} from './payment.types.ts';

interface Scope {
  readonly context: PaymentContext;
}
interface Hint {
  readonly event: PaymentNotice['event'];
}
interface Choice {
  readonly code: string;
}
type PaymentResult = Result<PaymentReading>;
type Standing = ReturnType<typeof standingOf>;

const stands =
  (standing: Standing) =>
  ({ context }: Scope) =>
    context.reading !== null && standingOf(context.reading) === standing;
const answers = (standing: Standing) => (_: unknown, result: PaymentResult) =>
  result.ok && standingOf(result.value) === standing;

/** Nothing of a charge that is over is left when another method is chosen. */
const forgotten = {
  reading: null,
  methodCode: null,
  serviceFee: 0,
  methods: [],
  notices: [],
  error: null,
  hasNoResponse: false,
  changeError: null,
};

/** Names everything the payment machine's chart is drawn with. */
export const paymentSetup = setup({
  types: {} as {
    context: PaymentContext;
    events: PaymentEvent | PaymentOwnEvent;
    input: PaymentInput;
    output: PaymentOutput;
    emitted: PaymentEmitted;
  },
  actors: paymentPorts,
  delays: {
    healing: ({ context }: Scope) => healingPause(context.healing),
    paymentPoll: timings.paymentPoll,
    checkMerge: timings.checkMerge,
    completionProof: timings.completionProof,
    expiredNotice: timings.expiredNotice,
    noticeCap: timings.noticeCap,
    untilDeadline: ({ context }: Scope) => Math.max(0, context.reading?.remainingMs ?? 0),
  },
  guards: {
    startsPaying: ({ context }: Scope) => context.entry === 'pay',
    isOk: (_: unknown, result: Result<unknown>) => result.ok,
    // Once only: a second payment of a free order is the buyer's press.
    isFreeAtFirst: ({ context }: Scope, result: Result<LoadedMethods>) =>
      result.ok &&
      isFree(result.value) &&
      context.reopened === null &&
      result.value.methods.some(isShownMethod),
    isSilence: (_: unknown, result: Result<unknown>) => hasNoResponse(result),
    hasNoResponse: ({ context }: Scope) => context.hasNoResponse,
    isSignedOut: isRefused('unauthenticated'),
    isForbidden: isRefused(...forbiddenCodes),
    // The session or the payment is at another step.
    isConflict: isRefused(
      'saleNotBegun',
      'saleClosed',
      'eventPostponed',
      'eventCancelled',
      'paymentLive',
      'paymentCompleted',
      'paymentEnded',
      'paymentNotVoidable',
      'changeTooLate',
    ),
    // Nothing to pay for: no draft (§6.24), or no payment (§2.312).
    isDraftMissing: isRefused(
      'draftRequired',
      'noDraft',
      'noPayment',
      'paymentNotFound',
      'eventNotFound',
      'notFound',
    ),
    isTimeOver: isRefused('payTimeOver'),
    isUnfit: isRefused('methodUnfit', 'methodUnknown'),
    isOvertaken: ({ context }: Scope, result: Result<unknown>) =>
      result.ok && pendingNotices(context.notices).length < context.notices.length,

    isOther: ({ context }: Scope, { code }: Choice) =>
      code !== context.methodCode &&
      !isFree(context) &&
      methodOf(context.methods, code) !== undefined,
    hasMethod: ({ context }: Scope) => context.methodCode !== null,
    hasNoMethods: ({ context }: Scope) => context.methods.length === 0,
    hasMissedMethods: ({ context }: Scope) =>
      context.methods.length === 0 && context.error !== null,
    mayHealMethods: ({ context }: Scope) =>
      context.methods.length === 0 && context.error !== null && context.healing.passes,
    isLate: stateIn('#payment.creating.late'),

    isUnread: ({ context }: Scope) => context.reading === null,
    isCompleted: stands('completed'),
    isExpired: stands('expired'),
    hasFailed: stands('failed'),
    isReopened: stands('reopened'),
    isChanged: ({ context }: Scope) =>
      context.reading !== null &&
      standingOf(context.reading) === 'reopened' &&
      context.reading.payment.end_reason === 'changed',
    hasCharge: stands('pending'),
    isResultCompleted: answers('completed'),
    isResultExpired: answers('expired'),
    isPageShown: stateIn('#payment.awaiting.page.shown'),
    hasRunOut: ({ context }: Scope) =>
      context.reading !== null &&
      context.reading.remainingMs !== null &&
      context.reading.remainingMs <= 0,
    hasDeadline: ({ context }: Scope) => (context.reading?.remainingMs ?? 0) > 0,
    isCompletedHint: (_: unknown, { event }: Hint) => event === 'payment_completed',
    isExpiredHint: (_: unknown, { event }: Hint) => event === 'payment_expired',
  },
  actions: {
    takeMethods: assign(({ context }, result: Result<LoadedMethods>) => {
      if (!result.ok) return {};
      const { draft, lastUsed } = result.value;
      const methods = result.value.methods.filter(isShownMethod);
      const { reopened } = context;
      const methodCode = preselectedOf({ methods, draft, reopened }, lastUsed);
      return {
        methods,
        draft,
        methodCode,
        serviceFee: methodCode === null ? 0 : feeOf({ methods, draft }, methodCode),
        error: null,
        healing: mended(context.healing),
      };
    }),
    noteMethodsFailure: assign({ error: { key: 'payment.methodsFailed' } }),
    selectMethod: assign(({ context }, { code }: Choice) => ({
      methodCode: code,
      serviceFee: feeOf(context, code),
      error: null,
      hasNoResponse: false,
    })),
    noteTimeUp: assign({ error: { key: 'purchase.timeUp' } }),
    noteUnfit: assign({
      error: { key: 'payment.methodUnfit' },
      hasNoResponse: false,
    }),
    noteCreateRefused: assign({
      error: { key: 'payment.createRefused' },
      hasNoResponse: false,
    }),
    noteCreateFailed: assign({
      hasNoResponse: true,
      error: { key: 'payment.createFailed' },
    }),
    storeReading: assign(({ context }, result: PaymentResult) =>
      result.ok
        ? {
            reading: result.value,
            error: null,
            hasNoResponse: false,
            healing: mended(context.healing),
          }
        : {},
    ),
    countFailure: assign(({ context }, result: Result<unknown>) => ({
      healing: healedBy(context.healing, result),
    })),
    countCrash: assign(({ context }) => ({ healing: failedAgain(context.healing, null) })),
    noteReadFailure: assign((_, result: Result<unknown>) => ({
      error: result.ok ? null : failureText(result.failure, 'payment.readFailed' as const),
    })),
    noteReadBug: assign({ error: { key: 'payment.readFailed' } }),
    noteFailed: assign(({ context }) => ({ error: failedText(context.reading) })),
    noteHint: assign(({ context }, { event }: Hint) => withNotice(context, event)),
    withdrawNotices: assign(({ context }) => ({ notices: pendingNotices(context.notices) })),
    noteChanged: assign({ ...forgotten, reopened: 'changed' }),
    noteReopened: assign(({ context }) => ({
      ...forgotten,
      reopened: context.reading?.payment.end_reason ?? 'unknown',
    })),
    noteChangeRefused: assign({
      changeError: { key: 'payment.changeRefused' },
    }),
    noteChangeFailed: assign({
      changeError: { key: 'payment.changeFailed' },
    }),
    clearChangeError: assign({ changeError: null }),
    clearError: assign({ error: null, hasNoResponse: false }),
    wantRead: raise({ type: 'read.wanted' }),
    announceReadEnd: emit({ type: 'read.ended' }),
    announceReading: raise({ type: 'reading.taken' }),
    tellBegun: sendTo(({ context }) => context.parent, { type: 'payment.begun' }),
    tellReopened: sendTo(({ context }) => context.parent, { type: 'payment.reopened' }),
    askForSession: sendTo(({ context }) => context.parent, { type: 'session.refreshWanted' }),
  },
});

/** Input of every call that is about the event alone. */
export function ofEvent({ context }: Scope) {
  return { slug: context.slug };
}

/** The invocation of the read of the payment's status; each state says where its responses lead. */
export const statusRead = { src: 'readStatus', id: 'readStatus', input: ofEvent } as const;
