import { calls } from '../../contract/call/calls.ts';
import {
  checkRefundAccount,
  giveRefundAccount,
  readRefundAccount,
} from '../domain/refund/give-account.ts';
import { askOrderRefund, keepTickets, readOrderRefund } from '../domain/refund/order-refund.ts';
import { originOf } from '../http/origin.ts';
import type { Routes } from '../http/serve.ts';
import { throughLane } from '../services.ts';

/** Refunds as their buyers ask for them (decision 080). */
export const routes: Routes = (serve, services) => {
  const reading = throughLane(services, 'read');

  serve(calls.orderRefund, async ({ caller, params }) => ({
    data: await readOrderRefund(reading, caller.id, params.orderCode),
  }));

  serve(calls.askOrderRefund, async ({ caller, params, body, request }) => ({
    data: await askOrderRefund(
      services,
      { accountId: caller.id, ...originOf(request) },
      params.orderCode,
      body,
    ),
  }));

  serve(calls.keepTickets, async ({ caller, params }) => ({
    data: await keepTickets(services, caller.id, params.orderCode),
  }));

  serve(calls.refundAccount, async ({ params }) => ({
    data: await readRefundAccount(reading, params.token),
  }));

  serve(calls.checkRefundAccount, async ({ params, body }) => ({
    data: await checkRefundAccount(services, params.token, body),
  }));

  serve(calls.giveRefundAccount, async ({ params, body }) => ({
    data: await giveRefundAccount(services, params.token, body),
  }));
};
