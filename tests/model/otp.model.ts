import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { otpMachine } from '../../machines/otp/otp.machine.ts';
import { otpPorts } from '../../machines/otp/otp.ports.ts';
import type { OtpContext, OtpEvent, OtpGrantReading } from '../../machines/otp/otp.types.ts';
import { flowModel } from '../support/model/flow-model.ts';

/** The address of every walk. */
export const email = 'baru@contoh.id';
/** What every walk has in its six boxes; never in the machine. */
export const wholeCode = '012345';
/** The new password of every walk that chooses one; never in the machine. */
export const newPassword = 'tiketbaru9';

/** What the server says about codes: one of three minutes to live and a minute to wait, unless the test says otherwise. */
export function grantAs(over: Partial<OtpGrantReading> = {}): OtpGrantReading {
  const alive = { deadline: 180_000, remainingMs: 180_000 };
  return { ...alive, cooldownMs: 60_000, usedToday: 1, dailyLimit: 10, ...over };
}

/** No code lives. */
export const noCode = { deadline: null, remainingMs: null } as const;
/** No wait before the next code. */
export const noWait = { cooldownMs: 0 } as const;

/** A 429 as it comes over the wire: how long to wait, and how many codes today's are. */
export const tooSoonAs = (seconds: number, used: number) => ({
  status: 429,
  message: 'Too many requests',
  meta: {
    next_request_available_in: seconds,
    next_request_available_at: null,
    daily_usage: { current_count: used, daily_limit: 10 },
  },
});

const nobody = { status: 401, message: 'Unauthorized' };
const down = {
  broken: [{ status: 500, message: 'HTTP error!' }],
  unreachable: [{ message: 'No answer.' }],
} as const;
const expired = 'OTP has expired. Please request a new code.';

