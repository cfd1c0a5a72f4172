/** Several charges per order, and stored responses that belong to one session. */
export const otherWaysToPay = `
-- Why a payment ended while its seats went on being held; null where its session ended with it.
alter table payments add column end_reason text
  check (end_reason in ('changed', 'denied', 'cancelled', 'expired'));
create index payments_order on payments (order_id, created_at);
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('seats_gone', 'voucher_used', 'event_closed', 'paid_twice', 'order_cancelled',
    'refund', 'reversal', 'chargeback'));
-- The purchase session a key was first used in: its answer is never given in a later one. No foreign key: writing a key must not wait
-- for a transaction that holds the row of the session.
alter table idempotency_keys add column session_id uuid;
`;

/** Payments at several gateways, by methods with windows of their own. */
export const gateways = `
-- Until when the order may be paid, by whatever method; null before its first payment.
alter table orders add column pay_by timestamptz;
update orders o set pay_by = (select min(p.expires_at) from payments p where p.order_id = o.id);
-- The gateway's id of the charge, where it is asked by that.
alter table payments add column gateway_reference text;
`;
