/** Money that comes late from a buyer who has ordered other places meanwhile. */
export const boughtAgain = `
alter table refunds
  drop constraint refunds_reason_check,
  add constraint refunds_reason_check
    check (reason in ('seats_gone', 'voucher_used', 'event_closed', 'paid_twice', 'order_cancelled', 'bought_again', 'event_cancelled',
      'requested', 'refund', 'reversal', 'chargeback'));
`;
