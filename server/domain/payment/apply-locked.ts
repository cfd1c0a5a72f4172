import type { Tx } from '../../db/db.ts';
import type { Services } from '../../services.ts';
import { lockSession } from '../session/session-rows.ts';
import { lockPayment, type PaymentRow } from './payments-view.ts';

/** Runs `work` with session, order and payment locked in the one order that every rule takes them in. */
export async function applyLocked<T>(
  services: Pick<Services, 'clock' | 'db'>,
  known: PaymentRow,
  work: (
    tx: Tx,
    payment: PaymentRow,
    session: NonNullable<Awaited<ReturnType<typeof lockSession>>>,
    now: Date,
  ) => Promise<T>,
): Promise<T> {
  const now = services.clock.now();
  return services.db.tx(async (tx) => {
    const session = await lockSession(tx, known.session_id);
    await tx.query('select id from orders where id = $1 for update', [known.order_id]);
    const payment = await lockPayment(tx, known.id);
    if (session === null || payment === null) throw new Error('A payment has lost its session.');
    return work(tx, payment, session, now);
  });
}
