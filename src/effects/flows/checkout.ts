import { fromCallback, fromPromise } from 'xstate';
import { eventForms } from '../../../contract/forms.ts';
import { readDraft, submitForms } from '../../../contract/order.ts';
import {
  createPayment,
  paymentMethods,
  paymentStatus,
  voidPayment,
} from '../../../contract/payment.ts';
import { lastMethodKey, orderFormKey, orderLockedKey } from '../../../contract/stored/storage.ts';
import type { orderFormPorts } from '../../../machines/order-form/order-form.ports.ts';
import type { paymentPorts } from '../../../machines/payment/payment.ports.ts';
import type { PaymentEvent } from '../../../machines/payment/payment.types.ts';
import { mapResult } from '../../../machines/shared/result.ts';
import type { PurchaseParts } from '../parts.ts';
import { paymentReading } from '../readings.ts';
import { keyedCall } from './keyed-call.ts';

/** Effects of the order form. */
export function orderFormEffects({ api, store, keys }: PurchaseParts) {
  return {
    loadOrder: fromPromise(async ({ input, signal }) => {
      const params = { slug: input.slug };
      const [draft, forms] = await Promise.all([
        api.call(readDraft, { params, signal }),
        api.call(eventForms, { params, signal }),
      ]);
      return mapResult(draft, (order) => ({ draft: order, forms }));
    }),
    readDraft: fromPromise(({ input, signal }) =>
      api.call(readDraft, { params: { slug: input.slug }, signal }),
    ),
    submitForms: fromPromise(async ({ input, signal }) => {
      const body = { form_submissions: input.submissions };
      return keyedCall({
        keys,
        slug: input.slug,
        action: 'submitForms',
        body,
        send: (idempotencyKey) =>
          api.call(submitForms, { params: { slug: input.slug }, body, signal, idempotencyKey }),
      });
    }),
    rememberLock: fromPromise(async ({ input }) => {
      store.write(orderLockedKey, input.asked ? true : 'unasked', input.slug);
      store.remove(orderFormKey, input.slug);
    }),
  } satisfies Partial<typeof orderFormPorts>;
}

/** Effects of the payment pages. */
export function paymentEffects({ api, now, store, keys, watchHidden }: PurchaseParts) {
  return {
    loadMethods: fromPromise(async ({ input, signal }) => {
      const params = { slug: input.slug };
      const [methods, draft] = await Promise.all([
        api.call(paymentMethods, { params, signal }),
        api.call(readDraft, { params, signal }),
      ]);
      if (!methods.ok) return methods;
      return mapResult(draft, (order) => ({
        methods: methods.value.payment_methods.available_methods,
        draft: order,
        lastUsed: store.read(lastMethodKey),
      }));
    }),
    createPayment: fromPromise(async ({ input, signal }) => {
      const body = { payment_method_code: input.methodCode };
      const answer = await keyedCall({
        keys,
        slug: input.slug,
        action: 'createPayment',
        body,
        undoes: ['voidPayment'],
        send: (idempotencyKey) =>
          api.call(createPayment, { params: { slug: input.slug }, body, signal, idempotencyKey }),
      });
      // A free order says nothing about how the buyer pays.
      if (answer.ok && answer.value.payment.amount > 0)
        store.write(lastMethodKey, input.methodCode);
      return mapResult(answer, ({ payment }) => paymentReading(payment, now));
    }),
    voidPayment: fromPromise(async ({ input, signal }) => {
      const body = { payment_id: input.paymentId };
      const answer = await keyedCall({
        keys,
        slug: input.slug,
        action: 'voidPayment',
        body,
        undoes: ['createPayment'],
        send: (idempotencyKey) =>
          api.call(voidPayment, { params: { slug: input.slug }, body, signal, idempotencyKey }),
      });
      return mapResult(answer, ({ payment }) => paymentReading(payment, now));
    }),
    readStatus: fromPromise(async ({ input, signal }) =>
      mapResult(
        await api.call(paymentStatus, { params: { slug: input.slug }, signal }),
        ({ payment }) => {
          // The charge ended unpaid, here or on another device, so the next request is a new one.
          if (payment.can_change === true) keys.settle(input.slug, 'createPayment');
          return paymentReading(payment, now);
        },
      ),
    ),
    clearEvent: fromPromise(async ({ input }) => store.clearEvent(input.slug)),
    watchPage: fromCallback(({ sendBack }) =>
      watchHidden((hidden) =>
        sendBack({ type: hidden ? 'page.hidden' : 'page.shown' } satisfies PaymentEvent),
      ),
    ),
  } satisfies Partial<typeof paymentPorts>;
}
