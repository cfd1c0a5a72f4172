import { mayDo, type StaffRole } from '../../contract/staff/roles.ts';
import { readShortCode } from '../../contract/ticket/ticket-code.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { findPayment, type PaymentRow } from '../domain/payment/payments-view.ts';
import { closeGateway, notePaidOut, rejectAccount, takeAccount } from '../domain/refund/payouts.ts';
import { overruleRefund } from '../domain/refund/refund-question.ts';
import { type BankAccount, chooseRefund, notIn, refundsOf } from '../domain/refund/refund-rows.ts';
import { approveRefund, askRefund, refuseRefund, undoApproved } from '../domain/refund/requests.ts';
import { wiresOf } from '../gateway/open.ts';
import { Refusal } from '../http/refusal.ts';
import { commandMailer } from '../mail/command-mailer.ts';
import type { Services } from '../services.ts';

/** What an operator does with refunds. */
export const refundVerbs = [
  'list',
  'ask',
  'goodwill',
  'approve',
  'refuse',
  'payout',
  'account',
  'wrong-account',
  'paid',
  'overrule',
] as const;

/** One task with refunds; `order` is an order code, or the id of a payment or refund where an order has several. */
export interface RefundTask {
  readonly task: 'refund';
  readonly verb: (typeof refundVerbs)[number];
  readonly order?: string | undefined;
  /** Whole rupiah; without it the policy of the order decides. */
  readonly amount?: number | undefined;
  /** The codes of the tickets that are given back; all of the order where it is left out. */
  readonly tickets?: string[] | undefined;
  /** A reason for the buyer, or the reference of the bank. */
  readonly text?: string | undefined;
  readonly account?: BankAccount | undefined;
  /** Address of the member of the staff who decides. */
  readonly staff?: string | undefined;
}

/** The objects that the command works on; `live` is the running server, if there is one. */
export interface RefundDesk {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Config;
  readonly live: Services | null;
}

const listed = 500;

/** Lists refunds that are not done, or takes one on its way. Returns the lines to print; throws Refusal with the reason. */
export async function runRefundTask(desk: RefundDesk, task: RefundTask): Promise<string[]> {
  const { db, clock, config, live } = desk;
  if (task.verb === 'list') return listRefunds(db);
  const name = task.order ?? '';
  const payment = await paymentNamed(db, name);
  const services = {
    db,
    clock,
    config,
    mailer: live?.mailer ?? commandMailer(config, clock.now()),
  };
  if (task.verb === 'ask' || task.verb === 'goodwill') {
    const tickets = task.verb === 'ask' ? await ticketsOf(db, payment, task) : task.verb;
    const given = { amount: task.amount ?? null, tickets, by: { accountId: null } };
    const amount = await askRefund(services, payment, given);
    return [`Rp${amount} for ${name} is requested as a refund. Approve or refuse it.`];
  }
  const refund = chooseRefund(await refundsOf(db, payment.id), name);
  if (refund === null) throw notIn(undefined, 'asked for');
  switch (task.verb) {
    case 'approve': {
      await approveRefund(services, payment, refund);
      if (live !== null) await undoApproved(live);
      return [
        `The refund of ${name} is approved. The server voids its tickets and sends the money.`,
      ];
    }
    case 'refuse': {
      await refuseRefund(
        services,
        payment,
        refund,
        textOf(task, 'Say why, for the buyer to read.'),
      );
      return [`The refund of ${name} is refused, and its buyer has the reason.`];
    }
    case 'payout': {
      await closeGateway(services, payment, refund);
      return [`The buyer of ${name} is asked for a bank account.`];
    }
    case 'account': {
      if (task.account === undefined) throw new Refusal(422, 'Name bank, number and holder.');
      await takeAccount(services, payment, refund, task.account);
      return [
        `Send the money of ${name}, then give: refund -- paid ${name} <reference of the bank>`,
      ];
    }
    case 'wrong-account': {
      await rejectAccount(services, payment, refund);
      return [`The buyer of ${name} is asked for another account.`];
    }
    case 'paid': {
      const gateways = live?.gateways ?? wiresOf(config);
      const reference = textOf(task, 'Name the reference of the bank.');
      await notePaidOut({ ...services, gateways }, payment, refund, reference);
      return [`The refund of ${name} is done, and its buyer is notified.`];
    }
    case 'overrule': {
      const staffId = await refunderOf(db, task.staff ?? '');
      const reason = textOf(task, 'Say why.');
      const by = { accountId: null, staffId };
      const isDecided = await overruleRefund(services, payment, refund, { staffId, reason, by });
      return [
        isDecided
          ? `Two people have overruled the gateway: the buyer of ${name} is asked for a bank account. verify lists it.`
          : `Noted. A second person who may refund must agree before the money of ${name} goes another way.`,
      ];
    }
  }
}

