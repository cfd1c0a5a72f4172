/** The state of each charge, of which the payment's status is the short form (decision 078). */
export const chargeStates = `
alter table payments add column charge_state text not null default 'intent'
  check (charge_state in ('intent', 'charging', 'awaiting', 'settled', 'lapsed', 'denied', 'voided', 'settledLate',
    'honoured', 'refundDue', 'refunding', 'refunded', 'stuck', 'paidByHand', 'reversed', 'refundedOutside'));

create function charge_state_of(status text, charged_at timestamptz) returns text language sql immutable as $$
  select case status
    when 'pending' then case when charged_at is null then 'charging' else 'awaiting' end
    when 'completed' then 'settled' when 'expired' then 'lapsed' when 'failed' then 'voided'
    when 'refund_due' then 'refundDue' else 'refunded' end $$;
alter table payments alter column charge_state type text using charge_state_of(status, charged_at);

-- A process of the former release writes the status alone.
create function follow_payment_status() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.status <> 'pending' and new.charge_state = 'intent' then
        new.charge_state := charge_state_of(new.status, new.charged_at);
      end if;
    elsif new.charge_state = old.charge_state then
      if new.status <> old.status then
        new.charge_state := charge_state_of(new.status, new.charged_at);
      elsif new.status = 'pending' and new.charged_at is not null then
        new.charge_state := 'awaiting';
      end if;
    end if;
    return new;
  end $$;
create trigger payments_follow_status before insert or update on payments
  for each row execute function follow_payment_status();
`;
