/** Tickets that took the place of others, and tickets offered to another person (decision 085). */
export const replacedTickets = `
alter table tickets
  -- The ticket that stands in its place; this one is void.
  add column replaced_by uuid unique references tickets;
create index tickets_order on tickets (order_id);

create table ticket_transfers (
  id uuid primary key,
  -- Who gives it.
  account_id uuid not null references accounts,
  ticket_id uuid not null references tickets,
  token_hash text not null unique,
  state text not null check (state in ('offered', 'accepted', 'withdrawn', 'lapsed')),
  -- When the link ends.
  deadline timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  taken_by uuid references accounts
);
create unique index ticket_transfers_open on ticket_transfers (ticket_id) where state = 'offered';
create index ticket_transfers_due on ticket_transfers (deadline) where state = 'offered';
create index ticket_transfers_ticket on ticket_transfers (ticket_id);
`;
