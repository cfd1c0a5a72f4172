import type { Tx } from '../../db/db.ts';
import { isDatabaseBusy, isDatabaseGone } from '../../db/transaction.ts';
import type { ChargeStatus, GatewayNotice, GatewayStatus } from '../../gateway/gateway.ts';
import type { Services } from '../../services.ts';
import { postCorrected } from '../ledger/ledger.ts';
import { refundsOf } from '../refund/refund-rows.ts';
import { promote } from '../session/queue.ts';
import { applyLocked } from './apply-locked.ts';
import { askStatus } from './charge-status.ts';
import { takeRefunds } from './gateway-refunds.ts';
import { enqueueNotice } from './job-kinds.ts';
import {
  findNotice,
  type Kept,
  keepNotice,
  type NewNotice,
  type NoticeMisfit,
  type NoticeRow,
  type NoticeState,
  noteFailure,
  settleNotice,
} from './notice-rows.ts';
import { findPayment, lockPayment, type PaymentRow, paymentNamed } from './payments-view.ts';
import { takeWord } from './settlement.ts';

const currency = 'IDR';
/** How long a gateway may say something else when asked than it said in its notice. */
const unconfirmedMinutes = 10;
/** Words after which money has come or gone. */
const moneyWords: readonly GatewayStatus[] = [
  'settlement',
  'refund',
  'reversal',
  'chargeback',
  'partial_refund',
];

/** What a gateway sent, after its signature was checked; `notice` is null where it could not be read. */
export interface SentNotice {
  /** Name of the gateway that sent it. */
  readonly gateway: string;
  readonly notice: GatewayNotice | null;
  /** Without its signature. */
  readonly rawBody: string;
}

/**
 * Keeps a notification together with the job that asks the gateway whether it holds (§12.30, §12.20). What does not fit its payment waits for an
 * operator at once; so does one about a payment of somebody else. Rejects when the database does.
 */
export async function takeNotice(services: Services, sent: SentNotice): Promise<Kept> {
  const kept = await keepToWorkOff(services, { ...sent, source: 'notice', said: sent.notice });
  if (kept.state !== 'received') return kept;
  const notice = await findNotice(services.db, kept.id);
  const payment = notice === null ? null : await paymentOf(services, notice);
  if (notice === null || payment === null)
    return { ...kept, state: await workOff(services, kept.id) };
  const misfit = misfitOfWords(notice, payment);
  if (misfit === null || isAcceptable(notice, misfit) || notice.state !== 'received') return kept;
  const to = { state: 'mismatched', reason: misfit, paymentId: payment.id } as const;
  await settleNotice(services.db, kept.id, to, services.clock.now());
  services.log.error({ notice: kept.id, misfit }, 'a money notice waits for an operator');
  return { ...kept, state: 'mismatched' };
}

/** Keeps a notice and its job, committed when this returns. */
function keepToWorkOff({ clock, db }: Services, given: NewNotice): Promise<Kept> {
  const now = clock.now();
  return db.tx(async (tx) => {
    const kept = await keepNotice(tx, given, now);
    if (kept.state === 'received') {
      await enqueueNotice(tx, { id: kept.id, gateway: given.gateway }, now);
    }
    return kept;
  });
}

/**
 * Takes what the gateway said when it was asked: the way of a lost notification (F38). A change of money, and whatever does not fit the
 * payment, is kept first like a notification. Returns where it stands.
 */
export async function takeStatus(
  services: Services,
  paymentId: string,
  answer: ChargeStatus,
): Promise<NoticeState> {
  const payment = await findPayment(services.db, paymentId);
  if (payment === null) return 'unmatched';
  const hasMoney = payment.status === 'completed' || payment.status === 'refund_due';
  const isReceived = hasMoney || payment.status === 'refunded';
  if (isReceived && answer.refunds?.length) {
    await applyLocked(services, payment, (tx, locked, _session, now) =>
      takeRefunds(tx, services, locked, answer.refunds ?? [], now),
    );
    if (isRefund(answer.status)) return 'applied';
  }
  if (answer.status === 'pending' || (isReceived && answer.status === 'settlement')) {
    return 'applied';
  }
  const isMoney = moneyWords.includes(answer.status) || (hasMoney && isDenial(answer.status));
  const fits =
    answer.amount === null || (answer.amount === payment.amount && answer.currency === currency);
  if (!isMoney && fits) {
    await applyLocked(services, payment, async (tx, locked, session, now) => {
      await takeWord(tx, services, locked, session, answer, now);
    });
    await promote(services, payment.event_id);
    return 'applied';
  }
  const { id } = await keepToWorkOff(services, {
    gateway: payment.gateway,
    source: 'status',
    said: {
      eventId: `asked-${answer.status}`,
      paymentId,
      orderCode: payment.order_code,
      amount: answer.amount,
      currency: answer.currency ?? '',
      status: answer.status,
      reference: answer.reference,
    },
    rawBody: null,
  });
  return workOff(services, id);
}

