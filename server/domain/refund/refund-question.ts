import type { Tx } from '../../db/db.ts';
import type { ChargeStatus, GatewayRefund, GatewayStatus } from '../../gateway/gateway.ts';
import type { Gateways } from '../../gateway/gateways.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../services.ts';
import { audit, type Trail } from '../audit.ts';
import { postOverruled } from '../ledger/ledger.ts';
import { isOwing } from '../lifecycle/refund.ts';
import { applyLocked } from '../payment/apply-locked.ts';
import { refOf } from '../payment/charge-status.ts';
import { takeRefunds } from '../payment/gateway-refunds.ts';
import { enqueueFor } from '../payment/job-kinds.ts';
import type { PaymentRow } from '../payment/payments-view.ts';
import { type ReturnKind, takeReturn } from '../payment/settlement-return.ts';
import { findRefund, isBlocked, notIn, type RefundRow, refundsOf } from './refund-rows.ts';

/** A gateway that does not know a refund yet may be carrying it out: only a second response counts. */
const absentAgainMinutes = 10;
/** How long a gateway may leave a refund without a response before people may decide. */
const overruleHours = 24;
/** People who must agree. */
const overruleVoices = 2;

/** The gateways that can be asked. */
export interface AskedGateways {
  readonly gateways: Pick<Gateways, 'all'>;
}

/** What the gateway says of a payment; null where its settings are gone, and nobody can be asked. Throws as the gateway does. */
async function bookOf(
  { gateways }: AskedGateways,
  payment: PaymentRow,
): Promise<ChargeStatus | null> {
  const gateway = gateways.all.find(({ name }) => name === payment.gateway);
  if (gateway === undefined) return null;
  const answer = await gateway.status(refOf(payment));
  if (answer === null) throw new Error('A gateway does not know the charge of a refund.');
  return answer;
}

/**
 * Asks the gateway what has gone back of a payment, before its money leaves another way: what it sent, also on the order of its dashboard, is
 * booked, and what it says of refunds without a known result is noted. Throws as the gateway does, except for refunds that two people have overruled.
 */
export async function askRefunds(services: Services, payment: PaymentRow): Promise<void> {
  let answer: ChargeStatus | null;
  try {
    answer = await bookOf(services, payment);
  } catch (error) {
    const [heard] = await services.db.query<{ is_overruled: boolean }>(
      `update refunds set unheard_since = coalesce(unheard_since, $2) where payment_id = $1 and done_at is null and due_at is not null
       returning overruled_at is not null as is_overruled`,
      [payment.id, services.clock.now()],
    );
    if (heard?.is_overruled === true) return;
    throw error;
  }
  if (answer === null) return;
  const { amount, reference, refunds = [], status } = answer;
  await applyLocked(services, payment, async (tx, locked, session, now) => {
    await takeRefunds(tx, services, locked, refunds, now);
    const kind = takenBy[status];
    if (kind !== undefined && amount === locked.amount) {
      await takeReturn(tx, services, locked, session, { kind, reference, at: now });
    }
    for (const due of await refundsOf(tx, payment.id)) {
      // Of a payout its own state tells.
      if (isOwing(due) && due.state !== 'payingOut') await noteAnswer(tx, due, refunds, now);
    }
  });
}

/** Words of a gateway that has the money of a paid charge no more, by what became of it. */
const takenBy: Partial<Record<GatewayStatus, ReturnKind>> = {
  reversal: 'reversal',
  chargeback: 'chargeback',
  deny: 'reversal',
  cancel: 'reversal',
};

/** One response that it failed settles it, and so do two that it is not there; one that it is pending begins the wait again. */
async function noteAnswer(
  tx: Tx,
  due: RefundRow,
  listed: readonly GatewayRefund[],
  now: Date,
): Promise<void> {
  const own = listed.filter(({ key }) => key === due.id);
  const isPending = own.some(({ state }) => state === 'pending');
  const isAbsent = own.length === 0;
  const isOver =
    due.absent_at !== null &&
    now.getTime() - due.absent_at.getTime() >= absentAgainMinutes * 60_000;
  const isClear = !isPending && (!isAbsent || isOver);
  await tx.query(
    `update refunds set unheard_since = null, absent_at = case when $2 then coalesce(absent_at, $4) end,
       unclear_since = case when $3 then null when $5 then coalesce(unclear_since, $4) else unclear_since end
     where id = $1`,
    [due.id, isAbsent && !isClear && due.unclear_since !== null, isClear, now, isPending],
  );
}

