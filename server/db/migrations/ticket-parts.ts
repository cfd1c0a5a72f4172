/** What of the money of its order is in each ticket (decision 111). */
export const ticketParts = `
alter table tickets
  -- Whole rupiah; null in a ticket that a former version sold, until the ticker has divided its order.
  add column price bigint,
  add column discount bigint,
  add column tax bigint,
  add column fees bigint,
  add column method_fee bigint,
  -- price less discount, with the taxes and fees that are not within the price and the fee of the method.
  add column paid bigint;
create index tickets_undivided on tickets (order_id) where paid is null and replaced_by is null;
-- Buyers of before agreed to a fee for the order: each ticket bears its part of it, rounded in their favour.
update orders o set refund_policy = jsonb_set(o.refund_policy, '{fee}', to_jsonb((o.refund_policy ->> 'fee')::bigint / n.tickets))
  from (select order_id, count(*) as tickets from order_seats group by order_id) n
  where n.order_id = o.id and o.refund_policy is not null;
`;

/** Void tickets whose place is on sale again although their order goes on (decision 112). */
export const freedSeats = `
alter table tickets add column seat_freed_at timestamptz;
`;
