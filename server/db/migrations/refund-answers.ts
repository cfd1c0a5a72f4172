/** What is not known yet of refunds that were sent, and how their money went (decision 109). */
export const refundAnswers = `
alter table refunds
  -- Since when the result of a call to the gateway is not known: no other way may send the money meanwhile.
  add column unclear_since timestamptz,
  -- When the gateway first said afterwards that it has no such refund.
  add column absent_at timestamptz,
  -- Since when the gateway does not answer.
  add column unheard_since timestamptz,
  -- Two people decided that the money may go another way without an answer.
  add column overruled_at timestamptz,
  -- Null for refunds of before.
  add column went_by text check (went_by in ('gateway', 'payout', 'hand'));
create index refunds_paid_out on refunds (done_at) where went_by = 'payout';
create table refund_overrules (
  refund_id uuid not null references refunds (id) on delete cascade,
  staff_id uuid not null,
  reason text not null,
  at timestamptz not null,
  primary key (refund_id, staff_id)
);
alter table ledger_entries drop constraint ledger_entries_act_check;
alter table ledger_entries add constraint ledger_entries_act_check
  check (act in ('paid', 'unearned', 'owed', 'refunded', 'corrected', 'overruled'));
`;
