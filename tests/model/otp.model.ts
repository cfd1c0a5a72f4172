import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { CodeContext } from '../../machines/otp/otp.code.ts';
import type { CodeGrant } from '../../machines/otp/otp.grant.ts';
import { otpMachine } from '../../machines/otp/otp.machine.ts';
import { otpPorts } from '../../machines/otp/otp.ports.ts';
import type { OtpContext, OtpEvent } from '../../machines/otp/otp.types.ts';
import { refusalAs } from '../support/flows/machines.ts';
import { flowModel } from '../support/model/flow-model.ts';

/** Address of every walk. */
export const email = 'baru@contoh.id';
/** Code in the six boxes of every walk; never in the machine. */
export const wholeCode = '012345';

/** A grant whose code lives three more minutes and whose cooldown takes one, with the given members. */
export function grantAs(over: Partial<CodeGrant> = {}): CodeGrant {
  const alive = { deadline: 180_000, remainingMs: 180_000 };
  return { ...alive, cooldownMs: 60_000, usedToday: 1, dailyLimit: 10, ...over };
}

/** Members of a grant without a valid code. */
export const noCode = { deadline: null, remainingMs: null } as const;
/** Members of a grant without a cooldown. */
export const noWait = { cooldownMs: 0 } as const;

/** The refusal that says when the next code may be requested, and how many of today's codes are used. */
export const tooSoonAs = (seconds: number, used: number) =>
  refusalAs('codeTooSoon', 'Too many requests', {
    next_request_available_in: seconds,
    next_request_available_at: null,
    daily_usage: { current_count: used, daily_limit: 10 },
  });

/** Failures of every call. */
export const down = {
  broken: [{ status: 500, message: 'HTTP error!' }],
  unreachable: [{ message: 'No answer.' }],
} as const;

export const isSpent = ({ grant }: CodeContext) =>
  grant !== null && grant.usedToday >= grant.dailyLimit;
const isAlive = ({ grant }: CodeContext) => (grant?.remainingMs ?? 0) > 0;
const mayBeSent = (context: CodeContext) => expect(isSpent(context)).toBe(false);
const shows = (error: unknown) => (context: CodeContext) => expect(context.error).toEqual(error);

/** Milliseconds of the delays of both machines. */
export const codeDelays = {
  // The server's figure (§4.86), or fifteen minutes where it gives none (§9.14).
  codeLife: ({ grant }: CodeContext) => grant?.remainingMs ?? 15 * 60 * 1_000,
  // The server's figure (§9.14).
  cooldown: ({ grant }: CodeContext) => grant?.cooldownMs ?? Number.NaN,
};

/** Facts of both machines. */
export const codeFacts = (context: CodeContext) => ({
  remaining: context.grant?.remainingMs ?? null,
  spent: isSpent(context),
  shows: context.error !== null,
  replaced: isReplaced(context),
});

/** True when a new code was sent while the one before it was submitted. */
export const isReplaced = ({ clearings, clearingsAtSubmit }: CodeContext) =>
  clearingsAtSubmit !== null && clearingsAtSubmit !== clearings;

/** States that both machines have, for what these must do. */
export const codeEffects = {
  'code.entry.entering': {},
  'code.entry.expired': {
    holds: (context: CodeContext) => {
      expect(isAlive(context)).toBe(false);
      expect([{ key: 'otp.expired' }, { key: 'otp.resendFailed' }]).toContainEqual(context.error);
    },
  },
  'code.clock.stopped': { holds: (context: CodeContext) => expect(isAlive(context)).toBe(false) },
  'code.clock.running': { waits: ['codeLife'] as const },
  'code.clock.ranOut': { holds: (context: CodeContext) => expect(isAlive(context)).toBe(false) },
  'code.resend.ready': { holds: mayBeSent },
  'code.resend.coolingDown': { waits: ['cooldown'] as const, holds: mayBeSent },
  'code.resend.dailyLimitReached': {
    holds: (context: CodeContext) => expect(isSpent(context)).toBe(true),
  },
  verified: { waits: ['successNotice'] as const, holds: shows(null) },
  finished: { output: { kind: 'verified' } as const },
  left: { output: { kind: 'left' } as const },
};

