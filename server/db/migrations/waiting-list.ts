/** The waiting list of a sold-out show (decision 056). */
export const waitingList = `
alter table events add column waiting_offer_minutes int not null default 30 check (waiting_offer_minutes > 0);
create table waiting_list (
  id uuid primary key,
  event_id text not null references events on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  -- The order of joining.
  place bigint generated always as identity,
  state text not null check (state in ('waiting', 'offered', 'taken', 'lapsed', 'left', 'ended')),
  wanted int not null check (wanted between 1 and 4),
  joined_at timestamptz not null,
  -- The tickets of the offer, those that the account held or had bought before it, and its end.
  offered int check (offered between 1 and wanted),
  had int,
  offer_ends_at timestamptz,
  ended_at timestamptz,
  check (state <> 'offered' or (offered is not null and had is not null and offer_ends_at is not null))
);
create unique index waiting_list_live on waiting_list (event_id, account_id) where state in ('waiting', 'offered');
create index waiting_list_line on waiting_list (event_id, place) where state = 'waiting';
create index waiting_list_offers on waiting_list (event_id, offer_ends_at) where state = 'offered';
create index waiting_list_account on waiting_list (account_id, place);
create index waiting_list_ended on waiting_list (ended_at) where ended_at is not null;
`;
