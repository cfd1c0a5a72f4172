import { answerOf } from '../shared/answer.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { sending, sendingAgain } from './otp.resend.ts';
import { asking, requesting, resetting } from './otp.reset.ts';
import { codeOf, otpSetup } from './otp.setup.ts';
import type { OtpOutput } from './otp.types.ts';

/** 'Back to Login': open to everyone whose code is not accepted yet. */
const leaving = { 'otp.leave': { target: 'left' } } as const;

/** The server knows no account to prove. */
const signedOut = { target: 'signedOut' } as const;

/** A typing error in the address is mended without leaving the page. */
const readdressing = {
  'otp.changeEmail': {
    guard: 'isReset',
    target: 'asking',
    actions: ['forgetGrant', 'clearBoxes', 'raiseDropped'],
  },
} as const;

/** An end: a parallel machine hands no output of its finals up, so it is kept. */
const endsAs = (outcome: OtpOutput['outcome']) =>
  ({
    type: 'final',
    entry: [{ type: 'noteOutcome', params: { outcome } }, 'raiseClosed'],
  }) as const;

/**
 * Proof of an e-mail address (§4, §5), or of one that may choose a new password. `entry` is the six boxes, `clock` the life of the code, `resend` what may be asked for. The
 * server holds all three (ruling 1.4-H): they are read on the way in, so a refresh loses nothing (F08), and a code is sent at once
 * when none lives and one may be had. The code goes from its event into its call.
 */
export const otpMachine = otpSetup.createMachine({
  id: 'otp',
  options: loopGuard,
  type: 'parallel',
  context: ({ input }) => ({
    variant: input.variant,
    email: input.email,
    grant: null,
    error: null,
    clearings: 0,
    proving: null,
    outcome: null,
  }),
  output: ({ context }) => ({ outcome: context.outcome ?? 'left' }),
  states: {
    entry: {
      initial: 'beginning',
      states: {
        beginning: {
          always: [{ guard: 'isReset', target: 'asking' }, { target: 'checkingStatus' }],
        },
        asking,
        requesting,

        checkingStatus: {
          invoke: {
            src: 'readStatus',
            id: 'readStatus',
            onDone: [
              { guard: { type: 'isSignedOut', params: answerOf }, ...signedOut },
              {
                guard: { type: 'isAliveThere', params: answerOf },
                target: 'entering',
                actions: [{ type: 'noteGrant', params: answerOf }, 'raiseRead'],
              },
              {
                guard: { type: 'isSendableThere', params: answerOf },
                target: 'entering',
                actions: [{ type: 'noteGrant', params: answerOf }, 'raiseWanted'],
              },
              {
                guard: { type: 'isOk', params: answerOf },
                target: 'expired',
                actions: [{ type: 'noteGrant', params: answerOf }, 'raiseRead'],
              },
              // Nothing is known, which is no reason to refuse a code that may be in the mailbox.
              { target: 'entering', actions: 'raiseRead' },
            ],
            onError: { target: 'entering', actions: 'raiseRead' },
          },
          on: leaving,
        },

        entering: {
          on: {
            'otp.edit': { actions: 'clearError' },
            'otp.submit': [
              {
                guard: { type: 'isIncomplete', params: ({ event }) => event },
                actions: 'complainIncomplete',
              },
              {
                guard: 'isReset',
                target: 'resetting',
                actions: ['clearError', 'noteProving'],
              },
              { target: 'submitting', actions: ['clearError', 'noteProving'] },
            ],
            'code.ranOut': { target: 'expired' },
            'account.gone': signedOut,
            ...readdressing,
            ...leaving,
          },
        },

        submitting: {
          invoke: {
            src: 'validateCode',
            id: 'validateCode',
            input: codeOf,
            onDone: [
              { guard: { type: 'isProven', params: answerOf }, target: 'verified' },
              { guard: { type: 'isSignedOut', params: answerOf }, ...signedOut },
              // The clock ended while the server was deciding: its answer went first.
              { guard: 'hasRunOut', target: 'expired' },
              // A fresh code came meanwhile, and the old one is dead for that.
              { guard: { type: 'isReplaced', params: answerOf }, target: 'entering' },
              {
                guard: { type: 'isDead', params: answerOf },
                target: 'expired',
                actions: 'raiseDied',
              },
              { target: 'entering', actions: { type: 'complain', params: answerOf } },
            ],
            onError: [
              { guard: 'hasRunOut', target: 'expired' },
              { target: 'entering', actions: 'complainUnproven' },
            ],
          },
          exit: 'forgetProving',
          on: { 'account.gone': signedOut, ...leaving },
        },

        resetting,

        // The page says that it worked: 1.5 s, or 2 s on the simple page (§4).
        verified: {
          entry: ['clearError', 'raiseClosed'],
          after: { successNotice: { target: 'proven' } },
        },

        expired: {
          entry: 'complainExpired',
          on: {
            'code.sent': { target: 'entering' },
            'account.gone': signedOut,
            ...readdressing,
            ...leaving,
          },
        },

        proven: endsAs('verified'),
        signedOut: endsAs('signedOut'),
        left: endsAs('left'),
      },
    },

    clock: {
      initial: 'stopped',
      on: {
        'code.sent': { target: '.running' },
        'code.died': { target: '.stopped', actions: 'forgetCode' },
        'grant.dropped': { target: '.stopped' },
        'entry.closed': { target: '.closed' },
      },
      states: {
        stopped: { on: { 'grant.read': { guard: 'isAlive', target: 'running' } } },
        running: {
          after: { codeLife: { target: 'ranOut', actions: ['forgetCode', 'raiseRanOut'] } },
        },
        ranOut: {},
        closed: { type: 'final' },
      },
    },

    resend: {
      initial: 'unknown',
      on: { 'grant.dropped': { target: '.unknown' }, 'entry.closed': { target: '.closed' } },
      states: {
        // Until the status is read, or an address was given.
        unknown: {
          on: {
            'grant.read': { target: 'deciding' },
            'code.wanted': { target: 'sending' },
          },
        },
        deciding: {
          always: [
            { guard: 'isSpent', target: 'dailyLimitReached' },
            { guard: 'isCoolingDown', target: 'coolingDown' },
            { target: 'ready' },
          ],
        },
        ready: {
          on: { 'otp.resend': { guard: 'isNotSubmitting', target: 'choosingSender' } },
        },
        choosingSender: {
          always: [{ guard: 'isReset', target: 'sendingAgain' }, { target: 'sending' }],
        },
        coolingDown: { after: { cooldown: { target: 'ready' } } },
        sending,
        sendingAgain,
        dailyLimitReached: {},
        closed: { type: 'final' },
      },
    },
  },
});
