/** Waiting rooms before a sale, and their draws (decision 059). */
export const draws = `
alter table events
  -- When the waiting room before the sale, and before the presale, opens; null without one.
  add column sale_room_opens_at timestamptz,
  add column presale_room_opens_at timestamptz;
create table draws (
  id uuid primary key,
  event_id text not null references events on delete cascade,
  kind text not null check (kind in ('presale', 'sale')),
  state text not null check (state in ('opened', 'closed', 'drawn', 'empty')),
  opened_at timestamptz not null,
  -- Nobody may read it before the order is published.
  secret text not null,
  commitment text not null,
  beacon_round bigint,
  beacon_signature text,
  -- People in the waiting room; those who left are taken off every few seconds.
  waiting int not null default 0,
  counted_at timestamptz not null,
  closed_at timestamptz,
  root text,
  entrants int,
  -- The number of the first in the order.
  first bigint,
  -- The closed list in ascending order: a public name a line, from the draw on with its number.
  list text,
  drawn_at timestamptz,
  unique (event_id, kind),
  check (num_nulls(closed_at, root, entrants, first, list) in (0, 5)),
  check (drawn_at is null or closed_at is not null)
);
create index draws_live on draws (event_id) where state in ('opened', 'closed');
-- The waiting room in which a session began, and its public name there.
alter table purchase_sessions
  add column draw_id uuid references draws,
  add column entrant text,
  add check ((draw_id is null) = (entrant is null));
create unique index purchase_sessions_entrant on purchase_sessions (draw_id, entrant) where draw_id is not null;
`;
