/** Several refunds of a payment, each under an id of its own, with the tickets that it gives back (decision 108). */
export const refundRows = `
alter table refunds
  drop constraint refunds_pkey,
  -- In the order in which they were made.
  add column number bigint generated always as identity,
  -- What it gives back: the whole order, the tickets of refund_tickets, money without a ticket, or what staff sent in the gateway's dashboard.
  add column kind text not null default 'whole' check (kind in ('whole', 'tickets', 'goodwill', 'dashboard')),
  -- The gateway's name for a refund that was not asked for here.
  add column gateway_key text;
create index refunds_payment on refunds (payment_id, number);
-- A notice of a refund names the charge by the gateway's id.
create index payments_gateway_reference on payments (gateway_reference);
create table refund_tickets (
  refund_id uuid not null references refunds (id) on delete cascade,
  ticket_id uuid not null references tickets,
  -- Whole rupiah of the refund.
  amount bigint not null check (amount >= 0),
  primary key (refund_id, ticket_id)
);
create index refund_tickets_ticket on refund_tickets (ticket_id);
-- The refund to which an entry or a credit note belongs; rows of before belong to the one refund of their payment.
alter table ledger_entries add column refund_id uuid;
alter table invoices add column refund_id uuid;
-- [{key, amount, state}] of the simulated gateway.
alter table simulated_charges add column refunds jsonb not null default '[]';
alter table simulated_charges drop constraint simulated_charges_status_check;
alter table simulated_charges add constraint simulated_charges_status_check
  check (status in ('pending', 'settlement', 'expire', 'deny', 'cancel', 'refund', 'reversal', 'chargeback', 'partial_refund'));
`;
