import { expect } from 'vitest';
import { passwordResetMachine } from '../../machines/password-reset/password-reset.machine.ts';
import { passwordResetPorts } from '../../machines/password-reset/password-reset.ports.ts';
import type {
  PasswordResetContext,
  PasswordResetEvent,
} from '../../machines/password-reset/password-reset.types.ts';
import { refusalAs } from '../support/flows/machines.ts';
import { flowModel } from '../support/model/flow-model.ts';
import {
  codeDelays,
  codeEffects,
  codeFacts,
  codeNever,
  down,
  email,
  grantAs,
  isSpent,
  noWait,
  sentCodes,
  tooSoonAs,
  wholeCode,
} from './otp.model.ts';

/** The new password of every walk; never in the machine. */
const newPassword = 'tiketbaru9';

/** A forgotten password: address, code and new password. */
export const passwordResetModel = flowModel<PasswordResetEvent>()({
  machine: passwordResetMachine,
  ports: passwordResetPorts,
  starts: { reset: () => undefined },
  events: {
    'email.submit': [{ email }],
    'email.change': [{}],
    'otp.submit': [
      { code: wholeCode, password: newPassword },
      { code: '12345', password: newPassword },
      { code: '12345a', password: newPassword },
    ],
    'otp.edit': [{}],
    'otp.resend': [{}],
    'otp.leave': [{}],
  },
  answers: {
    sendCode: {
      ok: [...sentCodes, grantAs(noWait)],
      refused: [
        tooSoonAs(45, 3),
        tooSoonAs(45, 10),
        refusalAs('inputInvalid', 'Masukkan alamat email yang benar'),
        refusalAs('tooManyRequests', ''),
      ],
      ...down,
    },
    resetPassword: {
      ok: [{ isVerified: true }, { isVerified: false }],
      refused: [
        refusalAs('codeExpired'),
        refusalAs('codeWrong', 'Kode salah'),
        refusalAs('codeWrong', ''),
        refusalAs('passwordTooEasy', 'Kata sandi terlalu umum'),
        refusalAs('tooManyRequests', 'Terlalu banyak percobaan'),
      ],
      ...down,
    },
  },
  // §4.86: 1.5 s.
  delays: { ...codeDelays, successNotice: 1_500 },
  facts: codeFacts,
  effects: {
    asking: { holds: ({ grant }: PasswordResetContext) => expect(grant).toBeNull() },
    requesting: {
      runs: { sendFirstCode: () => ({ email }) },
      holds: ({ error }: PasswordResetContext) => expect(error).toBeNull(),
    },
    ...codeEffects,
    'code.entry.submitting': {
      runs: { resetPassword: () => ({ email, code: wholeCode, password: newPassword }) },
      holds: ({ clearingsAtSubmit }: PasswordResetContext) =>
        expect(clearingsAtSubmit).not.toBeNull(),
    },
    'code.resend.sending': {
      runs: { sendCode: () => ({ email }) },
      holds: (context: PasswordResetContext) => expect(isSpent(context)).toBe(false),
    },
  },
  leads: `
    asking/code.entry.entering: otp.edit → says no more, stays
    asking/code/requesting: otp.leave → left
    asking: email.submit → requesting, says no more
    code.clock.running: after codeLife → code.clock.ranOut, code.entry.expired, says otp.expired
    code.entry.entering/code.entry.expired: email.change → asking, says no more
    code.entry.entering: otp.submit #1 → code.entry.submitting, says no more
    code.entry.entering: otp.submit #2/#3 → says otp.incomplete, stays
    code.entry.submitting: resetPassword codeExpired → code.clock.stopped, code.entry.entering, code.entry.expired,
      says otp.expired
    code.entry.submitting: resetPassword codeWrong → code.entry.entering, code.entry.expired, says 'Kode salah',
      says otp.expired, says otp.invalid
    code.entry.submitting: resetPassword else → code.entry.entering, code.entry.expired, says otp.expired, says
      otp.verificationFailed
    code.entry.submitting: resetPassword ok #1 → says no more, verified
    code.entry.submitting: resetPassword passwordTooEasy → code.entry.entering, code.entry.expired, says 'Kata sandi
      terlalu umum', says otp.expired
    code.entry.submitting: resetPassword tooManyRequests → code.entry.entering, code.entry.expired, says 'Terlalu
      banyak percobaan', says otp.expired
    code.resend.coolingDown: after cooldown → code.resend.ready
    code.resend.ready: otp.resend → code.resend.sending, ignored
    code.resend.sending: sendCode codeTooSoon → code.resend.coolingDown, code.resend.dailyLimitReached
    code.resend.sending: sendCode else → code.resend.ready, says otp.resendFailed
    code.resend.sending: sendCode ok #1 → code.clock.running, code.entry.entering, code.resend.coolingDown, says no
      more
    code.resend.sending: sendCode ok #2 → code.clock.running, code.entry.entering, code.resend.dailyLimitReached,
      says no more
    code.resend.sending: sendCode ok #3 → code.clock.running, code.entry.entering, code.resend.ready, says no more
    requesting: sendFirstCode codeTooSoon → code.clock.stopped, code.entry.entering, code.resend.coolingDown,
      code.resend.dailyLimitReached
    requesting: sendFirstCode else → asking, says otp.sendFailed
    requesting: sendFirstCode inputInvalid → asking, says 'Masukkan alamat email yang benar'
    requesting: sendFirstCode ok #1 → code.clock.running, code.entry.entering, code.resend.coolingDown
    requesting: sendFirstCode ok #2 → code.clock.running, code.entry.entering, code.resend.dailyLimitReached
    requesting: sendFirstCode ok #3 → code.clock.running, code.entry.entering, code.resend.ready
    verified: after successNotice → finished
  `,
  never: {
    ...codeNever('resetPassword', '23'),
    'boxes emptied without a new code, another address or a wrong code': ({
      before,
      after,
      step,
    }) =>
      !/^(sendCode answers ok|email\.change|resetPassword answers refused #[23])/.test(step) &&
      after.context.clearings !== before.context.clearings,
    'a grant that stays for another address': ({ after }) =>
      after.matches('asking') && after.context.grant !== null,
    'the code or the password in the snapshot': ({ after }) =>
      [wholeCode, newPassword].some((secret) => JSON.stringify(after).includes(secret)),
  },
});
