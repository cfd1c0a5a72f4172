/**
 * The ledger: every act on money as a posting whose entries add up to zero (decision 074). Payments of before are entered as they stand: what
 * was never earned, because it came late or went back before it settled here, never passes the organiser.
 */
export const ledger = `
create sequence ledger_postings;
create table ledger_entries (
  id bigint generated always as identity primary key,
  -- The entries of one act share the number of its posting.
  posting bigint not null,
  act text not null check (act in ('paid', 'unearned', 'owed', 'refunded', 'corrected')),
  at timestamptz not null,
  payment_id uuid not null references payments,
  party text not null check (party in ('gateway', 'buyer', 'organiser', 'taxOffice', 'platform', 'methodFee')),
  -- Whole rupiah; a debit is positive, a credit negative.
  amount bigint not null check (amount <> 0)
);
create index ledger_entries_payment on ledger_entries (payment_id);

create function refuse_ledger_change() returns trigger language plpgsql as $$
  begin
    raise exception 'The ledger is append-only.';
  end
  $$;
create trigger ledger_append_only before update or delete on ledger_entries
  for each statement execute function refuse_ledger_change();
create function refuse_unbalanced_posting() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from added group by posting having sum(amount) <> 0) then
      raise exception 'The entries of a posting must add up to zero.';
    end if;
    return null;
  end
  $$;
create trigger ledger_balanced after insert on ledger_entries referencing new table as added
  for each statement execute function refuse_unbalanced_posting();

create temporary table ledger_past as
  select p.id, p.amount, p.service_fee, o.total, coalesce(r.due_at, p.updated_at) as came_at, r.due_at, r.done_at, p.status,
    coalesce((select sum((l ->> 'amount')::bigint) from jsonb_array_elements(o.price_lines) l where l ->> 'kind' = 'tax'), 0)::bigint as tax,
    coalesce((select sum((l ->> 'amount')::bigint) from jsonb_array_elements(o.price_lines) l where l ->> 'kind' <> 'tax'), 0)::bigint as fees,
    p.status = 'completed' or exists (
      select 1 from audit_log a where a.object = 'payment:' || p.id and a.action = 'payment.complete') as is_earned
  from payments p join orders o on o.id = p.order_id left join refunds r on r.payment_id = p.id
  where p.status in ('completed', 'refund_due', 'refunded') and p.amount > 0;
with posted as materialized (select nextval('ledger_postings') as posting, q.* from (
    select 'paid' as act, came_at as at, 1 as sign, * from ledger_past where is_earned
    union all select 'owed', coalesce(due_at, came_at), -1, * from ledger_past where is_earned and status <> 'completed') q)
insert into ledger_entries (posting, act, at, payment_id, party, amount)
  select posting, act, at, id, party, sign * part
  from posted cross join lateral (values ('gateway', case act when 'paid' then amount else 0 end),
    ('buyer', case act when 'owed' then amount else 0 end), ('organiser', tax + fees - total), ('taxOffice', -tax), ('platform', -fees),
    ('methodFee', -service_fee)) parts (party, part) where part <> 0;
with posted as materialized (select nextval('ledger_postings') as posting, q.* from (
    select 'unearned' as act, came_at as at, 1 as sign, * from ledger_past where not is_earned
    union all select 'refunded', coalesce(done_at, came_at), -1, * from ledger_past where status = 'refunded') q)
insert into ledger_entries (posting, act, at, payment_id, party, amount)
  select posting, act, at, id, party, sign * part
  from posted cross join lateral (values ('gateway', amount), ('buyer', -amount)) parts (party, part);
drop table ledger_past;
`;
