/** Each notification of a gateway as its own row, and refunds after the tickets were issued. */
export const moneyNotices = `
-- Committed before it is applied: a crash in between loses no notification.
create table payment_notices (
  id bigint generated always as identity primary key,
  gateway text not null,
  -- A notification that was sent to us, or the answer to a question of ours.
  source text not null check (source in ('notice', 'status')),
  -- Hash of what it says: the same words again are the same row, other words under the same event id are not.
  fingerprint text not null,
  event_id text,
  payment_ref text,
  order_code text,
  amount bigint,
  currency text,
  outcome text,
  reference text,
  raw_body text,
  headers jsonb,
  received_at timestamptz not null,
  last_at timestamptz not null,
  times int not null default 1,
  state text not null default 'received'
    check (state in ('received', 'applied', 'unmatched', 'mismatched', 'refused', 'dismissed')),
  reason text,
  -- When an operator said that it holds although it does not fit.
  accepted_at timestamptz,
  tried_at timestamptz,
  settled_at timestamptz,
  payment_id uuid references payments,
  unique (gateway, fingerprint)
);
create index payment_notices_open on payment_notices (id) where state = 'received';
create index payment_notices_payment on payment_notices (payment_id);
create index payment_notices_kept on payment_notices (received_at) where raw_body is not null;
insert into payment_notices (gateway, source, fingerprint, event_id, payment_ref, outcome, received_at, last_at, state, settled_at, payment_id)
  select coalesce(p.gateway, 'unknown'), 'notice', w.id, w.id, w.payment_id::text, w.outcome, w.received_at, w.received_at,
    'applied', w.received_at, p.id
  from webhook_events w left join payments p on p.id = w.payment_id order by w.received_at, w.id;
drop table webhook_events;

alter table orders drop constraint orders_status_check;
alter table orders add constraint orders_status_check
  check (status in ('draft', 'pending', 'completed', 'cancelled', 'expired', 'failed', 'refunded'));
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('seats_gone', 'voucher_used', 'event_closed', 'refund', 'reversal', 'chargeback'));
-- What became of the seats of tickets that were void with the money; null where none were sold.
alter table refunds add column seats text check (seats in ('free', 'blocked'));
alter table simulated_charges drop constraint simulated_charges_status_check;
alter table simulated_charges add constraint simulated_charges_status_check
  check (status in ('pending', 'settlement', 'expire', 'deny', 'cancel', 'refund', 'reversal', 'chargeback'));
-- Completed payments are asked about too, more and more seldom.
create index payments_completed on payments (checked_at) where status = 'completed';
`;

/** Retention: codes in e-mails, and people who asked to be erased. */
export const retention = `
-- The code a letter carries, for what, and until when: blanked in the text, and here, once it cannot be used.
alter table mails add column code text, add column code_subject text, add column code_ends_at timestamptz;
create index mails_code on mails (code_subject) where code is not null;
create index mails_code_ends on mails (code_ends_at) where code is not null;
-- When the text of a letter was removed; the row goes on saying that it was sent.
alter table mails add column blanked_at timestamptz;
create index mails_kept on mails (created_at) where blanked_at is null;
alter table accounts add column erased_at timestamptz;
create index accounts_unverified on accounts (created_at) where not is_verified;
`;
