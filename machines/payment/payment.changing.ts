import { answerOf } from '../shared/answer.ts';
import { paymentSetup } from './payment.setup.ts';

/** Back at the methods with the same draft: the page, the session and the charge that is over are put right. */
export const backToMethods = ['noteReopened', 'tellReopened', 'askForSession'] as const;

/** 'Ganti metode': the charge is voided; one that cannot be keeps its buyer, and a fresh reading says what is so (ruling R5). */
export const changing = paymentSetup.createStateConfig({
  invoke: {
    src: 'voidPayment',
    id: 'voidPayment',
    input: ({ context }) => ({
      slug: context.slug,
      paymentId: context.reading?.payment.id ?? '',
    }),
    onDone: [
      {
        guard: { type: 'isOk', params: answerOf },
        target: 'loadingMethods',
        actions: ['noteChanged', 'tellReopened', 'askForSession'],
      },
      { guard: { type: 'isSignedOut', params: answerOf }, target: 'signedOut' },
      {
        guard: { type: 'isSilence', params: answerOf },
        target: 'awaiting',
        actions: ['noteChangeFailed', 'wantRead'],
      },
      { target: 'awaiting', actions: ['noteChangeRefused', 'wantRead'] },
    ],
    onError: { target: 'awaiting', actions: ['noteChangeFailed', 'wantRead'] },
  },
});

/**
 * The charge was refused or ran out, and the seats are still held: told until another method is asked for (ruling R5). Money that comes
 * after all wins; time that is up is the server's to say.
 */
export const refused = paymentSetup.createStateConfig({
  entry: 'askForSession',
  initial: 'told',
  on: {
    'payment.change': { target: 'loadingMethods', actions: backToMethods },
    'payment.hinted': {
      guard: { type: 'isCompletedHint', params: ({ event }) => event },
      target: 'completed',
      actions: { type: 'noteHint', params: ({ event }) => event },
    },
  },
  states: {
    told: {
      on: {
        'payment.check': { target: 'asking' },
        'payment.failureHinted': { target: 'asking' },
      },
    },
    asking: {
      invoke: {
        src: 'readStatus',
        id: 'readStatus',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: [
          // Sorted where every reading is: back here, or to what became of it.
          {
            guard: { type: 'isOk', params: answerOf },
            target: '#payment.awaiting',
            actions: { type: 'takeReading', params: answerOf },
          },
          { target: 'told' },
        ],
        onError: { target: 'told' },
      },
    },
  },
});