/**
 * Works one notice off, once, whichever process comes first; returns where it stands: 'received' where the gateway does not confirm it yet. An accepted
 * one need not fit. Throws as the gateway does when it is asked.
 */
export async function workOff(services: Services, id: number): Promise<NoticeState> {
  const { clock, db, log } = services;
  const notice = await findNotice(db, id);
  if (notice === null) throw new Error('A money notice is gone.');
  if (notice.state !== 'received' || notice.outcome === null) return notice.state;
  const payment = await paymentOf(services, notice);
  if (payment === null) {
    log.error({ notice: id }, 'a money notice names no payment of ours and waits for an operator');
    const to = { state: 'unmatched', reason: 'unknown_payment', paymentId: null } as const;
    await settleNotice(db, id, to, clock.now());
    return 'unmatched';
  }
  const word = await wordOf(services, notice, payment);
  if (word === 'unconfirmed') return 'received';
  let misfit: NoticeMisfit | 'taken' | null;
  try {
    misfit = await tryApply(services, notice, payment, word);
  } catch (error) {
    if (isDatabaseGone(error) || isDatabaseBusy(error)) throw error;
    if (!(await noteFailure(db, { id, paymentId: payment.id }, clock.now()))) throw error;
    log.error(
      { err: error, notice: id, payment: payment.id },
      'a money notice waits for an operator: it fails',
    );
    return 'mismatched';
  }
  if (misfit === 'taken') return (await findNotice(db, id))?.state ?? 'applied';
  if (misfit !== null) {
    log.error({ notice: id, payment: payment.id, misfit }, 'a money notice waits for an operator');
    return 'mismatched';
  }
  await promote(services, payment.event_id);
  return 'applied';
}

/** The payment that a notice names: a gateway can change only its own payments. */
async function paymentOf({ db }: Services, notice: NoticeRow): Promise<PaymentRow | null> {
  const named = await paymentNamed(db, notice.payment_ref ?? '');
  return named?.gateway === notice.gateway ? named : null;
}

/** What of an accepted notice cannot be done after all: everything begun for it is undone. */
class CannotHonour extends Error {}

async function tryApply(
  services: Services,
  notice: NoticeRow,
  payment: PaymentRow,
  word: Word,
): Promise<NoticeMisfit | 'taken' | null> {
  const { clock, db } = services;
  const settle = (tx: Pick<Tx, 'query'>, misfit: NoticeMisfit | null) =>
    settleNotice(
      tx,
      notice.id,
      {
        state: misfit === null ? 'applied' : 'mismatched',
        reason: misfit,
        paymentId: payment.id,
      },
      clock.now(),
    );
  try {
    return await applyLocked(services, payment, async (tx, locked, session, now) => {
      const [row] = await tx.query<{ state: NoticeState }>(
        'select state from payment_notices where id = $1 for update',
        [notice.id],
      );
      if (row?.state !== 'received') return 'taken';
      const misfit = word === 'contradicts' ? word : await misfitOf(tx, notice, locked, word);
      if (misfit !== null && !isAcceptable(notice, misfit)) {
        await settle(tx, misfit);
        return misfit;
      }
      if (word !== null && word !== 'contradicts') {
        await takeWord(
          tx,
          services,
          locked,
          session,
          { reference: notice.reference ?? notice.event_id, ...word },
          now,
        );
        // Another amount than ours cannot be sent back by us: the gateway would be asked for ours.
        const after = misfit === null ? locked : await lockPayment(tx, locked.id);
        if (misfit !== null && after?.status === 'refund_due') throw new CannotHonour();
        if (misfit === 'amount' && after?.status !== locked.status) {
          const difference = (notice.amount ?? locked.amount) - locked.amount;
          await postCorrected(tx, locked, isReturn(word.status) ? -difference : difference, now);
        }
      }
      await settle(tx, null);
      return null;
    });
  } catch (error) {
    if (!(error instanceof CannotHonour)) throw error;
    await settle(db, 'seats_gone');
    return 'seats_gone';
  }
}

type Word = Pick<ChargeStatus, 'status' | 'refunds'> | 'contradicts' | null;

/**
 * What a notice means for its payment: nothing that gives tickets or takes them is believed before the gateway itself says so. A denial of money that we have
 * is either an old notification that came late or money that a bank took back after all. Null changes nothing.
 */
