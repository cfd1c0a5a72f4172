import { staffCalls } from '../../contract/staff/calls.ts';
import { mayDo } from '../../contract/staff/roles.ts';
import { findOrders } from '../domain/desk/find-orders.ts';
import { readDeskAnswers, readDeskOrder } from '../domain/desk/order-history.ts';
import { takeRefundStep } from '../domain/desk/refund-acts.ts';
import { readRefundWork } from '../domain/desk/refund-work.ts';
import {
  moveTicket,
  reissueTicket,
  renameHolder,
  sendTicketsAgain,
  voidByDesk,
} from '../domain/desk/ticket-acts.ts';
import type { Routes } from '../http/serve.ts';
import { staffTrail } from '../http/staff-session.ts';

/** The support desk: finds an order, tells its history, and corrects what went wrong (decision 085). */
export const routes: Routes = (serve, services) => {
  const { db, clock } = services;

  serve(staffCalls.deskFind, async ({ query }) => ({
    data: { orders: await findOrders(db, query.q) },
  }));

  serve(staffCalls.deskRefunds, async ({ staff, request }) => {
    const seesAccounts = mayDo(staff.roles, 'refund');
    return {
      data: { refunds: await readRefundWork(services, seesAccounts, staffTrail(staff, request)) },
    };
  });

  serve(staffCalls.deskOrder, async ({ params, staff, request }) => {
    const by = staffTrail(staff, request);
    const seesAccounts = mayDo(staff.roles, 'refund');
    return { data: await readDeskOrder(db, params.orderCode, by, clock.now(), seesAccounts) };
  });

  serve(staffCalls.deskAnswers, async ({ params, staff, request }) => {
    const by = staffTrail(staff, request);
    return { data: { answers: await readDeskAnswers(db, params.orderCode, by, clock.now()) } };
  });

  serve(staffCalls.deskSendAgain, async ({ params, staff, request }) => {
    await sendTicketsAgain(services, params.orderCode, staffTrail(staff, request));
    return { data: null };
  });

  serve(staffCalls.deskRename, async ({ params, body, staff, request }) => {
    await renameHolder(services, params.id, body.name, staffTrail(staff, request));
    return { data: null };
  });

  serve(staffCalls.deskReissue, async ({ params, staff, request }) => ({
    data: { id: await reissueTicket(services, params.id, staffTrail(staff, request)) },
  }));

  serve(staffCalls.deskVoid, async ({ params, body, staff, request }) => {
    await voidByDesk(services, params.id, body.seat, staffTrail(staff, request));
    return { data: null };
  });

  serve(staffCalls.deskMove, async ({ params, body, staff, request }) => {
    const by = staffTrail(staff, request);
    return { data: { id: await moveTicket(services, params.id, body.seat_number, by) } };
  });

  serve(staffCalls.deskRefund, async ({ params, body, staff, request }) => {
    await takeRefundStep(services, params.orderCode, body, staffTrail(staff, request));
    return { data: null };
  });
};
