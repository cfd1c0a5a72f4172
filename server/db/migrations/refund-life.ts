/** The life of a refund, and the policy by which a buyer gets money back (decision 075). */
export const refundLife = `
alter table events
  -- RefundPolicy of the contract; null: bought tickets are not taken back.
  add column refund_policy jsonb,
  -- Until when everybody gets everything back, because the event was postponed or moved.
  add column refund_until timestamptz;
-- The policy of the moment at which the order was begun.
alter table orders add column refund_policy jsonb;

alter table refunds
  -- The id of the payment: it has one refund.
  add column id uuid,
  add column account_id uuid references accounts,
  add column state text,
  -- Null where the method of the payment decides.
  add column way text check (way in ('api', 'payout')),
  add column asked_at timestamptz,
  -- Why an operator refused it.
  add column note text,
  -- {bank, number, holder} of the buyer, only while the money is owed.
  add column bank_account jsonb;
-- An owed refund has an instant; one that is asked for has none yet.
alter table refunds alter column due_at drop not null;
update refunds r set id = r.payment_id, account_id = p.account_id from payments p where p.id = r.payment_id;
alter table refunds alter column state type text using (case when done_at is null then 'owed' else 'done' end);
alter table refunds
  alter column id set not null, alter column state set not null,
  add constraint refunds_id unique (id),
  add constraint refunds_state_check
    check (state in ('asked', 'refused', 'approved', 'owed', 'accountAsked', 'accountGiven', 'done')),
  drop constraint refunds_reason_check,
  add constraint refunds_reason_check
    check (reason in ('seats_gone', 'voucher_used', 'event_closed', 'paid_twice', 'order_cancelled', 'event_cancelled', 'requested',
      'refund', 'reversal', 'chargeback'));
create index refunds_open on refunds (state) where state not in ('done', 'refused');
insert into audit_log (at, account_id, action, object, status_after)
  select coalesce(done_at, due_at), account_id, 'refund.enter', 'refund:' || id, state from refunds order by due_at;
`;