async function wordOf(
  services: Services,
  notice: NoticeRow,
  payment: PaymentRow,
): Promise<Word | 'unconfirmed'> {
  const { outcome: said } = notice;
  if (said === null) return null;
  if (isRefund(said)) return refundWordOf(services, notice, payment);
  const hasMoney = payment.status === 'completed' || payment.status === 'refund_due';
  // That it is paid or went back is known already, and changes nothing.
  const isKnown = isReturn(said) ? payment.status === 'refunded' : hasMoney;
  if (said === 'pending' || (isKnown && !isDenial(said))) return { status: said };
  if (notice.source === 'status') {
    return { status: hasMoney && isDenial(said) ? 'reversal' : said };
  }
  const answer = await askStatus(services, payment);
  const { status } = answer;
  const fits = answer.amount === notice.amount && answer.currency === notice.currency;
  if (hasMoney) {
    if (!isDenial(status) && !isReturn(status))
      return isReturn(said) ? notYet(services, notice) : null;
    if (!fits) return 'contradicts';
    return isDenial(status) ? { status: 'reversal' } : answer;
  }
  if (isReturn(status)) return fits ? answer : 'contradicts';
  const hasCome = status === 'settlement' || status === 'partial_refund';
  // That it went back as well must still be confirmed.
  if (hasCome && isReturn(said)) await takeStatus(services, payment.id, answer);
  if (isReturn(said) || (said === 'settlement' && !hasCome)) return notYet(services, notice);
  if (status === 'partial_refund') return answer;
  if (status === 'settlement') return fits ? { status } : 'contradicts';
  return status === 'pending' ? null : { status };
}

/** The gateway may be slower to say so when asked than in its notice; after that the notice waits for an operator. */
function notYet({ clock }: Services, notice: NoticeRow): 'unconfirmed' | 'contradicts' {
  const since = notice.accepted_at ?? notice.received_at;
  const isOver = clock.now().getTime() - since.getTime() >= unconfirmedMinutes * 60_000;
  return isOver ? 'contradicts' : 'unconfirmed';
}

/** A notice of a refund says neither which one nor for certain what became of it: the book of the gateway does. */
async function refundWordOf(
  services: Services,
  { outcome }: NoticeRow,
  payment: PaymentRow,
): Promise<Word> {
  const { amount, refunds = [], status } = await askStatus(services, payment);
  if (isDenial(status) || status === 'pending') return null;
  const isWhole = status === 'refund' && amount === payment.amount;
  if (isRefund(status) && !isWhole && (status === 'refund' || refunds.length === 0)) {
    return { status: outcome ?? status };
  }
  if (!isRefund(status) && isReturn(status)) return { status };
  return refunds.some(({ state }) => state === 'done')
    ? { status: isWhole ? 'refund' : 'partial_refund', refunds }
    : null;
}

/** Why a notice must not be applied to its payment; null where it fits. */
async function misfitOf(
  tx: Tx,
  notice: NoticeRow,
  payment: PaymentRow,
  word: Exclude<Word, 'contradicts'>,
): Promise<NoticeMisfit | null> {
  const misfit = misfitOfWords(notice, payment);
  if (misfit !== null) return misfit;
  if (word?.refunds !== undefined || (word === null && isRefund(notice.outcome))) return null;
  if (notice.outcome === 'partial_refund') return 'partial_refund';
  if (notice.amount !== payment.amount) return 'amount';
  if (payment.status !== 'refunded' || !isReturn(notice.outcome)) return null;
  const told = await refundsOf(tx, payment.id);
  return told.some(({ reason }) => reason === notice.outcome) ? null : 'second_return';
}

/** The misfit of what never changes. */
function misfitOfWords(notice: NoticeRow, payment: PaymentRow): NoticeMisfit | null {
  if (notice.currency !== currency) return 'currency';
  if (notice.order_code !== null && notice.order_code !== payment.order_code) return 'order';
  return isRefund(notice.outcome) || notice.amount === payment.amount ? null : 'amount';
}

/** An operator may take another amount or order for right; nobody can convert a currency or halve a ticket here. */
function isAcceptable(notice: NoticeRow, misfit: NoticeMisfit): boolean {
  return notice.accepted_at !== null && (misfit === 'amount' || misfit === 'order');
}

function isDenial(status: GatewayStatus): boolean {
  return status === 'deny' || status === 'cancel';
}

function isRefund(word: string | null): boolean {
  return word === 'refund' || word === 'partial_refund';
}

function isReturn(word: string | null): boolean {
  return word === 'refund' || word === 'reversal' || word === 'chargeback';
}
