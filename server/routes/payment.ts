import { calls } from '../../contract/call/calls.ts';
import { createPayment, listMethods, paymentStatus } from '../domain/payment/payments.ts';
import { voidPayment } from '../domain/payment/payments-change.ts';
import { originOf } from '../http/origin.ts';
import type { Routes } from '../http/serve.ts';
import { forEvent } from '../services.ts';

/** Payment methods, the payment and its state (§7). */
export const routes: Routes = (serve, services) => {
  serve(calls.paymentMethods, async ({ caller, params }) => ({
    data: {
      payment_methods: {
        available_methods: await listMethods(
          forEvent(services, params.slug),
          caller.id,
          params.slug,
        ),
      },
    },
  }));

  serve(calls.createPayment, async ({ caller, params, body, request }) => ({
    data: await createPayment(
      forEvent(services, params.slug),
      { accountId: caller.id, ...originOf(request) },
      params.slug,
      body.payment_method_code,
    ),
  }));

  serve(calls.voidPayment, async ({ caller, params, body, request }) => ({
    data: await voidPayment(
      forEvent(services, params.slug),
      { accountId: caller.id, ...originOf(request) },
      params.slug,
      body.payment_id,
    ),
    message: 'Payment given up',
  }));

  serve(calls.paymentStatus, async ({ caller, params }) => ({
    data: await paymentStatus(forEvent(services, params.slug), caller.id, params.slug),
  }));
};
