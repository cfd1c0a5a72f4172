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
