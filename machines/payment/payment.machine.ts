import { unharmed } from '../shared/healing.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { awaiting } from './payment.awaiting.ts';
import { changing, refused } from './payment.changing.ts';
import { choosing, creating, loadingMethods, timeUp } from './payment.choosing.ts';
import { completed, expired, expiring, failed } from './payment.ends.ts';
import { paymentSetup } from './payment.setup.ts';
import type { PaymentOutput } from './payment.types.ts';

/**
 * From a choice of methods to the money (§4.70, order form and payment), over both payment pages. Only the server's responses decide;
 * completed always wins over expired.
 */
export const paymentMachine = paymentSetup.createMachine({
  id: 'payment',
  options: loopGuard,
  context: ({ input }) => ({
    parent: input.parent,
    slug: input.slug,
    entry: input.entry,
    draft: null,
    methods: [],
    methodCode: null,
    serviceFee: 0,
    reading: null,
    notices: [],
    noticeCount: 0,
    error: null,
    reopened: null,
    changeError: null,
    healing: unharmed(input.random),
    hasNoResponse: false,
  }),
  initial: 'entering',
  output: ({ event }) => event.output as PaymentOutput,
  states: {
    entering: {
      always: [{ guard: 'startsPaying', target: 'awaiting' }, { target: 'loadingMethods' }],
    },

    // The page of the methods.
    loadingMethods,
    choosing,
    creating,
    timeUp,

    // The page of the payment.
    awaiting,
    changing,
    refused,

    // How it ended, as the page says.
    completed,
    expiring,
    expired,
    failed,

    paid: { type: 'final', output: { kind: 'completed' } },
    outOfTime: { type: 'final', output: { kind: 'timeUp' } },
    leftForEvent: { type: 'final', output: { kind: 'event' } },
    noDraft: { type: 'final', output: { kind: 'noDraft' } },
    elsewhere: { type: 'final', output: { kind: 'elsewhere' } },
    signedOut: { type: 'final', output: { kind: 'signedOut' } },
  },
});