interface CodeSnapshot {
  readonly context: CodeContext;
  readonly status: string;
  readonly output: { readonly kind: string } | undefined;
  readonly matches: (value: never) => boolean;
}
interface CodeMoment {
  readonly before: CodeSnapshot;
  readonly after: CodeSnapshot;
  readonly step: string;
  readonly openCalls: (slot: string) => number;
}
const at = (snapshot: CodeSnapshot, region: string, state: string) =>
  snapshot.matches({ code: { [region]: state } } as never);

/** Rules of both machines. `submit` is the call with the code, `wrong` the numbers of its refusals of a wrong one. */
export const codeNever = (submit: string, wrong: string) => {
  const wrongCode = new RegExp(`^${submit} answers refused #[${wrong}]`);
  const isExpiredStep = (step: string) => step === `${submit} answers refused #1`;
  return {
    'a call with less than six digits': ({ before, step, openCalls }: CodeMoment) =>
      openCalls(submit) > 0 && !at(before, 'entry', 'submitting') && step !== 'otp.submit #1',
    'two codes submitted at once': ({ openCalls }: CodeMoment) => openCalls(submit) > 1,
    'two codes sent at once': ({ openCalls }: CodeMoment) => openCalls('sendCode') > 1,
    'a resend during the cooldown': ({ before, openCalls }: CodeMoment) =>
      at(before, 'resend', 'coolingDown') && openCalls('sendCode') > 0,
    'a resend past the daily limit': ({ before, after, openCalls }: CodeMoment) =>
      !before.matches('requesting' as never) &&
      !after.matches('requesting' as never) &&
      (isSpent(before.context) || isSpent(after.context)) &&
      openCalls('sendCode') > 0,
    'a code sent while one is submitted, which would end it': ({ before, after }: CodeMoment) =>
      at(before, 'entry', 'submitting') &&
      !at(before, 'resend', 'sending') &&
      at(after, 'resend', 'sending'),
    'verified without a good response': ({ before, after, step }: CodeMoment) =>
      after.matches('verified' as never) &&
      !before.matches('verified' as never) &&
      step !== `${submit} answers ok #1`,
    'boxes that accept digits after the end of the code': ({ after }: CodeMoment) =>
      at(after, 'entry', 'entering') && at(after, 'clock', 'ranOut'),
    'a new code with boxes or texts of the old one': ({ before, after, step }: CodeMoment) =>
      /^sendCode answers ok/.test(step) &&
      (after.context.clearings !== before.context.clearings + 1 || after.context.error !== null),
    'boxes that keep a wrong code': ({ before, after, step }: CodeMoment) =>
      wrongCode.test(step) &&
      at(after, 'entry', 'entering') &&
      after.context.clearings !== before.context.clearings + 1,
    'a new code ended by the response about the old one': ({ before, after, step }: CodeMoment) =>
      isExpiredStep(step) &&
      isReplaced(before.context) &&
      at(before, 'clock', 'running') &&
      !(at(after, 'entry', 'entering') && at(after, 'clock', 'running')),
  };
};

/** Good responses to a request for a code. */
export const sentCodes = [
  grantAs({ deadline: 600_000, remainingMs: 600_000 }),
  grantAs({ ...noCode, usedToday: 10 }),
] as const;

const signedOut = refusalAs('unauthenticated');
type OtpSnapshot = SnapshotFrom<typeof otpMachine>;

