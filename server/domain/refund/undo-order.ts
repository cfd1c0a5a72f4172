import type { Tx } from '../../db/db.ts';
import type { ChangedSeat } from '../order/seats.ts';
import { returnSeats } from '../order/seats.ts';
import { freeVoucher } from '../order/vouchers.ts';
import { voidOrderTickets } from '../ticket/ticket-void.ts';

/** Takes back what a completed order has: its tickets are void, its seats `seatStatus`, its voucher free. Session, order and payment must be locked. */
export async function undoOrder(
  tx: Tx,
  orderId: string,
  seatStatus: 'available' | 'block',
  now: Date,
): Promise<{ readonly tickets: number; readonly seats: ChangedSeat[] }> {
  const tickets = await voidOrderTickets(tx, orderId, now);
  const seats = await returnSeats(tx, orderId, seatStatus);
  await freeVoucher(tx, orderId);
  return { tickets: tickets.length, seats };
}
