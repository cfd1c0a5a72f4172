import { Refusal } from '../../http/refusal.ts';
import type { EmailServices } from '../email/payment-emails.ts';
import { advanceRefund } from '../lifecycle/refund.ts';
import { applyLocked } from '../payment/apply-locked.ts';
import { enqueueFor } from '../payment/job-kinds.ts';
import type { PaymentRow } from '../payment/payments-view.ts';
import { noteRefund } from '../payment/refunds.ts';
import { type AskedGateways, refuseUnlessFree, refuseUnlessPayable } from './refund-question.ts';
import { type BankAccount, findRefund, notIn, type RefundRow } from './refund-rows.ts';
import { byOperator, type RefundServices } from './requests.ts';

const digits = /^\d{5,20}$/;

/** Notes the bank account that a buyer named. Throws Refusal 409 where none was asked for, 422 for what is no account number. */
export async function takeAccount(
  services: RefundServices,
  known: PaymentRow,
  { id }: Pick<RefundRow, 'id'>,
  account: BankAccount,
): Promise<void> {
  if (!digits.test(account.number)) {
    throw new Refusal(422, 'An account number has 5 to 20 digits and nothing else.');
  }
  await applyLocked(services, known, async (tx, _payment, _session, now) => {
    const asked = await findRefund(tx, id);
    if (asked?.state !== 'accountAsked') throw notIn(asked?.state, 'waiting for an account');
    const bank = account.bank.toLowerCase();
    const columns = { bank_account: JSON.stringify({ ...account, bank }) };
    await advanceRefund(tx, asked, 'accountGiven', byOperator(now, services.by), columns);
  });
}

/** Notes that the bank sent the money back: the buyer is asked again. Throws Refusal 409 for a refund without an account. */
export async function rejectAccount(
  services: RefundServices,
  known: PaymentRow,
  { id }: Pick<RefundRow, 'id'>,
): Promise<void> {
  await applyLocked(services, known, async (tx, _payment, _session, now) => {
    const given = await findRefund(tx, id);
    if (given?.state !== 'accountGiven') throw notIn(given?.state, 'going to an account');
    const columns = { bank_account: null, way: 'payout' };
    await advanceRefund(tx, given, 'accountWrong', byOperator(now, services.by), columns);
  });
}

/** Chooses a bank account for a refund that the gateway does not carry out. Throws Refusal 409 unless it is owed through the gateway. */
export async function closeGateway(
  services: RefundServices,
  known: PaymentRow,
  { id }: Pick<RefundRow, 'id'>,
): Promise<void> {
  await applyLocked(services, known, async (tx, payment, _session, now) => {
    const due = await findRefund(tx, id);
    if (due?.state !== 'owed') throw notIn(due?.state, 'owed through the gateway');
    await tx.query(`update refunds set way = 'payout' where id = $1`, [id]);
    await enqueueFor(tx, 'refund', payment, now);
  });
}

/**
 * Notes that an operator sent the money, under the reference of the bank; the gateway is asked first. Throws Refusal 409 where nothing is owed, where a
 * payout or the gateway may be sending it, or where the gateway has sent it.
 */
export async function notePaidOut(
  services: RefundServices & EmailServices & AskedGateways,
  known: PaymentRow,
  { id }: Pick<RefundRow, 'id'>,
  reference: string,
): Promise<void> {
  await refuseUnlessPayable(services, known, id);
  await applyLocked(services, known, async (tx, payment, _session, now) => {
    const due = await findRefund(tx, id);
    refuseUnlessFree(due);
    if (due !== null)
      await noteRefund(tx, services, payment, due, { event: 'handPaid', reference }, now);
  });
}