/** Proof of an e-mail address by a code (§4.86, OTP verification). */
export const otpModel = flowModel<OtpEvent>()({
  machine: otpMachine,
  ports: otpPorts,
  starts: {
    full: () => ({ variant: 'full' as const, email }),
    simple: () => ({ variant: 'simple' as const, email: null }),
  },
  events: {
    'otp.submit': [{ code: wholeCode }, { code: '12345' }, { code: '12345a' }],
    'otp.edit': [{}],
    'otp.resend': [{}],
    'otp.leave': [{}],
  },
  answers: {
    readStatus: {
      ok: [
        grantAs(),
        grantAs({ ...noWait, usedToday: 10 }),
        grantAs({ ...noCode, ...noWait, usedToday: 0 }),
        grantAs(noCode),
        grantAs({ ...noCode, ...noWait, usedToday: 10 }),
      ],
      refused: [signedOut, refusalAs('emailNotVerified')],
      ...down,
    },
    sendCode: {
      ok: sentCodes,
      refused: [signedOut, tooSoonAs(45, 3), tooSoonAs(45, 10), refusalAs('tooManyRequests')],
      ...down,
    },
    validateCode: {
      ok: [{ isVerified: true }, { isVerified: false }],
      refused: [
        refusalAs('codeExpired'),
        signedOut,
        refusalAs('codeWrong', 'Kode salah'),
        refusalAs('codeWrong', ''),
      ],
      ...down,
    },
  },
  delays: {
    ...codeDelays,
    // §4.86: 1.5 s, or 2 s on the simple page.
    successNotice: ({ variant }) => (variant === 'simple' ? 2_000 : 1_500),
  },
  facts: (context) => ({ variant: context.variant, ...codeFacts(context) }),
  effects: {
    checkingStatus: { runs: { readStatus: () => undefined }, holds: shows(null) },
    ...codeEffects,
    'code.entry.submitting': {
      runs: { validateCode: () => ({ code: wholeCode }) },
      holds: ({ clearingsAtSubmit }: OtpContext) => expect(clearingsAtSubmit).not.toBeNull(),
    },
    'code.resend.sending': { runs: { sendCode: () => undefined }, holds: mayBeSent },
    signedOut: { output: { kind: 'signedOut' } },
  },
  leads: `
    checkingStatus/code: otp.leave → left
    checkingStatus: readStatus else → code.clock.stopped, code.entry.entering, code.resend.ready
    checkingStatus: readStatus ok #1 → code.clock.running, code.entry.entering, code.resend.coolingDown
    checkingStatus: readStatus ok #2 → code.clock.running, code.entry.entering, code.resend.dailyLimitReached
    checkingStatus: readStatus ok #3 → code.clock.stopped, code.entry.entering, code.resend.sending
    checkingStatus: readStatus ok #4 → code.clock.stopped, code.entry.expired, code.resend.coolingDown, says
      otp.expired
    checkingStatus: readStatus ok #5 → code.clock.stopped, code.entry.expired, code.resend.dailyLimitReached, says
      otp.expired
    checkingStatus: readStatus unauthenticated → signedOut
    code.clock.running: after codeLife → code.clock.ranOut, code.entry.expired, says otp.expired
    code.entry.entering: otp.edit → says no more, stays
    code.entry.entering: otp.submit #1 → code.entry.submitting, says no more
    code.entry.entering: otp.submit #2/#3 → says otp.incomplete, stays
    code.entry.submitting: validateCode codeExpired → code.clock.stopped, code.entry.entering, code.entry.expired,
      says otp.expired
    code.entry.submitting: validateCode codeWrong → code.entry.entering, code.entry.expired, says 'Kode salah', says
      otp.expired, says otp.invalid
    code.entry.submitting: validateCode else → code.entry.entering, code.entry.expired, says otp.expired, says
      otp.verificationFailed
    code.entry.submitting: validateCode ok #1 → says no more, verified
    code.entry.submitting: validateCode unauthenticated → signedOut
    code.resend.coolingDown: after cooldown → code.resend.ready
    code.resend.ready: otp.resend → code.resend.sending, ignored
    code.resend.sending: sendCode codeTooSoon → code.resend.coolingDown, code.resend.dailyLimitReached
    code.resend.sending: sendCode else → code.resend.ready, says otp.resendFailed
    code.resend.sending: sendCode ok #1 → code.clock.running, code.entry.entering, code.resend.coolingDown, says no
      more
    code.resend.sending: sendCode ok #2 → code.clock.running, code.entry.entering, code.resend.dailyLimitReached,
      says no more
    code.resend.sending: sendCode unauthenticated → signedOut
    verified: after successNotice → finished
  `,
  never: {
    ...codeNever('validateCode', '34'),
    'a code sent to an account that has one': ({ before, step, openCalls }) =>
      (before as OtpSnapshot).matches('checkingStatus') &&
      step !== 'readStatus answers ok #3' &&
      openCalls('sendCode') > 0,
    'boxes emptied without a new or a wrong code': ({ before, after, step }) =>
      !/^(sendCode answers ok|validateCode answers refused #[34])/.test(step) &&
      after.context.clearings !== before.context.clearings,
    'the code in the snapshot': ({ after }) => JSON.stringify(after).includes(wholeCode),
  },
});
