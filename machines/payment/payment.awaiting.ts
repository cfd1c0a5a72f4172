import { backToMethods, paidByHint } from './payment.changing.ts';
import { paymentSetup } from './payment.setup.ts';

/** Reads the status: every 15 s, on request, on news, and once when the deadline passes. One read at a time (ruling 1.4-Y). */
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
        src: 'readStatus',
        id: 'readStatus',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'sorting',
            actions: [
              { type: 'takeReading', params: ({ event }) => event.output },
              'announceReading',
            ],
          },
          {
            guard: { type: 'isSignedOut', params: ({ event }) => event.output },
            target: '#payment.signedOut',
          },
          {
            guard: { type: 'isDraftMissing', params: ({ event }) => event.output },
            target: '#payment.noDraft',
          },
          {
            guard: { type: 'isForbidden', params: ({ event }) => event.output },
            target: '#payment.leftForEvent',
          },
          {
            target: 'watching',
            actions: { type: 'noteReadFailure', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'watching', actions: 'noteReadBug' },
      },
      on: { 'read.wanted': { target: 'reading', reenter: true } },
    },
  },
});

/** The deadline of the newest reading; a failed read does not start it anew. */
const deadline = paymentSetup.createStateConfig({
  initial: 'counting',
  on: { 'reading.taken': { target: '.counting' } },
  states: {
    counting: {
      // An answer inside the server's grace: nothing is left to count.
      always: { guard: 'hasRunOut', target: 'passed' },
      after: {
        untilDeadline: { guard: 'hasDeadline', target: 'passed', actions: 'wantRead' },
      },
    },
    // The code is worth nothing any more; what was sent in the last second still counts, and is asked for.
    passed: {},
  },
});

/** Whether anybody looks: a hidden page is not polled, and reads as soon as it is shown again (ruling 1.4-Y). */
const page = paymentSetup.createStateConfig({
  initial: 'shown',
  // A page that cannot be watched is polled.
  invoke: { src: 'watchPage', id: 'watchPage', onError: { target: '.shown' } },
  states: {
    shown: { on: { 'page.hidden': { target: 'hidden' } } },
    hidden: { on: { 'page.shown': { target: 'shown', actions: 'wantRead' } } },
  },
});

/** Waits for the money: the server's word decides, the broker's only hurries it (§4). */
export const awaiting = paymentSetup.createStateConfig({
  type: 'parallel',
  // Whoever is back here was told of an end that did not come.
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

/**
 * The success modal. Opened by the broker alone it is on trial: the server is asked at once and, if it has not said so by then, once
 * more after 10 s, which closes the modal again (ruling 1.4-X).
 */
export const completed = paymentSetup.createStateConfig({
  initial: 'proving',
  on: { 'success.close': { target: '#payment.paid' } },
  states: {
    proving: {
      initial: 'trial',
      // The buyer is done with it: what was kept for the event goes as well (§4).
      on: { 'success.close': { target: 'closing' } },
      states: {
        trial: {
          initial: 'asking',
          after: { completionProof: { target: 'deciding' } },
          states: {
            asking: {
              invoke: {
                src: 'readStatus',
                id: 'readStatus',
                input: ({ context }) => ({ slug: context.slug }),
                onDone: [
                  {
                    guard: { type: 'answersCompleted', params: ({ event }) => event.output },
                    target: '#payment.completed.proven',
                    actions: { type: 'takeReading', params: ({ event }) => event.output },
                  },
                  { target: 'resting' },
                ],
                onError: { target: 'resting' },
              },
            },
            resting: {},
          },
        },
        deciding: {
          invoke: {
            src: 'readStatus',
            id: 'readStatus',
            input: ({ context }) => ({ slug: context.slug }),
            // Paid after all or not: sorted where every reading is.
            onDone: {
              target: '#payment.awaiting',
              actions: { type: 'takeReading', params: ({ event }) => event.output },
            },
            onError: { target: '#payment.awaiting' },
          },
        },
      },
    },
    proven: {
      entry: 'askForSession',
      initial: 'clearing',
      states: {
        clearing: {
          invoke: {
            src: 'clearEvent',
            id: 'clearEvent',
            input: ({ context }) => ({ slug: context.slug }),
            onDone: { target: 'clear' },
            onError: { target: 'clear' },
          },
        },
        clear: {},
      },
    },
    closing: {
      invoke: {
        src: 'clearEvent',
        id: 'clearEvent',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: { target: '#payment.paid' },
        onError: { target: '#payment.paid' },
      },
    },
  },
});

/** The broker says that it ran out: told for 3 s, while the server is asked; money that came after all wins (ruling 1.4-W, F49). */
export const expiring = paymentSetup.createStateConfig({
  initial: 'asking',
  after: {
    expiredNotice: [
      { guard: 'isExpired', target: '#payment.expired.clearing' },
      // Without the server's word it is asked again.
      { target: '#payment.awaiting', actions: 'wantRead' },
    ],
  },
  on: {
    'payment.hinted': paidByHint,
  },
  states: {
    asking: {
      invoke: {
        src: 'readStatus',
        id: 'readStatus',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: [
          {
            guard: { type: 'answersExpired', params: ({ event }) => event.output },
            target: 'answered',
            actions: { type: 'takeReading', params: ({ event }) => event.output },
          },
          // Paid, refused or still open: sorted where every reading is.
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: '#payment.awaiting',
            actions: { type: 'takeReading', params: ({ event }) => event.output },
          },
          { target: 'answered' },
        ],
        onError: { target: 'answered' },
      },
    },
    answered: {},
  },
});

/** The server says that it ran out: told as long, for a page that closes by itself explains nothing; a word that it is paid still counts. */
export const expired = paymentSetup.createStateConfig({
  entry: 'askForSession',
  initial: 'told',
  on: {
    'payment.hinted': paidByHint,
  },
  states: {
    told: { after: { expiredNotice: { target: 'clearing' } } },
    clearing: {
      invoke: {
        src: 'clearEvent',
        id: 'clearEvent',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: { target: '#payment.leftForEvent' },
        onError: { target: '#payment.leftForEvent' },
      },
    },
  },
});
