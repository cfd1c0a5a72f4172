/** Locks of the server that no race of two operations can show: file, their number, and the reason. */
const list = `
server/domain/order/drafts-view.ts 2: The row of an order, locked second: every operation that changes it holds the row of its session first, and that lock has a control.
server/domain/order/vouchers.ts 1: The row of a voucher that a late payment claims again: a draft locks the same row, and that lock has a control.
server/domain/catalogue/folder/kept-codes.ts 1: Orders before the vouchers whose ids change, as a draft locks them: without it the two wait for each other, and the transaction is repeated.
server/domain/session/session-end.ts 1: The row of an order, locked after that of its session.
server/domain/catalogue/seat-counts.ts 1: Rows that are folded: skipped ones stay for the next turn, and the sum is the same.
server/domain/line/gone.ts 1: The clean-up of counts that no reader uses: skipped rows stay for the next turn.
server/domain/session/sessions-sweep.ts 2: The rows of orders and payments, locked after those of their sessions.
server/domain/order/held-back.ts 1: Seats that are held back or given: the same rows and the same skip locked as a claim, which has a control.
server/domain/order/complimentary.ts 1: Standing places that are given: the same rows and the same skip locked as a claim, which has a control.
server/domain/ticket/replace-ticket.ts 2: The row of an order before that of its ticket: without it the new ticket and a refund wait for each other, and the transaction is repeated.
server/domain/later/later-forms.ts 1: The order whose later forms are saved: the key of attendee_answers would refuse a second save, which waits in place of failing, and a refund ends the order first.
server/domain/transfer/transfers.ts 2: The lifecycle refuses the step of an offer that has left its state meanwhile; two who accept wait for the ticket.
server/domain/order/seats.ts 1: The seat that a ticket is moved to: the key of seat_claims refuses a second claim of it.
server/domain/ledger/invoice-numbers.ts 1: A second numbering would be refused by the unique number and repeated: the lock spares the failure.
server/domain/payment/payments-view.ts 1: The row of a payment, locked after that of its order, whose lock every change of it takes first.
server/domain/draw/draws.ts 1: The row of a draw, locked second: a join and the closing of the list hold the row of the queue first, and that lock has a control.
server/domain/draw/draw-order.ts 2: The order is fixed by the closed list: two processes write the same numbers, and the lifecycle takes the last step once.
server/domain/draw/give-up-beacon.ts 1: The lifecycle refuses the step of a draw that has left its state meanwhile.
server/domain/payment/payments-change.ts 1: The row of an order, locked after that of its session.
server/domain/payment/apply-locked.ts 1: The row of an order, locked after that of its session.
server/domain/payment/settlement.ts 1: The row of the other payment of an order, locked after those of the session and the order.
server/domain/accounts/password-reset.ts 1: The row of an account, locked after that of its code: a reset of the password and an erasure meet there.
server/domain/accounts/retention.ts 14: Statements of the form of the kind that has a control: select, limit, skip locked.
server/domain/session/contacts.ts 1: The contacts of sign-ins: the form of those of sessions, which has a control.
server/db/migrations/migrate.ts 1: The lock of one step: the key of applied_steps already lets one process claim it.
server/db/presence.ts 2: The mark of a living process, which excludes nobody; one line takes it and one gives it back.
server/domain/catalogue/folder/apply-event.ts 1: The keys of events, seats and folders refuse a second apply of the same change; the lock lets it wait and find nothing to change.
server/domain/catalogue/folder/plan-event.ts 1: The row of an event, which the write of the plan would lock moments later: a postponement waits so much longer.
server/operator/sale-desk.ts 1: The row of an event that is moved, which the same transaction updates moments later.
server/domain/refund/requests.ts 1: The tickets of an order before its entries are read: an entry that is being written has their key locked, and a later one meets a void ticket.
server/domain/ticket/ticket-void.ts 2: The row of an order before that of its ticket: either alone lets one of two void it. That of the ticket waits for an entry that is being written.
server/domain/session/turn-pushes.ts 1: Without it two processes that take turns at once may send a phone the same message twice; nothing that is stored differs.
server/domain/staff/failed-sign-ins.ts 1: The lock that buyers have on their failed sign-ins, which has a control: it counts guesses at once for one person.
server/seed/insert.ts 2: The keys of the catalogue refuse a second seed, and truncate locks its tables; the lock lets the second process wait instead of failing.
`;

export const uncontrolled = [...list.matchAll(/^(\S+) (\d+): .+$/gm)].map(
  ([, file = '', locks]) => ({ file, locks: Number(locks) }),
);
