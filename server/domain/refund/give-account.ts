import { calls } from '../../../contract/call/calls.ts';
import type { RefundAccount } from '../../../contract/refund/refund.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { findPayment, type PaymentRow } from '../payment/payments-view.ts';
import { readAccountToken } from './account-link.ts';
import { fitsHolder } from './holder-name.ts';
import { payoutsOf } from './pay-out.ts';
import { takeAccount } from './payouts.ts';
import { type BankAccount, findRefund, type RefundRow } from './refund-rows.ts';

const refuse = refuseFor(calls.refundAccount, calls.checkRefundAccount, calls.giveRefundAccount);
const refuseGiven = refuseFor(calls.checkRefundAccount, calls.giveRefundAccount);
const refuseUnknown = refuseFor(calls.checkRefundAccount);

const states: Partial<Record<RefundRow['state'], RefundAccount['state']>> = {
  // Owed after it was asked for: the bank knows no such account, and another link follows.
  owed: 'rejected',
  accountAsked: 'asked',
  accountGiven: 'given',
  payingOut: 'given',
  done: 'done',
};

interface Linked {
  readonly payment: PaymentRow;
  readonly refund: RefundRow;
  readonly view: RefundAccount;
}

async function linked(services: Services, token: string): Promise<Linked> {
  const question = readAccountToken(token, services.keys);
  const refund = question === null ? null : await findRefund(services.db, question.refundId);
  const payment = refund === null ? null : await findPayment(services.db, refund.payment_id);
  const state = refund === null ? undefined : states[refund.state];
  if (payment === null || refund === null || state === undefined) throw refuse('refundLinkInvalid');
  if (refund.account_asks !== question?.ask) throw refuse('refundLinkInvalid');
  const [event] = await services.db.query<{ name: string }>(
    'select name from events where id = $1',
    [payment.event_id],
  );
  return {
    payment,
    refund,
    view: {
      order_code: payment.order_code,
      event_name: event?.name ?? '',
      amount: refund.amount,
      state,
      checks_holder: payoutsOf(services, payment) !== null,
    },
  };
}

/** The refund of a signed link. Refuses with 404 for a link that is not ours or that a later one has replaced. */
export async function readRefundAccount(services: Services, token: string): Promise<RefundAccount> {
  return (await linked(services, token)).view;
}

/** Questions to a bank about one refund, right or wrong: a link must not tell whose the accounts of a bank are. */
const mostChecks = 5;

/**
 * Whether an account is of this holder by its bank; null where that cannot be asked now, or has been asked five times. Refuses with 404, 409 for a refund
 * that has its account, 422 for no such account.
 */
export async function checkRefundAccount(
  services: Services,
  token: string,
  account: BankAccount,
): Promise<{ fits: boolean | null }> {
  const { payment, refund, view } = await linked(services, token);
  if (view.state !== 'asked') throw refuseGiven('accountTaken');
  const payouts = payoutsOf(services, payment);
  if (payouts === null || !(await countCheck(services, refund))) return { fits: null };
  let said: Awaited<ReturnType<typeof payouts.holderOf>>;
  try {
    said = await payouts.holderOf(account.bank, account.number);
  } catch (error) {
    services.log.warn({ err: error, payment: payment.id }, 'a bank account could not be checked');
    return { fits: null };
  }
  if (said === null) throw refuseUnknown('accountUnknown');
  return { fits: fitsHolder(account.holder, said) };
}

/** Counts a question before it is asked; false once there were five. */
async function countCheck({ db }: Services, { id }: RefundRow): Promise<boolean> {
  const counted = await db.query(
    `update refunds set account_checks = account_checks + 1 where id = $1 and account_checks < $2
     returning id`,
    [id, mostChecks],
  );
  return counted.length > 0;
}

/** Takes the account of a refund; its job sends the money there, if the gateway can. Refuses with 404, or 409 for a refund that has its account. */
export async function giveRefundAccount(
  services: Services,
  token: string,
  account: BankAccount,
): Promise<RefundAccount> {
  const { payment, refund, view } = await linked(services, token);
  if (view.state !== 'asked') throw refuseGiven('accountTaken');
  await takeAccount(services, payment, refund, account);
  return (await linked(services, token)).view;
}
