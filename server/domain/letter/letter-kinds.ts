/** Why money that came late cannot be honoured. */
export type LateLoss =
  | 'seats_gone'
  | 'voucher_used'
  | 'event_closed'
  | 'paid_twice'
  | 'order_cancelled';
/** What a letter of payment tells; a loss tells that the money goes back. */
export type LetterKind =
  | 'completed'
  | 'expired'
  | LateLoss
  | 'refunded'
  | 'refund'
  | 'reversal'
  | 'chargeback';
