import { resultOf } from '../shared/result.ts';
import { paymentSetup, statusRead } from './payment.setup.ts';
import type { PaymentHint } from './payment.types.ts';

const asHint = ({ event }: { readonly event: PaymentHint }) => event;

/** The broker says that it is paid, which wins over any other end (§4.71). */
export const paidByHint = {
  guard: { type: 'isCompletedHint', params: asHint },
  target: '#payment.completed',
  actions: { type: 'noteHint', params: asHint },
} as const;

/** The same where another page than that of the payment is shown: after a charge was given up, or paid on another device. */
export const paidAfterAll = { ...paidByHint, actions: [paidByHint.actions, 'tellBegun'] } as const;

/** Back at the methods with the same draft: the page, the session and the charge that is over are put right. */
export const backToMethods = ['noteReopened', 'tellReopened', 'askForSession'] as const;

/** 'Ganti metode': the charge is voided; one that cannot be keeps its buyer, and a fresh reading says what is so (§2.308). */
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
        guard: { type: 'isOk', params: resultOf },
        target: 'loadingMethods',
        actions: ['noteChanged', 'tellReopened', 'askForSession'],
      },
      { guard: { type: 'isSignedOut', params: resultOf }, target: 'signedOut' },
      {
        guard: { type: 'isSilence', params: resultOf },
        target: 'awaiting',
        actions: ['noteChangeFailed', 'wantRead'],
      },
      { target: 'awaiting', actions: ['noteChangeRefused', 'wantRead'] },
    ],
    onError: { target: 'awaiting', actions: ['noteChangeFailed', 'wantRead'] },
  },
});

/**
 * The charge was refused or ran out, and the seats are still held: shown until another method is asked for (§4.75). Money that comes
 * after all wins; time that is up is the server's to say.
 */
export const refused = paymentSetup.createStateConfig({
  entry: 'askForSession',
  initial: 'shown',
  on: {
    'payment.change': { target: 'loadingMethods', actions: backToMethods },
    'payment.hinted': paidByHint,
  },
  states: {
    shown: {
      on: {
        'payment.check': { target: 'asking' },
        'payment.failureHinted': { target: 'asking' },
      },
    },
    asking: {
      invoke: {
        ...statusRead,
        onDone: [
          // Sorted where every reading is: back here, or to what became of it.
          {
            guard: { type: 'isOk', params: resultOf },
            target: '#payment.awaiting',
            actions: { type: 'storeReading', params: resultOf },
          },
          { target: 'shown' },
        ],
        onError: { target: 'shown' },
      },
    },
  },
});
