import { resultOf } from '../shared/result.ts';
import { paidByHint } from './payment.changing.ts';
import { ofEvent, paymentSetup, statusRead } from './payment.setup.ts';

/** Forgets what the browser keeps for the event, then goes on, whether that worked or not (§4.74). */
const clearsThen = <Target extends string>(target: Target) =>
  ({
    src: 'clearEvent',
    id: 'clearEvent',
    input: ofEvent,
    onDone: { target },
    onError: { target },
  }) as const;

/**
 * The success modal. Opened by the broker alone it is on trial: the server is asked at once and, if it has not said so by then, once
 * more after 10 s, which closes the modal again (§2.331).
 */
export const completed = paymentSetup.createStateConfig({
  initial: 'proving',
  on: { 'success.close': { target: '#payment.paid' } },
  states: {
    proving: {
      initial: 'trial',
      // The buyer is done with it: what was kept for the event goes as well (§4.74).
      on: { 'success.close': { target: 'closing' } },
      states: {
        trial: {
          initial: 'asking',
          after: { completionProof: { target: 'deciding' } },
          states: {
            asking: {
              invoke: {
                ...statusRead,
                onDone: [
                  {
                    guard: { type: 'isResultCompleted', params: resultOf },
                    target: '#payment.completed.proven',
                    actions: { type: 'storeReading', params: resultOf },
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
            ...statusRead,
            // Paid after all or not: sorted where every reading is.
            onDone: {
              target: '#payment.awaiting',
              actions: { type: 'storeReading', params: resultOf },
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
          invoke: clearsThen('clear'),
        },
        clear: {},
      },
    },
    closing: {
      invoke: clearsThen('#payment.paid'),
    },
  },
});

/** The broker says that it ran out: shown for 3 s, while the server is asked; money that came after all wins (§4.71, F49). */
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
        ...statusRead,
        onDone: [
          {
            guard: { type: 'isResultExpired', params: resultOf },
            target: 'answered',
            actions: { type: 'storeReading', params: resultOf },
          },
          // Paid, refused or still open: sorted where every reading is.
          {
            guard: { type: 'isOk', params: resultOf },
            target: '#payment.awaiting',
            actions: { type: 'storeReading', params: resultOf },
          },
          { target: 'answered' },
        ],
        onError: { target: 'answered' },
      },
    },
    answered: {},
  },
});

/** The server says that it ran out: shown as long, for a page that closes by itself explains nothing; a word that it is paid still counts. */
export const expired = paymentSetup.createStateConfig({
  entry: 'askForSession',
  initial: 'shown',
  on: {
    'payment.hinted': paidByHint,
  },
  states: {
    shown: { after: { expiredNotice: { target: 'clearing' } } },
    clearing: {
      invoke: clearsThen('#payment.leftForEvent'),
    },
  },
});

/** Refused, or paid too late and given back; a late word that it is paid still counts. */
export const failed = paymentSetup.createStateConfig({
  entry: ['noteFailed', 'askForSession'],
  initial: 'shown',
  on: {
    'payment.hinted': paidByHint,
  },
  states: {
    shown: { on: { 'notice.dismiss': { target: 'clearing' } } },
    clearing: {
      invoke: clearsThen('#payment.leftForEvent'),
    },
  },
});
