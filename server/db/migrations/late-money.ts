/** Money that comes late from a buyer who has ordered other places meanwhile. */
export const boughtAgain = `
alter table refunds
  drop constraint refunds_reason_check,
  add constraint refunds_reason_check
    check (reason in ('seats_gone', 'voucher_used', 'event_closed', 'paid_twice', 'order_cancelled', 'bought_again', 'event_cancelled',
      'requested', 'refund', 'reversal', 'chargeback'));
`;

/** Notices of money whose settling fails by an error of ours. */
export const failedNotices = `
alter table payment_notices
  -- Failures by an error of ours, and the first of them: neither the gateway nor the database was away.
  add column tries int not null default 0,
  add column failed_at timestamptz;
create index payment_notices_mismatched on payment_notices (id) where state = 'mismatched';
`;

/** The category at whose price each seat of an order was claimed: late money must not bring it back as another. */
export const seatCategories = `
alter table order_seats add column category_id text;
`;
