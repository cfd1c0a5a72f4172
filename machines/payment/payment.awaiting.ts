import { resultOf } from '../shared/result.ts';
import { backToMethods, paidByHint } from './payment.changing.ts';
import { paymentSetup, statusRead } from './payment.setup.ts';

/** Reads the status: every 15 s, on request, on a message, and once when the deadline passes. One read at a time (§4.72). */
const status = paymentSetup.createStateConfig({
  initial: 'sorting',
  states: {
    sorting: {
      always: [
        { guard: 'isUnread', target: 'reading' },
        { guard: 'isCompleted', target: '#payment.completed.proven' },
        // The buyer did it, here or on another device.
        { guard: 'isChanged', target: '#payment.loadingMethods', actions: backToMethods },
        { guard: 'isReopened', target: '#payment.refused' },
        { guard: 'hasFailed', target: '#payment.failed' },
        { guard: 'isExpired', target: '#payment.expired' },
        { target: 'watching' },
      ],
    },
    watching: {
      entry: 'announceReadEnd',
      initial: 'fresh',
      after: { paymentPoll: { guard: 'isPageShown', target: 'reading' } },
      on: { 'read.wanted': { target: 'reading' } },
      states: {
        fresh: {
          after: { checkMerge: { target: 'stale' } },
          on: { 'payment.check': { target: 'held' } },
        },
        held: { after: { checkMerge: { target: '#payment.awaiting.status.reading' } } },
        stale: {
          on: { 'payment.check': { target: '#payment.awaiting.status.reading' } },
        },
      },
    },
    reading: {
      invoke: {
        ...statusRead,
        onDone: [
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'sorting',
            actions: [{ type: 'storeReading', params: resultOf }, 'announceReading'],
          },
          {
            guard: { type: 'isSignedOut', params: resultOf },
            target: '#payment.signedOut',
          },
          {
            guard: { type: 'isDraftMissing', params: resultOf },
            target: '#payment.noDraft',
          },
          {
            guard: { type: 'isForbidden', params: resultOf },
            target: '#payment.leftForEvent',
          },
          {
            target: 'watching',
            actions: { type: 'noteReadFailure', params: resultOf },
          },
        ],
        onError: { target: 'watching', actions: 'noteReadBug' },
      },
      on: { 'read.wanted': { target: 'reading', reenter: true } },
    },
  },
});

/** The deadline of the newest reading; a failed read does not start it again. */
const deadline = paymentSetup.createStateConfig({
  initial: 'counting',
  on: { 'reading.taken': { target: '.counting' } },
  states: {
    counting: {
      // A response inside the server's grace: nothing is left to count.
      always: { guard: 'hasRunOut', target: 'passed' },
      after: {
        untilDeadline: { guard: 'hasDeadline', target: 'passed', actions: 'wantRead' },
      },
    },
    // The code is worth nothing any more; what was sent in the last second still counts, and is asked for.
    passed: {},
  },
});

/** Whether anybody looks: a hidden page is not polled, and reads as soon as it is shown again (§4.72). */
const page = paymentSetup.createStateConfig({
  initial: 'shown',
  // A page that cannot be watched is polled.
  invoke: { src: 'watchPage', id: 'watchPage', onError: { target: '.shown' } },
  states: {
    shown: { on: { 'page.hidden': { target: 'hidden' } } },
    hidden: { on: { 'page.shown': { target: 'shown', actions: 'wantRead' } } },
  },
});

/** Waits for the money: the server's word decides, the broker's only hurries it (§4.71). */
export const awaiting = paymentSetup.createStateConfig({
  type: 'parallel',
  // The page announced an end that did not come.
  entry: 'withdrawNotices',
  on: {
    'payment.hinted': [
      paidByHint,
      {
        guard: { type: 'isExpiredHint', params: ({ event }) => event },
        target: '#payment.expiring',
        actions: { type: 'noteHint', params: ({ event }) => event },
      },
      { actions: [{ type: 'noteHint', params: ({ event }) => event }, 'wantRead'] },
    ],
    'payment.failureHinted': { actions: 'wantRead' },
    'payment.change': { guard: 'hasCharge', target: 'changing', actions: 'clearChangeError' },
  },
  states: { status, deadline, page },
});
