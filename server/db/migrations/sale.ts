/** The life of a sale (decision 049): written and derived states, presale, and the rate of a queue. */
export const sale = `
alter table events
  add column sale_ends_at timestamptz,
  add column presale_starts_at timestamptz,
  add column presale_ends_at timestamptz,
  -- The date from which an event was moved; null for one that keeps its date.
  add column previous_starts_at timestamptz;
update events set status = 'closed' where status not in ('draft', 'active', 'paused', 'closed', 'postponed', 'cancelled');
alter table events add constraint events_status_check
  check (status in ('draft', 'active', 'paused', 'closed', 'postponed', 'cancelled'));
-- Without it, whether an event is sold out would read all of its seats.
create index seats_open on seats (event_id) where status in ('available', 'held');
-- The one clock that judges sales: processes whose own clocks differ must agree on the second of the opening.
create function sale_clock() returns timestamptz language sql volatile as 'select clock_timestamp()';

-- Sessions let in per minute; null without a limit.
alter table queue_rooms add column per_minute int check (per_minute > 0);

create table presale_codes (
  event_id text not null references events on delete cascade,
  code_hash text not null,
  -- People who may use the code; null without a limit.
  max_people int check (max_people > 0),
  -- Places that one of them may take with it; null without a limit.
  per_person int check (per_person > 0),
  primary key (event_id, code_hash)
);
create table presale_people (
  event_id text not null references events on delete cascade,
  email_hash text not null,
  primary key (event_id, email_hash)
);
create table presale_uses (
  event_id text not null,
  code_hash text not null,
  account_id uuid not null references accounts on delete cascade,
  times int not null default 1,
  used_at timestamptz not null,
  primary key (event_id, code_hash, account_id),
  foreign key (event_id, code_hash) references presale_codes on delete cascade
);
`;
