import { calls } from '../../contract/call/calls.ts';
import { pathTo } from '../../contract/pages.ts';
import { readLocale } from '../../contract/texts/locale.ts';
import { printedName } from '../config/simulation.ts';
import { returnedPayment, returnHtml, returnPolicy } from '../domain/payment/payment-return.ts';
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

  serve(calls.paymentReturn, async ({ caller, params, request }) => {
    const { config, clock, db, keys } = services;
    const payment = await returnedPayment(db.lane('read'), params.token, clock.now(), keys);
    if (payment !== null && caller?.id === payment.account_id) {
      return { status: 303, data: '', headers: { location: pathTo('payment', payment) } };
    }
    const locale = readLocale(request.headers.cookie);
    return {
      status: payment === null ? 404 : 200,
      data: returnHtml({ payment, productName: printedName(config), locale }),
      headers: { 'content-security-policy': returnPolicy },
    };
  });

  serve(calls.paymentStatus, async ({ caller, params }) => ({
    data: await paymentStatus(forEvent(services, params.slug), caller.id, params.slug),
  }));
};
