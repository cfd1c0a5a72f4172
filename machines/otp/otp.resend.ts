import { answerOf } from '../shared/answer.ts';
import type { Outcome } from '../shared/outcome.ts';
import { addressOf, otpSetup } from './otp.setup.ts';
import type { OtpGrantReading } from './otp.types.ts';

const grantOf = answerOf<Outcome<OtpGrantReading>>;

const sent = {
  guard: { type: 'isOk', params: grantOf },
  target: 'deciding',
  actions: [{ type: 'noteGrant', params: grantOf }, 'clearBoxes', 'raiseSent'],
} as const;
const tooSoon = {
  guard: { type: 'isTooSoon', params: grantOf },
  target: 'deciding',
  actions: { type: 'noteRefusedGrant', params: grantOf },
} as const;
const notSent = { target: 'ready', actions: 'complainResend' } as const;

/** A code is sent to the account that is signed in. */
export const sending = otpSetup.createStateConfig({
  invoke: {
    src: 'sendCode',
    id: 'sendCode',
    onDone: [
      sent,
      {
        guard: { type: 'isSignedOut', params: answerOf },
        target: 'unknown',
        actions: 'raiseGone',
      },
      tooSoon,
      notSent,
    ],
    onError: notSent,
  },
});

/** A further code for a new password is sent to the address that was given. */
export const sendingAgain = otpSetup.createStateConfig({
  invoke: {
    src: 'askReset',
    id: 'askAgain',
    input: addressOf,
    onDone: [sent, tooSoon, notSent],
    onError: notSent,
  },
});
