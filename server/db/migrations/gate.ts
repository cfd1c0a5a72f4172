/** Gate passes, and entries. */
export const gate = `
create table gate_passes (
  id uuid primary key,
  event_id text not null references events on delete cascade,
  secret_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index gate_passes_event on gate_passes (event_id);

-- Entries of an event are numbered under its row's lock, so that a device that asks for what is new can never miss a late commit.
create table gate_counters (
  event_id text primary key references events on delete cascade,
  entries bigint not null default 0
);

-- Every entry is a fact of its own and is never changed; the one that counts for a ticket is the earliest.
create table gate_entries (
  scan_id uuid primary key,
  event_id text not null references events on delete cascade,
  number bigint not null,
  ticket_id uuid not null references tickets,
  pass_id uuid not null references gate_passes,
  device_id uuid not null,
  door text not null,
  scanned_at timestamptz not null,
  received_at timestamptz not null,
  unique (event_id, number)
);
create index gate_entries_ticket on gate_entries (ticket_id, scanned_at, scan_id);
`;
