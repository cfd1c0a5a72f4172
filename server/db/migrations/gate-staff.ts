/** Passes that show who comes in, and entries that a door took back (decision 143). */
export const gateStaff = `
alter table gate_passes add column shows_guests boolean not null default false;
-- Numbered among the entries of its event, so that every door hears of it.
create table gate_undone (
  scan_id uuid primary key,
  event_id text not null references events on delete cascade,
  number bigint not null,
  ticket_id uuid not null references tickets,
  unique (event_id, number)
);
create index gate_undone_ticket on gate_undone (ticket_id);
`;