/** Refuses to note a payment by hand, as a Refusal 409, where the money may go or may have gone another way; the gateway is asked first. */
export async function refuseUnlessPayable(
  services: Pick<Services, 'db'> & AskedGateways,
  payment: PaymentRow,
  refundId: string,
): Promise<void> {
  const { db } = services;
  const due = await findRefund(db, refundId);
  if (due?.overruled_at === null) {
    const answer = await bookOf(services, payment).catch(() => {
      const sentence =
        'The gateway does not say whether it has sent this money already. Try again; after 24 hours two people may overrule it.';
      throw new Refusal(409, sentence);
    });
    const known = await refundsOf(db, payment.id);
    const news = (answer?.refunds ?? []).filter(
      (one) => one.state === 'done' && !isBooked(one, known),
    );
    const sent = news.reduce((sum, one) => sum + one.amount, 0);
    if (sent > 0) {
      const sentence = `The gateway has sent Rp${sent} of this payment back already. Look at the refund again once that is booked.`;
      throw new Refusal(409, sentence);
    }
  }
  refuseUnlessFree(due);
}

function isBooked({ key }: GatewayRefund, known: readonly RefundRow[]): boolean {
  return known.some((row) => row.gateway_key === key || (row.id === key && !isOwing(row)));
}

/** Refuses, as a Refusal 409, a refund that is not owed or that the gateway or a bank may be sending. */
export function refuseUnlessFree(due: RefundRow | null): void {
  if (due === null || !isOwing(due)) throw notIn(due?.state, 'owed');
  if (due.state === 'payingOut' && due.overruled_at === null)
    throw notIn(due.state, 'free to be paid by hand');
  if (isBlocked(due)) {
    const sentence =
      'The gateway has not said yet whether it sent this refund: the server asks until it knows. After 24 hours two people may overrule it.';
    throw new Refusal(409, sentence);
  }
}

/**
 * Notes that a member of the staff wants the money of a refund to go another way although the gateway does not respond. The second one decides; returns
 * whether it is decided. Throws Refusal 409 for a refund that is not blocked, or less than 24 hours ago.
 */
export async function overruleRefund(
  services: Pick<Services, 'clock' | 'db'>,
  known: PaymentRow,
  { id }: Pick<RefundRow, 'id'>,
  given: { readonly staffId: string; readonly reason: string; readonly by: Trail },
): Promise<boolean> {
  return applyLocked(services, known, async (tx, payment, _session, now) => {
    const due = await findRefund(tx, id);
    if (due === null || !isOwing(due)) throw notIn(due?.state, 'owed');
    const since = due.unclear_since ?? due.unheard_since;
    if (since === null || due.overruled_at !== null) {
      throw new Refusal(409, 'Nothing blocks this refund.');
    }
    if (now.getTime() - since.getTime() < overruleHours * 3_600_000) {
      throw new Refusal(409, `The gateway has until 24 hours after ${since.toISOString()}.`);
    }
    await tx.query(
      `insert into refund_overrules (refund_id, staff_id, reason, at) values ($1, $2, $3, $4)
       on conflict (refund_id, staff_id) do update set reason = excluded.reason`,
      [id, given.staffId, given.reason, now],
    );
    const voices = await tx.query('select 1 as one from refund_overrules where refund_id = $1', [
      id,
    ]);
    const isDecided = voices.length >= overruleVoices;
    const detail = { refund: id, reason: given.reason };
    const action = isDecided ? 'refund.overrule' : 'refund.overruleAsked';
    await audit(tx, { at: now, ...given.by, action, object: `payment:${payment.id}`, detail });
    if (!isDecided) return false;
    await tx.query(
      `update refunds set overruled_at = $2, way = coalesce(nullif(way, 'api'), 'payout') where id = $1`,
      [id, now],
    );
    await postOverruled(tx, payment, due.amount, now, id);
    await enqueueFor(tx, 'refund', payment, now);
    return true;
  });
}