const isSpent = ({ grant }: OtpContext) => grant !== null && grant.usedToday >= grant.dailyLimit;
const isAlive = ({ grant }: OtpContext) => (grant?.remainingMs ?? 0) > 0;
const says = (error: string | null) => (context: OtpContext) => expect(context.error).toBe(error);
/** A 410, of either page. */
const saysDead = /^(validateCode answers refused #2|resetPassword answers refused #1)$/;
type OtpSnapshot = SnapshotFrom<typeof otpMachine>;
const isBeingProven = (snapshot: OtpSnapshot) =>
  snapshot.matches({ entry: 'submitting' }) || snapshot.matches({ entry: 'resetting' });
const isBeingSent = (snapshot: OtpSnapshot) =>
  snapshot.matches({ resend: 'sending' }) || snapshot.matches({ resend: 'sendingAgain' });
const mayBeSent = (context: OtpContext) => expect(isSpent(context)).toBe(false);

/** The words of §5 and §8, by what has just happened; undefined where it says nothing new. */
function wordsAfter(step: string, { variant }: OtpContext): string | null | undefined {
  const isFull = variant !== 'simple';
  const incomplete = isFull
    ? 'Please enter all 6 digits'
    : 'Please enter complete verification code';
  const invalid = isFull
    ? 'Invalid verification code. Please try again.'
    : 'Invalid OTP. Please try again.';
  const unsent = isFull
    ? 'Failed to resend code. Please try again.'
    : 'Failed to resend OTP. Please try again.';
  const unproven = 'Verification failed. Please try again.';
  const unasked = 'Failed to send verification code. Please try again.';
  const words: Readonly<Record<string, string | null>> = {
    'otp.submit #1': null,
    'otp.ask': null,
    'otp.changeEmail': null,
    'askReset answers ok #1': null,
    'askReset answers ok #2': null,
    'askReset answers refused #1': null,
    'askReset answers refused #2': null,
    'askReset answers refused #3': 'Masukkan alamat email yang benar',
    'askReset answers refused #4': unasked,
    'askReset answers broken': unasked,
    'askReset answers unreachable': unasked,
    'askReset crashes': unasked,
    'askAgain answers ok #1': null,
    'askAgain answers ok #2': null,
    'askAgain answers refused #3': unsent,
    'askAgain answers refused #4': unsent,
    'askAgain answers broken': unsent,
    'askAgain answers unreachable': unsent,
    'askAgain crashes': unsent,
    'resetPassword answers ok #1': null,
    'resetPassword answers ok #2': unproven,
    'resetPassword answers refused #1': expired,
    'resetPassword answers refused #2': 'Kode salah',
    'resetPassword answers refused #3': invalid,
    'resetPassword answers refused #4': 'Kata sandi terlalu umum',
    'resetPassword answers refused #5': 'Terlalu banyak percobaan',
    'resetPassword answers broken': unproven,
    'resetPassword answers unreachable': unproven,
    'resetPassword crashes': unproven,
    'otp.submit #2': incomplete,
    'otp.submit #3': incomplete,
    'otp.edit': null,
    'sendCode answers ok #1': null,
    'sendCode answers ok #2': null,
    'sendCode answers refused #4': unsent,
    'sendCode answers broken': unsent,
    'sendCode answers unreachable': unsent,
    'sendCode crashes': unsent,
    'validateCode answers ok #1': null,
    'validateCode answers ok #2': unproven,
    'validateCode answers refused #2': expired,
    'validateCode answers refused #3': 'Kode salah',
    'validateCode answers refused #4': invalid,
    'validateCode answers broken': unproven,
    'validateCode answers unreachable': unproven,
    'validateCode crashes': unproven,
  };
  return words[step];
}

/** Proof of an e-mail address by a code (§4, OTP verification), or of one that may choose a new password. */
export const otpModel = flowModel<OtpEvent>()({
  machine: otpMachine,
  ports: otpPorts,
  starts: {
    full: () => ({ variant: 'full' as const, email }),
    simple: () => ({ variant: 'simple' as const, email: null }),
    reset: () => ({ variant: 'reset' as const, email: null }),
  },
  events: {
    'otp.submit': [
      { code: wholeCode, password: newPassword },
      { code: '12345', password: newPassword },
      { code: '12345a' },
    ],
    'otp.ask': [{ email }],
    'otp.changeEmail': [{}],
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
      refused: [nobody, { status: 403, message: 'Forbidden' }],
      ...down,
    },
    sendCode: {
      ok: [
        grantAs({ deadline: 600_000, remainingMs: 600_000 }),
        grantAs({ ...noCode, usedToday: 10 }),
      ],
      refused: [
        nobody,
        tooSoonAs(45, 3),
        tooSoonAs(45, 10),
        { status: 429, message: 'Too many requests' },
      ],
      ...down,
    },
    validateCode: {
      ok: [{ isVerified: true }, { isVerified: false }],
      refused: [
        nobody,
        { status: 410, message: 'Gone' },
        { status: 422, message: 'Kode salah' },
        { status: 422, message: '' },
      ],
      ...down,
    },
    askReset: {
      ok: [
        grantAs({ deadline: 600_000, remainingMs: 600_000 }),
        grantAs({ ...noCode, usedToday: 10 }),
      ],
      refused: [
        tooSoonAs(45, 3),
        tooSoonAs(45, 10),
        { status: 422, message: 'Masukkan alamat email yang benar' },
        { status: 429, message: '' },
      ],
      ...down,
    },
    resetPassword: {
      ok: [{ isVerified: true }, { isVerified: false }],
      refused: [
        { status: 410, message: 'Gone' },
        { status: 422, message: 'Kode salah', field: 'otp' },
        { status: 422, message: '' },
        { status: 422, message: 'Kata sandi terlalu umum', field: 'password' },
        { status: 429, message: 'Terlalu banyak percobaan' },
      ],
      ...down,
    },
  },
  delays: {
    // §4: 1.5 s, or 2 s on the simple page.
    successNotice: ({ variant }) => (variant === 'simple' ? 2_000 : 1_500),
    // The server's figure (ruling 1.4-H), or fifteen minutes where it gives none (§9).
    codeLife: ({ grant }) => grant?.remainingMs ?? 15 * 60 * 1_000,
    // The server's figure (§9).
    cooldown: ({ grant }) => grant?.cooldownMs ?? Number.NaN,
  },
  facts: (context) => ({
    variant: context.variant,
    remaining: context.grant?.remainingMs ?? null,
    spent: isSpent(context),
    says: context.error !== null,
    replaced: context.proving !== null && context.proving !== context.clearings,
  }),
  effects: {
    'entry.checkingStatus': { runs: { readStatus: () => undefined }, holds: says(null) },
    'entry.asking': {
      holds: ({ variant, grant }) => {
        expect(variant).toBe('reset');
        expect(grant).toBeNull();
      },
    },
    'entry.requesting': {
      runs: { askReset: () => ({ email }) },
      holds: says(null),
    },
    'entry.beginning': {},
    'entry.entering': {},
    'entry.submitting': {
      runs: { validateCode: () => ({ code: wholeCode }) },
      holds: ({ proving }) => expect(proving).not.toBeNull(),
    },
    'entry.resetting': {
      runs: { resetPassword: () => ({ email, code: wholeCode, password: newPassword }) },
      holds: ({ proving }) => expect(proving).not.toBeNull(),
    },
    'entry.verified': { waits: ['successNotice'], holds: says(null) },
    'entry.expired': {
      holds: (context) => {
        expect(isAlive(context)).toBe(false);
        expect(context.error).toMatch(/expired|Failed to resend/);
      },
    },
    'entry.proven': { output: { outcome: 'verified' } },
    'entry.signedOut': { output: { outcome: 'signedOut' } },
    'entry.left': { output: { outcome: 'left' } },
    'clock.stopped': { holds: (context) => expect(isAlive(context)).toBe(false) },
    'clock.running': { waits: ['codeLife'] },
    'clock.ranOut': { holds: (context) => expect(isAlive(context)).toBe(false) },
    'clock.closed': {},
    'resend.unknown': {},
    'resend.ready': { holds: mayBeSent },
    'resend.coolingDown': { waits: ['cooldown'], holds: mayBeSent },
    'resend.sending': { runs: { sendCode: () => undefined }, holds: mayBeSent },
    'resend.choosingSender': {},
    'resend.sendingAgain': { runs: { askAgain: () => ({ email }) }, holds: mayBeSent },
    'resend.dailyLimitReached': { holds: (context) => expect(isSpent(context)).toBe(true) },
    'resend.closed': {},
  },
  never: {
    'a call with less than six digits': ({ before, step, openCalls }) =>
      openCalls('validateCode') + openCalls('resetPassword') > 0 &&
      !isBeingProven(before) &&
      step !== 'otp.submit #1',
    'two codes proven at once': ({ openCalls }) =>
      openCalls('validateCode') + openCalls('resetPassword') > 1,
    'two codes sent at once': ({ openCalls }) => openCalls('sendCode') + openCalls('askReset') > 1,
    'a call of the one page on the other': ({ after, openCalls }) =>
      after.context.variant === 'reset'
        ? openCalls('readStatus') + openCalls('sendCode') + openCalls('validateCode') > 0
        : openCalls('askReset') + openCalls('resetPassword') > 0,
    'a resend during the cooldown': ({ before, openCalls }) =>
      before.matches({ resend: 'coolingDown' }) &&
      openCalls('sendCode') + openCalls('askReset') > 0,
    'a resend past the daily limit': ({ before, after, openCalls }) =>
      (isSpent(before.context) || isSpent(after.context)) &&
      openCalls('sendCode') + openCalls('askReset') > 0,
    'a code sent while one is being proven, which would kill it': ({ before, after }) =>
      isBeingProven(before) && !isBeingSent(before) && isBeingSent(after),
    'a code sent to somebody who has one': ({ before, step, openCalls }) =>
      before.matches({ entry: 'checkingStatus' }) &&
      step !== 'readStatus answers ok #3' &&
      openCalls('sendCode') > 0,
    'verified without a good answer': ({ before, after, step }) =>
      after.matches({ entry: 'verified' }) &&
      !before.matches({ entry: 'verified' }) &&
      !/^(validateCode|resetPassword) answers ok #1$/.test(step),
    'left as verified without having said so': ({ before, after }) =>
      after.output?.outcome === 'verified' && !before.matches({ entry: 'verified' }),
    'boxes that may be filled while no code can be in them': ({ after }) =>
      after.matches({ entry: 'entering', clock: 'ranOut' }),
    'a fresh code with boxes or words of the old one': ({ before, after, step }) =>
      /^(sendCode|askAgain) answers ok/.test(step) &&
      (after.context.clearings !== before.context.clearings + 1 || after.context.error !== null),
    'boxes emptied without a fresh code, another address or a wrong new password’s code': ({
      before,
      after,
      step,
    }) =>
      !/^((sendCode|askAgain) answers ok|otp\.changeEmail|resetPassword answers refused #[23])/.test(
        step,
      ) && after.context.clearings !== before.context.clearings,
    'boxes kept after a wrong code of a new password': ({ before, after, step }) =>
      /^resetPassword answers refused #[23]/.test(step) &&
      after.matches({ entry: 'entering' }) &&
      after.context.clearings !== before.context.clearings + 1,
    'something left of a code for another address': ({ before, after }) =>
      !before.matches({ entry: 'asking' }) &&
      after.matches({ entry: 'asking' }) &&
      !(after.context.grant === null && after.matches({ clock: 'stopped', resend: 'unknown' })),
    'a fresh code called dead for what is said of the old one': ({ before, after, step }) =>
      saysDead.test(step) &&
      before.context.clearings !== before.context.proving &&
      before.matches({ clock: 'running' }) &&
      !after.matches({ entry: 'entering', clock: 'running' }),
    'other words than the texts': ({ before, after, step }) => {
      const words = wordsAfter(step, after.context);
      if (words === undefined || after.status !== 'active') return false;
      const { error } = after.context;
      // A code that ran out is said to have, whatever else went wrong; one that was replaced is passed over.
      const isOver =
        after.matches({ entry: 'expired' }) && /^(validateCode|resetPassword)/.test(step);
      const isReplaced = before.context.proving !== before.context.clearings;
      if (isOver) return error !== expired;
      if (saysDead.test(step) && isReplaced) return error !== null;
      return error !== words;
    },
    'a code or a password kept': ({ after }) =>
      [wholeCode, newPassword].some((secret) => JSON.stringify(after).includes(secret)),
  },
});
