import { calls } from '../../../contract/call/calls.ts';
import type { FormSubmissions } from '../../../contract/forms.ts';
import { localIso, type TimeZone } from '../../../contract/place/time-zone.ts';
import type { LaterForms } from '../../../contract/ticket/later-forms.ts';
import type { Queryable } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { audit, type Trail } from '../audit.ts';
import { hasBegun } from '../catalogue/sale.ts';
import type { OrderState } from '../lifecycle/order.ts';
import type { SaleStatus } from '../lifecycle/sale.ts';
import { fillForms } from '../order/fill-forms.ts';
import { isStored, storeAnswers, storedAnswers } from '../order/stored-answers.ts';
import { type OrderForms, readOrderForms } from './order-forms.ts';

const refuse = refuseFor(calls.laterForms, calls.saveLaterForms);
const refuseSave = refuseFor(calls.saveLaterForms);

type FormServices = Pick<Services, 'clock' | 'db'>;

type OrderRow = {
  id: string;
  order_code: string;
  event_id: string;
  slug: string;
  name: string;
  starts_at: Date;
  time_zone: TimeZone;
  event_status: SaleStatus;
};

/**
 * The later forms of a paid order of the account, with their answers. Refuses with 404 for an order that is not paid, missing, or of another account,
 * 409 for one that was cancelled or refunded.
 */
export async function readLaterForms(
  { clock, db }: FormServices,
  accountId: string,
  orderCode: string,
): Promise<LaterForms> {
  const order = await paidOrder(db, accountId, orderCode);
  return viewOf(db, order, clock.now());
}

/**
 * Stores the answers to all later forms of a paid order, for its buyer; those given before are replaced, and the same again change nothing. Refuses
 * as `readLaterForms`, with 409 once the event has begun, and with 422 naming each field that is missing or wrong.
 */
export async function saveLaterForms(
  { clock, db }: FormServices,
  by: Trail & { readonly accountId: string },
  orderCode: string,
  submissions: FormSubmissions,
): Promise<LaterForms> {
  return db.tx(async (tx) => {
    const now = clock.now();
    // Before the order is read: a refund may be ending it, and another tab may be saving.
    await tx.query(
      'select 1 as one from orders where account_id = $1 and order_code = $2 for no key update',
      [by.accountId, orderCode],
    );
    const order = await paidOrder(tx, by.accountId, orderCode);
    if (!isOpen(order, now)) throw refuseSave('laterFormsClosed');
    const { forms, tickets } = await heldOf(tx, order);
    const places = tickets.map(({ id }) => ({ ticket_id: id }));
    const filled = fillForms(forms, places, submissions);
    const formIds = forms.map(({ id }) => id);
    if (!isStored(filled, await storedAnswers(tx, order.id, formIds))) {
      await tx.query(
        'delete from attendee_answers where order_id = $1 and form_id = any($2::text[])',
        [order.id, formIds],
      );
      await storeAnswers(tx, order.id, filled);
      const object = `order:${order.id}`;
      await audit(tx, { at: now, ...by, action: 'order.answers', object });
    }
    return viewOf(tx, order, now);
  });
}

async function paidOrder(q: Queryable, accountId: string, orderCode: string): Promise<OrderRow> {
  const [row] = await q.query<OrderRow & { status: OrderState }>(
    `select o.id, o.order_code, o.status, o.event_id, e.slug, e.name, e.starts_at, e.time_zone, e.status as event_status
     from orders o join events e on e.id = o.event_id where o.account_id = $1 and o.order_code = $2`,
    [accountId, orderCode],
  );
  if (row === undefined || row.status === 'draft' || row.status === 'pending') {
    throw refuse('orderNotFound');
  }
  // The orders of a cancelled event follow one by one.
  if (row.status !== 'completed' || row.event_status === 'cancelled') throw refuse('orderEnded');
  return row;
}

function isOpen({ event_status: status, starts_at }: OrderRow, now: Date): boolean {
  return !hasBegun({ status, starts_at }, now);
}

async function heldOf(q: Queryable, order: OrderRow): Promise<OrderForms> {
  const held = (await readOrderForms(q, [order])).get(order.id);
  return held ?? { forms: [], tickets: [], answers: [] };
}

async function viewOf(q: Queryable, order: OrderRow, now: Date): Promise<LaterForms> {
  const { forms, tickets, answers } = await heldOf(q, order);
  const ids = new Set(forms.map(({ id }) => id));
  return {
    order_code: order.order_code,
    event: {
      slug: order.slug,
      name: order.name,
      datetime: localIso(order.starts_at, order.time_zone),
    },
    open: isOpen(order, now),
    tickets,
    forms: [...forms],
    answers: answers
      .filter(({ form_id }) => ids.has(form_id))
      .map(({ form_id, ticket_id, answers: given }) => ({ form_id, ticket_id, form_data: given })),
  };
}
