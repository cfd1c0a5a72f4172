/** Charges of the simulated gateway. */
export const simulatedGateway = `
create table simulated_charges (
  id uuid primary key,
  payment_id uuid not null unique,
  order_code text not null,
  amount bigint not null,
  method_code text not null,
  status text not null check (status in ('pending', 'settlement', 'expire', 'deny', 'cancel', 'refund')),
  expires_at timestamptz not null,
  created_at timestamptz not null
);
`;

/** The device of an account that follows the position, and refunds as rows of their own. */
export const devicesAndRefunds = `
-- The device that is moved to the seats by itself, and when it last asked.
alter table purchase_sessions add column device_id text, add column device_seen_at timestamptz;

-- Money that came and could not be honoured; done_at is null while the gateway still owes its word.
create table refunds (
  payment_id uuid primary key references payments,
  amount bigint not null check (amount > 0),
  reason text not null check (reason in ('seats_gone', 'voucher_used', 'event_closed')),
  due_at timestamptz not null,
  done_at timestamptz,
  reference text
);
insert into refunds (payment_id, amount, reason, due_at, done_at)
  select id, amount, 'seats_gone', updated_at, case when status = 'refunded' then updated_at end
  from payments where status in ('refund_due', 'refunded');
`;
