import { findSample } from '../catalogue/events.ts';
import type { DemoWorld } from './call.ts';
import { seatmapOf } from './seats.ts';

/** Milliseconds after which a payment of the demo settles by itself, because no buyer can pay it. */
export const settledAfterMs = 8_000;

function changePurchase(world: DemoWorld, code: string, status: 'completed' | 'cancelled'): void {
  const { state } = world;
  state.purchases = state.purchases.map((purchase) =>
    purchase.orderCode === code ? { ...purchase, status } : purchase,
  );
}

/** The tickets of an order: one per seat, with the attendee's name from the forms, else the account's. */
export function ticketsOf(world: DemoWorld, slug: string, accountName: string) {
  const { state } = world;
  const event = findSample(slug);
  if (event === null || state.order === null) return [];
  const { items } = seatmapOf(event, state).seatLayout;
  const { holders, seats } = state.order;
  return seats.map(({ number, ticketId }) => ({
    id: ticketId,
    code: `CONTOH-${ticketId.slice(-6).toUpperCase()}`,
    seat: number,
    category: items.find((seat) => seat.seat_number === number)?.ticket_type ?? '',
    holder: holders[ticketId] ?? accountName,
  }));
}

/** Settles the open payment if it is due; returns whether it did. */
export function settlePayment(world: DemoWorld): boolean {
  const { payment } = world.state;
  if (payment?.status !== 'pending' || payment.startedAt + settledAfterMs > world.now) return false;
  world.state.payment = { ...payment, status: 'completed' };
  changePurchase(world, payment.orderCode, 'completed');
  world.state.order = null;
  world.tellPayment(payment.slug, 'payment_completed');
  return true;
}

/** Ends the open payment unpaid; does nothing without one. */
export function endPayment(world: DemoWorld, status: 'cancelled'): void {
  const { payment } = world.state;
  if (payment?.status !== 'pending') return;
  world.state.payment = { ...payment, status: 'expired' };
  changePurchase(world, payment.orderCode, status);
}

/** Ends the open payment for another method; the history omits its order until the next payment. */
export function givePaymentUp(world: DemoWorld): void {
  const { payment, purchases } = world.state;
  if (payment?.status !== 'pending') return;
  world.state.payment = { ...payment, status: 'failed' };
  world.state.purchases = purchases.filter(({ orderCode }) => orderCode !== payment.orderCode);
}
