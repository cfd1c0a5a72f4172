import type { Tx } from '../../db/db.ts';
import { RefundRefused } from '../../gateway/gateway.ts';
import { methodOf } from '../../gateway/gateways.ts';
import { refundWayAt } from '../../gateway/refund-way.ts';
import type { Services } from '../../services.ts';
import { advanceRefund } from '../lifecycle/refund.ts';
import { enqueueAccountLetter } from '../refund/account-letters.ts';
import { askRefunds } from '../refund/refund-question.ts';
import { findRefund, isBlocked, type RefundRow, refundsOf } from '../refund/refund-rows.ts';
import { applyLocked } from './apply-locked.ts';
import { refOf } from './charge-status.ts';
import { findPayment, type PaymentRow } from './payments-view.ts';
import { advanceOwed, takeOwn } from './refunds.ts';

/** A gateway may refuse at some hours, or while it holds too little money of ours: for a day a refund is asked for again. */
const refusalGraceMs = 24 * 3_600_000;

/**
 * Sends the owed refunds of a payment, or asks its buyer for a bank account where the method gives nothing back, or the gateway refuses
 * for a day; what fails stays owed and is tried again by the ticker. Never throws.
 */
export async function refund(services: Services, paymentId: string): Promise<void> {
  const { db, log } = services;
  const stayOwed = (error: unknown) =>
    log.error({ err: error, payment: paymentId }, 'a refund failed and stays owed');
  try {
    const payment = await findPayment(db, paymentId);
    if (payment === null || !(await refundsOf(db, paymentId)).some(isOwed)) return;
    await askRefunds(services, payment);
    for (const one of (await refundsOf(db, paymentId)).filter(isOwed)) {
      // The gateway may fail one of them for ever.
      await sendRefund(services, payment, one).catch(stayOwed);
    }
  } catch (error) {
    stayOwed(error);
  }
}

function isOwed({ state }: RefundRow): boolean {
  return state === 'owed';
}

async function sendRefund(
  services: Services,
  payment: PaymentRow,
  known: RefundRow,
): Promise<void> {
  const { clock, gateways, log } = services;
  const due = await findRefund(services.db, known.id);
  if (due === null || !isOwed(due)) return;
  const way = wayOf(services, payment, due);
  // The ticker asks again until the hours of the gateway begin.
  if (way === 'later') return;
  if (way === 'payout') {
    if (!isBlocked(due)) await askForAccount(services, payment, due);
    return;
  }
  const amount = await beginSending(services, payment, due);
  if (amount === null) return;
  try {
    const gateway = gateways.of(payment.gateway);
    const reference = await gateway.refund(refOf(payment), amount, due.id);
    await noteSent(services, payment, due, reference);
  } catch (error) {
    const isRefused = error instanceof RefundRefused;
    await whileOwed(services, payment, due, async (tx, locked, _due, now) => {
      await advanceOwed(tx, locked, 'refundFailed', now);
      if (isRefused)
        await tx.query(`update refunds set unclear_since = null where id = $1`, [due.id]);
    });
    if (!isRefused || !(error.isForGood || isPastGrace(due, clock.now()))) throw error;
    log.warn({ payment: payment.id }, 'a gateway refuses a refund: an account is asked for');
    await askForAccount(services, payment, due);
  }
}

/** Writes down that the gateway is about to be asked, and returns the amount; null where another way was chosen meanwhile. */
function beginSending(
  services: Services,
  payment: PaymentRow,
  known: RefundRow,
): Promise<number | null> {
  return whileOwed(services, payment, known, async (tx, locked, due, now) => {
    if (due.way !== known.way) return null;
    await advanceOwed(tx, locked, 'refundAsked', now);
    await tx.query(
      'update refunds set unclear_since = coalesce(unclear_since, $2), absent_at = null where id = $1',
      [due.id, now],
    );
    return due.amount;
  });
}

/** Books a refund that the gateway has sent, in whatever state it is by now. */
function noteSent(
  services: Services,
  payment: PaymentRow,
  known: RefundRow,
  reference: string | null,
): Promise<void> {
  return applyLocked(services, payment, async (tx, locked, _session, now) => {
    const due = await findRefund(tx, known.id);
    if (due === null) return;
    await takeOwn(tx, services, locked, due, { event: 'refundSent', reference }, now);
  });
}

/** How the money of a refund goes back now. */
function wayOf(
  { clock, gateways }: Services,
  payment: PaymentRow,
  due: RefundRow,
): 'api' | 'payout' | 'later' | 'hand' {
  const method = methodOf(gateways.of(payment.gateway), payment.method_code);
  const isPart = due.amount < payment.amount;
  const usual =
    method === null ? 'api' : refundWayAt(method.refund, payment.created_at, clock.now(), isPart);
  return usual === 'later' && due.way === 'api' ? usual : (due.way ?? usual);
}

function isPastGrace({ due_at: dueAt }: RefundRow, now: Date): boolean {
  return dueAt !== null && now.getTime() - dueAt.getTime() >= refusalGraceMs;
}

async function askForAccount(
  services: Services,
  payment: PaymentRow,
  owed: RefundRow,
): Promise<void> {
  await whileOwed(services, payment, owed, async (tx, locked, due, now) => {
    const ask = due.account_asks + 1;
    const columns = { account_asks: ask, account_asked_at: now, account_reminders: 0 };
    await advanceRefund(tx, due, 'gatewayClosed', { at: now }, columns);
    await enqueueAccountLetter(tx, services, locked, { id: due.id, ask });
  });
}

/** Runs `work` with session, order and payment locked; null where another process has dealt with the refund. */
function whileOwed<T>(
  services: Services,
  payment: PaymentRow,
  known: RefundRow,
  work: (tx: Tx, payment: PaymentRow, due: RefundRow, now: Date) => Promise<T>,
): Promise<T | null> {
  return applyLocked(services, payment, async (tx, locked, _session, now) => {
    const due = await findRefund(tx, known.id);
    return due?.state === 'owed' ? work(tx, locked, due, now) : null;
  });
}
