/** Why the shop returns money that arrived late. */
export type LateLoss =
  | 'seats_gone'
  | 'voucher_used'
  | 'event_closed'
  | 'paid_twice'
  | 'order_cancelled'
  | 'bought_again';
/** What an organiser decided about an event with buyers. */
export type EventNews = 'event_postponed' | 'event_moved' | 'event_cancelled';
/** The occasion of an e-mail about a payment; for a LateLoss the money goes back. */
export type EmailKind =
  | 'completed'
  | 'tickets_changed'
  | 'expired'
  | LateLoss
  | 'refunded'
  | 'refund_approved'
  | 'refund_refused'
  | 'refund_account'
  | EventNews
  | 'refund'
  | 'reversal'
  | 'chargeback';
