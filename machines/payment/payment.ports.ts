import { fromCallback, fromPromise } from 'xstate';
import type { DraftResponse } from '../../contract/order.ts';
import type { PaymentMethod } from '../../contract/payment.ts';
import { notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';
import type { PaymentReading } from './payment.types.ts';

/** The event whose order is paid. */
export interface PaymentPortInput {
  readonly slug: string;
}

/** Ways to pay, all that the server offers, and the draft they are for. */
export interface LoadedMethods {
  readonly methods: readonly PaymentMethod[];
  readonly draft: DraftResponse;
  /** Code of the method that the account used last in this browser; null if unknown. */
  readonly lastUsed: string | null;
}

/** A payment that is asked for. */
export interface CreatePaymentInput extends PaymentPortInput {
  readonly methodCode: string;
}

/** A payment that is given up. */
export interface VoidPaymentInput extends PaymentPortInput {
  readonly paymentId: string;
}

/** What the payment machine needs from outside. */
export const paymentPorts = {
  /** GET …/payment-methods and GET …/order-draft at once; the first failure of the two is the response. */
  loadMethods: fromPromise<Result<LoadedMethods>, PaymentPortInput>(
    notProvided('payment.loadMethods'),
  ),
  /** POST …/create-payment with a key that outlives a refresh (F05). */
  createPayment: fromPromise<Result<PaymentReading>, CreatePaymentInput>(
    notProvided('payment.createPayment'),
  ),
  /** POST …/payment/void of one payment, under a key. */
  voidPayment: fromPromise<Result<PaymentReading>, VoidPaymentInput>(
    notProvided('payment.voidPayment'),
  ),
  /** GET …/payment/status; gives its call up on abort. */
  readStatus: fromPromise<Result<PaymentReading>, PaymentPortInput>(
    notProvided('payment.readStatus'),
  ),
  /** Forgets everything kept in the browser for the event (§4.74). */
  clearEvent: fromPromise<void, PaymentPortInput>(notProvided('payment.clearEvent')),
  /** Says `page.hidden` and `page.shown`, the former at once where the page is hidden already. The default is a page always shown. */
  watchPage: fromCallback(() => undefined),
};