/** The ids of the named tickets of an order; null where none is named. */
async function ticketsOf(db: Db, { order_id }: PaymentRow, { tickets: codes }: RefundTask) {
  if (codes === undefined) return null;
  const rows = await db.query<{ id: string; ticket_code: string }>(
    'select id, ticket_code from tickets where order_id = $1 and ticket_code = any($2::text[])',
    [order_id, codes.map(readShortCode)],
  );
  const missing = codes.find(
    (code) => !rows.some((row) => row.ticket_code === readShortCode(code)),
  );
  if (missing === undefined) return rows.map(({ id }) => id);
  throw new Refusal(
    404,
    `${missing} is no ticket of this order. Look the codes up on its tickets.`,
  );
}

/** A member of the staff who may refund. */
async function refunderOf(db: Db, email: string): Promise<string> {
  const [row] = await db.query<{ id: string; roles: StaffRole[] }>(
    'select id, roles from staff where lower(email) = lower($1) and removed_at is null',
    [email],
  );
  if (row !== undefined && mayDo(row.roles, 'refund')) return row.id;
  throw new Refusal(404, 'Nobody of the staff with this address may refund.');
}

function textOf({ text }: RefundTask, missing: string): string {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') throw new Refusal(422, missing);
  return trimmed;
}

/** The payment of an order whose money came, by the code of the order, its own id or that of one of its refunds. */
async function paymentNamed(db: Db, name: string): Promise<PaymentRow> {
  const found = await db.query<{ id: string; status: string }>(
    `select p.id::text as id, p.status from payments p join orders o on o.id = p.order_id
     where (o.order_code = $1 or p.id::text = $1 or exists (select 1 from refunds r where r.payment_id = p.id and r.id::text = $1))
       and p.status in ('completed', 'refund_due', 'refunded')`,
    [name],
  );
  const [one, ...others] = found;
  if (others.length > 0) {
    const ids = found.map(({ id, status }) => `${id} (${status})`).join(', ');
    throw new Refusal(409, `${name} was paid more than once. Name one of its payments: ${ids}`);
  }
  const payment = one === undefined ? null : await findPayment(db, one.id);
  if (payment === null) throw new Refusal(404, `No payment was received for the order ${name}.`);
  return payment;
}

async function listRefunds(db: Db): Promise<string[]> {
  const rows = await db.query<{
    id: string;
    order_code: string;
    state: string;
    amount: number;
    reason: string;
    method_name: string;
    since: Date;
    next_at: Date | null;
    bank_account: BankAccount | null;
    account_asked_at: Date | null;
    account_reminders: number;
  }>(
    `select r.id, o.order_code, r.state, r.amount, r.reason, p.method_name, coalesce(r.due_at, r.asked_at) as since, r.bank_account,
       (select min(j.start_after) from job_common j where j.name in ('refund-' || p.gateway, 'payout-' || p.gateway)
          and j.singleton_key in (p.id::text, r.id::text) and j.state in ('created', 'retry')) as next_at,
       coalesce(r.account_asked_at, r.due_at) as account_asked_at, r.account_reminders
     from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
     where r.state not in ('done', 'refused') order by since limit ${listed}`,
  );
  if (rows.length === 0) return ['No refund is open.'];
  return rows.map((row) => {
    const { bank_account: account, next_at, account_asked_at: asked, account_reminders } = row;
    const next = next_at === null ? '' : `  next try ${next_at.toISOString()}`;
    const to = account === null ? '' : `  ${account.bank} ${account.number} ${account.holder}`;
    const isWaiting = row.state === 'accountAsked' && asked !== null;
    const reminders = `reminders: ${account_reminders}`;
    const wait = isWaiting ? `  asked since ${asked.toISOString()}, ${reminders}` : '';
    return `${row.order_code}  ${row.id}  ${row.state}  Rp${row.amount}  ${row.reason}  ${row.method_name}  ${row.since.toISOString()}${next}${to}${wait}`;
  });
}
