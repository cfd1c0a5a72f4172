import { answerOf } from '../shared/answer.ts';
import { addressOf, newPasswordOf, otpSetup } from './otp.setup.ts';

const leaving = { 'otp.leave': { target: 'left' } } as const;

/** A new password begins with an address. */
export const asking = otpSetup.createStateConfig({
  on: {
    'otp.edit': { actions: 'clearError' },
    'otp.ask': {
      target: 'requesting',
      actions: { type: 'noteEmail', params: ({ event }) => event },
    },
    ...leaving,
  },
});

/** The first code is on its way, if an account has the address: the answer is the same for one that nobody has. */
export const requesting = otpSetup.createStateConfig({
  invoke: {
    src: 'askReset',
    id: 'askReset',
    input: addressOf,
    onDone: [
      {
        guard: { type: 'isOk', params: answerOf },
        target: 'entering',
        actions: [{ type: 'noteGrant', params: answerOf }, 'raiseSent', 'raiseRead'],
      },
      // One was sent before and may be in the mailbox.
      {
        guard: { type: 'isTooSoon', params: answerOf },
        target: 'entering',
        actions: [{ type: 'noteRefusedGrant', params: answerOf }, 'raiseRead'],
      },
      { target: 'asking', actions: { type: 'complainAsk', params: answerOf } },
    ],
    onError: { target: 'asking', actions: 'complainUnasked' },
  },
  on: leaving,
});

/** The code and the new password are with the server, which decides on both at once. */
export const resetting = otpSetup.createStateConfig({
  invoke: {
    src: 'resetPassword',
    id: 'resetPassword',
    input: newPasswordOf,
    onDone: [
      { guard: { type: 'isProven', params: answerOf }, target: 'verified' },
      { guard: 'hasRunOut', target: 'expired' },
      { guard: { type: 'isReplaced', params: answerOf }, target: 'entering' },
      { guard: { type: 'isDead', params: answerOf }, target: 'expired', actions: 'raiseDied' },
      {
        guard: { type: 'isWrongCode', params: answerOf },
        target: 'entering',
        actions: ['clearBoxes', { type: 'complain', params: answerOf }],
      },
      { target: 'entering', actions: { type: 'complain', params: answerOf } },
    ],
    onError: [
      { guard: 'hasRunOut', target: 'expired' },
      { target: 'entering', actions: 'complainUnproven' },
    ],
  },
  exit: 'forgetProving',
  on: leaving,
});
