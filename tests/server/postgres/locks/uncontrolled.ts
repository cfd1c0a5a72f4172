/** Locks of the server that no race of two operations can show, by file, each with the reason. */
export const uncontrolled: readonly {
  readonly file: string;
  readonly locks: number;
  readonly why: string;
}[] = [
  {
    file: 'server/domain/order/drafts-view.ts',
    locks: 2,
    why: 'The row of an order, locked second: every operation that changes it holds the row of its session first, and that lock has a control.',
  },
  {
    file: 'server/domain/order/vouchers.ts',
    locks: 1,
    why: 'The row of a voucher that a late payment claims again: a draft locks the same row, and that lock has a control.',
  },
  {
    file: 'server/domain/session/session-end.ts',
    locks: 1,
    why: 'The row of an order, locked after that of its session.',
  },
  {
    file: 'server/domain/line/gone.ts',
    locks: 1,
    why: 'The clean-up of counts that no reader uses: skipped rows stay for the next turn.',
  },
  {
    file: 'server/domain/session/sessions-sweep.ts',
    locks: 2,
    why: 'The rows of orders and payments, locked after those of their sessions.',
  },
  {
    file: 'server/domain/order/held-back.ts',
    locks: 1,
    why: 'Seats that are held back or given: the same rows and the same skip locked as a claim, which has a control.',
  },
  {
    file: 'server/domain/order/complimentary.ts',
    locks: 1,
    why: 'Standing places that are given: the same rows and the same skip locked as a claim, which has a control.',
  },
  {
    file: 'server/domain/ticket/replace-ticket.ts',
    locks: 2,
    why: 'The row of an order before that of its ticket: without it the new ticket and a refund wait for each other, and the transaction is repeated.',
  },
  {
    file: 'server/domain/later/later-forms.ts',
    locks: 1,
    why: 'The order whose later forms are saved: the key of attendee_answers would refuse a second save, which waits in place of failing, and a refund ends the order first.',
  },
  {
    file: 'server/domain/transfer/transfers.ts',
    locks: 2,
    why: 'The lifecycle refuses the step of an offer that has left its state meanwhile; two who accept wait for the ticket.',
  },
  {
    file: 'server/domain/order/seats.ts',
    locks: 1,
    why: 'The seat that a ticket is moved to: the key of seat_claims refuses a second claim of it.',
  },
  {
    file: 'server/domain/ledger/invoice-numbers.ts',
    locks: 1,
    why: 'A second numbering would be refused by the unique number and repeated: the lock spares the failure.',
  },
  {
    file: 'server/domain/payment/payments-view.ts',
    locks: 1,
    why: 'The row of a payment, locked after that of its order, whose lock every change of it takes first.',
  },
  {
    file: 'server/domain/draw/draws.ts',
    locks: 1,
    why: 'The row of a draw, locked second: a join and the closing of the list hold the row of the queue first, and that lock has a control.',
  },
  {
    file: 'server/domain/draw/draw-order.ts',
    locks: 2,
    why: 'The order is fixed by the closed list: two processes write the same numbers, and the lifecycle takes the last step once.',
  },
  {
    file: 'server/domain/draw/give-up-beacon.ts',
    locks: 1,
    why: 'The lifecycle refuses the step of a draw that has left its state meanwhile.',
  },
  {
    file: 'server/domain/payment/payments-change.ts',
    locks: 1,
    why: 'The row of an order, locked after that of its session.',
  },
  {
    file: 'server/domain/payment/apply-locked.ts',
    locks: 1,
    why: 'The row of an order, locked after that of its session.',
  },
  {
    file: 'server/domain/payment/settlement.ts',
    locks: 1,
    why: 'The row of the other payment of an order, locked after those of the session and the order.',
  },
  {
    file: 'server/domain/accounts/password-reset.ts',
    locks: 1,
    why: 'The row of an account, locked after that of its code: a reset of the password and an erasure meet there.',
  },
  {
    file: 'server/domain/accounts/retention.ts',
    locks: 11,
    why: 'Statements of the form of the three kinds that have a control: select, limit, skip locked.',
  },
  {
    file: 'server/db/migrations/migrate.ts',
    locks: 1,
    why: 'The lock of one step: the key of applied_steps already lets one process claim it.',
  },
  {
    file: 'server/db/presence.ts',
    locks: 2,
    why: 'The mark of a living process, which excludes nobody; one line takes it and one gives it back.',
  },
  {
    file: 'server/domain/catalogue/folder/apply-event.ts',
    locks: 1,
    why: 'The keys of events, seats and folders refuse a second apply of the same change; the lock lets it wait and find nothing to change.',
  },
  {
    file: 'server/domain/catalogue/folder/plan-event.ts',
    locks: 1,
    why: 'The row of an event, which the write of the plan would lock moments later: a postponement waits so much longer.',
  },
  {
    file: 'server/operator/sale-desk.ts',
    locks: 1,
    why: 'The row of an event that is moved, which the same transaction updates moments later.',
  },
  {
    file: 'server/domain/refund/requests.ts',
    locks: 1,
    why: 'The tickets of an order before its entries are read: an entry that is being written has their key locked, and a later one meets a void ticket.',
  },
  {
    file: 'server/domain/ticket/ticket-void.ts',
    locks: 2,
    why: 'The row of an order before that of its ticket: either alone lets one of two void it. That of the ticket waits for an entry that is being written.',
  },
  {
    file: 'server/domain/session/turn-pushes.ts',
    locks: 1,
    why: 'Without it two processes that take turns at once may send a phone the same message twice; nothing that is stored differs.',
  },
  {
    file: 'server/domain/staff/failed-sign-ins.ts',
    locks: 1,
    why: 'The lock that buyers have on their failed sign-ins, which has a control: it counts guesses at once for one person.',
  },
  {
    file: 'server/seed/insert.ts',
    locks: 2,
    why: 'The keys of the catalogue refuse a second seed, and truncate locks its tables; the lock lets the second process wait instead of failing.',
  },
];
