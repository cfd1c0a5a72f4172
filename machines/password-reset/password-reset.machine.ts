import {
  afterBadCode,
  afterCrash,
  afterSend,
  clock,
  noCodeYet,
  notSent,
  resend,
} from '../otp/otp.code.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { resultOf } from '../shared/result.ts';
import { addressOf, newPasswordOf, passwordResetSetup } from './password-reset.setup.ts';
import type { PasswordResetOutput } from './password-reset.types.ts';

/** 'Back to Login': possible until the new password is stored. */
const leaves = { 'otp.leave': { target: '#passwordReset.left' } } as const;
/** Corrects a typing error in the address without leaving the page. */
const changesEmail = {
  'email.change': { target: '#passwordReset.asking', actions: ['forgetGrant', 'clearBoxes'] },
} as const;

/**
 * A forgotten password: address, code and new password, signed in. In `code`, `entry` is the six boxes and the password, `clock` the life
 * of the code, `resend` the request for another one, as in the otp machine.
 */
export const passwordResetMachine = passwordResetSetup.createMachine({
  id: 'passwordReset',
  options: loopGuard,
  context: { ...noCodeYet, email: null },
  initial: 'asking',
  output: ({ event }) => event.output as PasswordResetOutput,
  states: {
    asking: {
      on: {
        'otp.edit': { actions: 'clearError' },
        'email.submit': {
          target: 'requesting',
          actions: { type: 'storeEmail', params: ({ event }) => event },
        },
        ...leaves,
      },
    },

    // The response is the same for an address that belongs to no account.
    requesting: {
      invoke: {
        src: 'sendCode',
        id: 'sendFirstCode',
        input: addressOf,
        onDone: [
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'code.clock.running',
            actions: { type: 'storeGrant', params: resultOf },
          },
          // One was sent before and may be in the mailbox.
          {
            guard: { type: 'isTooSoon', params: resultOf },
            target: 'code',
            actions: { type: 'storeRefusedGrant', params: resultOf },
          },
          { target: 'asking', actions: { type: 'showNotSent', params: resultOf } },
        ],
        onError: { target: 'asking', actions: 'showSendCrashed' },
      },
      on: leaves,
    },

    code: {
      type: 'parallel',
      on: leaves,
      states: {
        entry: {
          initial: 'entering',
          states: {
            entering: {
              on: {
                'otp.edit': { actions: 'clearError' },
                'otp.submit': [
                  {
                    guard: { type: 'isIncomplete', params: ({ event }) => event },
                    actions: 'showIncomplete',
                  },
                  { target: 'submitting', actions: 'beginSubmit' },
                ],
                'code.ranOut': { target: 'expired' },
                ...changesEmail,
              },
            },
            // The server decides on the code and the new password at once.
            submitting: {
              invoke: {
                src: 'resetPassword',
                id: 'resetPassword',
                input: newPasswordOf,
                onDone: [
                  {
                    guard: { type: 'isProven', params: resultOf },
                    target: '#passwordReset.verified',
                  },
                  ...afterBadCode,
                  { target: 'entering', actions: { type: 'showNotVerified', params: resultOf } },
                ],
                onError: afterCrash,
              },
              exit: 'endSubmit',
            },
            expired: {
              entry: 'showExpired',
              on: { 'code.sent': { target: 'entering' }, ...changesEmail },
            },
          },
        },
        clock,
        resend: {
          initial: 'deciding',
          states: {
            ...resend,
            sending: {
              invoke: {
                src: 'sendCode',
                id: 'sendCode',
                input: addressOf,
                onDone: afterSend,
                onError: notSent,
              },
            },
          },
        },
      },
    },

    // The page says that it worked for 1.5 s (§4.86).
    verified: { entry: 'clearError', after: { successNotice: { target: 'finished' } } },

    finished: { type: 'final', output: { kind: 'verified' } },
    left: { type: 'final', output: { kind: 'left' } },
  },
});
