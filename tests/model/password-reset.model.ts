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
  codeTexts,
  down,
  email,
  grantAs,
  isSpent,
  key,
  noWait,
  sentCodes,
  sentence,
  tooSoonAs,
  wholeCode,
} from './otp.model.ts';

/** The new password of every walk; never in the machine. */
export const newPassword = 'tiketbaru9';

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
  // §4: 1.5 s.
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
  never: {
    ...codeNever('resetPassword', {
      ...codeTexts,
      'email.submit': null,
      'email.change': null,
      'sendFirstCode answers ok #1': null,
      'sendFirstCode answers ok #2': null,
      'sendFirstCode answers ok #3': null,
      'sendFirstCode answers refused #1': null,
      'sendFirstCode answers refused #2': null,
      'sendFirstCode answers refused #3': sentence(
        'Masukkan alamat email yang benar',
        'inputInvalid',
      ),
      'sendFirstCode answers refused #4': key('sendFailed'),
      'sendFirstCode answers broken': key('sendFailed'),
      'sendFirstCode answers unreachable': key('sendFailed'),
      'sendFirstCode crashes': key('sendFailed'),
      'sendCode answers ok #3': null,
      'sendCode answers refused #3': key('resendFailed'),
      'sendCode answers refused #4': key('resendFailed'),
      'resetPassword answers ok #1': null,
      'resetPassword answers ok #2': key('verificationFailed'),
      'resetPassword answers refused #1': key('expired'),
      'resetPassword answers refused #2': sentence('Kode salah', 'codeWrong'),
      'resetPassword answers refused #3': key('invalid'),
      'resetPassword answers refused #4': sentence('Kata sandi terlalu umum', 'passwordTooEasy'),
      'resetPassword answers refused #5': sentence('Terlalu banyak percobaan', 'tooManyRequests'),
      'resetPassword answers broken': key('verificationFailed'),
      'resetPassword answers unreachable': key('verificationFailed'),
      'resetPassword crashes': key('verificationFailed'),
    }),
    'boxes emptied without a new code, another address or a wrong code': ({
      before,
      after,
      step,
    }) =>
      !/^(sendCode answers ok|email\.change|resetPassword answers refused #[23])/.test(step) &&
      after.context.clearings !== before.context.clearings,
    'boxes that keep a wrong code': ({ before, after, step }) =>
      /^resetPassword answers refused #[23]/.test(step) &&
      after.matches({ code: { entry: 'entering' } }) &&
      after.context.clearings !== before.context.clearings + 1,
    'a grant that stays for another address': ({ after }) =>
      after.matches('asking') && after.context.grant !== null,
    'the code or the password in the snapshot': ({ after }) =>
      [wholeCode, newPassword].some((secret) => JSON.stringify(after).includes(secret)),
  },
});
