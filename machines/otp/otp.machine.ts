import { loopGuard } from '../shared/loop-guard.ts';
import { resultOf } from '../shared/result.ts';
import {
  afterBadCode,
  afterCrash,
  afterSend,
  clock,
  noCodeYet,
  notSent,
  resend,
} from './otp.code.ts';
import { codeOf, otpSetup } from './otp.setup.ts';
import type { OtpOutput } from './otp.types.ts';

const isSignedOut = {
  guard: { type: 'isSignedOut', params: resultOf },
  target: '#otp.signedOut',
} as const;
/** 'Back to Login': possible until the code is accepted. */
const leaves = { 'otp.leave': { target: '#otp.left' } } as const;

/**
 * Proof of an e-mail address (§4.86, §5.15). In `code`, `entry` is the six boxes, `clock` the life of the code, `resend` the request for another
 * one. The server holds clock and cooldown (§4.86): the machine reads them first, so a refresh loses nothing (F08), and sends a
 * code at once if none is valid and one may be requested.
 */
export const otpMachine = otpSetup.createMachine({
  id: 'otp',
  options: loopGuard,
  context: ({ input }) => ({ ...noCodeYet, variant: input.variant, email: input.email }),
  initial: 'checkingStatus',
  output: ({ event }) => event.output as OtpOutput,
  states: {
    checkingStatus: {
      invoke: {
        src: 'readStatus',
        id: 'readStatus',
        onDone: [
          isSignedOut,
          {
            guard: { type: 'isAlive', params: resultOf },
            target: 'code.clock.running',
            actions: { type: 'storeGrant', params: resultOf },
          },
          {
            guard: { type: 'isSendable', params: resultOf },
            target: 'code.resend.sending',
            actions: { type: 'storeGrant', params: resultOf },
          },
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'code.entry.expired',
            actions: { type: 'storeGrant', params: resultOf },
          },
          // The status is unknown, which is no reason to refuse a code that may be in the mailbox.
          { target: 'code' },
        ],
        onError: { target: 'code' },
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
              },
            },
            submitting: {
              invoke: {
                src: 'validateCode',
                id: 'validateCode',
                input: codeOf,
                onDone: [
                  { guard: { type: 'isProven', params: resultOf }, target: '#otp.verified' },
                  isSignedOut,
                  ...afterBadCode,
                  { target: 'entering', actions: { type: 'showNotVerified', params: resultOf } },
                ],
                onError: afterCrash,
              },
              exit: 'endSubmit',
            },
            expired: {
              entry: 'showExpired',
              on: { 'code.sent': { target: 'entering' } },
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
                onDone: [isSignedOut, ...afterSend],
                onError: notSent,
              },
            },
          },
        },
      },
    },

    // The page says that it worked: 1.5 s, or 2 s on the simple page (§4.86).
    verified: { entry: 'clearError', after: { successNotice: { target: 'finished' } } },

    finished: { type: 'final', output: { kind: 'verified' } },
    signedOut: { type: 'final', output: { kind: 'signedOut' } },
    left: { type: 'final', output: { kind: 'left' } },
  },
});
