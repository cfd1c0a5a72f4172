/** Fair shares of an event, and the process that handles a call under a key. */
export const fairShares = `
-- One person has many addresses: what stands after a plus sign is a tag, and Gmail reads no dots. A share is counted by this.
alter table accounts add column person text generated always as (
  case
    when strpos(email, '@') < 2 or email like '+%' then lower(email)
    when lower(split_part(email, '@', 2)) in ('gmail.com', 'googlemail.com')
      then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || lower(split_part(email, '@', 2))
  end) stored;
create index accounts_person on accounts (person);

-- Null takes the setting of the server.
alter table events
  add column max_tickets_per_person int check (max_tickets_per_person > 0),
  add column free_unpaid_holds int check (free_unpaid_holds >= 0);

-- What else than its person an order is counted by: a device, a network. The key is a hash, never an address.
create table order_subjects (
  order_id uuid not null references orders on delete cascade,
  kind text not null,
  key text not null,
  primary key (order_id, kind)
);
create index order_subjects_key on order_subjects (kind, key);

-- The process that answers under the key, by the mark of its presence: one that is dead holds nothing.
alter table idempotency_keys add column holder int;
`;

/** The event of each subject: an address of thousands of buyers is counted without looking at their orders of other events. */
export const eventOfSubjects = `
alter table order_subjects add column event_id text;
update order_subjects s set event_id = o.event_id from orders o where o.id = s.order_id;
create index order_subjects_event on order_subjects (event_id, kind, key);
-- The unpaid holds that a network is weighed by.
create index orders_unpaid on orders (event_id, updated_at) where status in ('cancelled', 'expired', 'failed');

-- A process of the former release names no event.
create function name_event_of_subject() returns trigger language plpgsql as $$
  begin
    new.event_id := coalesce(new.event_id, (select event_id from orders where id = new.order_id));
    return new;
  end $$;
create trigger order_subjects_event before insert on order_subjects
  for each row execute function name_event_of_subject();
`;
