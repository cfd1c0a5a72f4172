import type { Payment } from '../../../contract/payment.ts';
import { refundTaskOf } from '../../../scripts/operator/refund-args.ts';
import { runRefundTask } from '../../../server/operator/refunds.ts';
import { runSaleTask } from '../../../server/operator/sale-desk.ts';
import { buySeats, theatre } from './purchase.ts';
import type { TestApp, TestClient } from './test-app.ts';

type Known = Pick<Payment, 'id'>;

/** A payment with all that depends on it, as the database has them. */
export type PaymentRow = {
  readonly payment: string;
  readonly order: string;
  readonly session: string;
  /** Status of the charge at the simulated gateway, and whether it is final for the server. */
  readonly charge: string | null;
  readonly final: boolean;
  /** Tickets that let somebody in, and those that do no longer. */
  readonly valid: number;
  readonly void: number;
  /** The statuses of its seats. */
  readonly seats: string;
  readonly claims: number;
  /** The newest refund; `amount` is that of all which nobody refused. */
  readonly refund: string | null;
  readonly reason: string | null;
  readonly amount: number | null;
  readonly reference: string | null;
  readonly account: string | null;
  /** What organiser, tax office and platform keep by the ledger, in rupiah. */
  readonly kept: number;
};

export async function rowOf({ services: { db } }: TestApp, { id }: Known): Promise<PaymentRow> {
  const [row] = await db.query<PaymentRow>(
    `select p.status as payment, o.status as "order", s.state as session, c.status as charge, p.gateway_final as final,
       (select count(*)::int from tickets t where t.order_id = o.id and t.voided_at is null) as valid,
       (select count(*)::int from tickets t where t.order_id = o.id and t.voided_at is not null) as void,
       (select string_agg(distinct t.status, ' ') from order_seats i join seats t on t.id = i.seat_id where i.order_id = o.id) as seats,
       (select count(*)::int from seat_claims k where k.order_id = o.id) as claims,
       r.state as refund, r.reason, r.reference, r.bank_account as account,
       (select sum(b.amount)::int from refunds b where b.payment_id = p.id and b.state <> 'refused') as amount,
       (select coalesce(-sum(l.amount), 0)::int from ledger_entries l
        where l.payment_id = p.id and l.party not in ('gateway', 'buyer')) as kept
     from payments p join orders o on o.id = p.order_id join purchase_sessions s on s.id = p.session_id
       left join simulated_charges c on c.payment_id = p.id left join lateral (
         select * from refunds where payment_id = p.id order by number desc limit 1) r on true where p.id = $1`,
    [id],
  );
  if (row === undefined) throw new Error('There is no such payment.');
  return row;
}

/** Numbers of the seats of a payment's order. */
export async function seatsOf({ services: { db } }: TestApp, { id }: Known): Promise<string[]> {
  const rows = await db.query<{ seat_number: string }>(
    `select t.seat_number from order_seats i join seats t on t.id = i.seat_id
     join payments p on p.order_id = i.order_id where p.id = $1 order by t.id`,
    [id],
  );
  return rows.map(({ seat_number }) => seat_number);
}

/** What the gateway says of a charge from now on, without telling anybody. */
export function setCharge({ services: { db } }: TestApp, { id }: Known, status = 'settlement') {
  return db.query('update simulated_charges set status = $2 where payment_id = $1', [id, status]);
}

/** The e-mails to a buyer, oldest first, each with its subject on the first line. */
export async function lettersTo({ services: { db } }: TestApp, { email }: TestClient) {
  const rows = await db.query<{ text: string }>(
    `select subject || E'\\n' || body_text as text from mails where recipient = $1 order by id`,
    [email],
  );
  return rows.map(({ text }) => text);
}

/** Their subjects, without the code of an order. */
export async function subjectsTo(app: TestApp, buyer: TestClient): Promise<string[]> {
  const letters = await lettersTo(app, buyer);
  return letters.map((letter) => letter.replace(/\n.*/s, '').replace(/ RTX-\S+/, ''));
}

/** Runs a command of the operator about refunds. */
export async function operateRefund(app: TestApp, line: string, isLive = true) {
  const { services } = app;
  const { db, clock, config } = services;
  const task = refundTaskOf(line.split(' '));
  if (task === null) throw new Error(`No such command: ${line}`);
  const lines = await runRefundTask({ db, clock, config, live: isLive ? services : null }, task);
  if (isLive) await app.drain();
  return lines;
}

/** Lets every buyer of an event have everything back until it begins, or nobody. */
export async function offerEverything({ services: { db } }: TestApp, slug: string, isOn: boolean) {
  await db.query(
    'delete from refund_offers where event_id = (select id from events where slug = $1)',
    [slug],
  );
  await db.query(
    `insert into refund_offers (event_id, at, dated_at)
     select id, timestamptz '2100-01-01', timestamptz '2100-01-01' from events where slug = $1 and $2`,
    [slug, isOn],
  );
}

/** Cancels an event, as its organiser does. */
export function cancelEvent({ services }: TestApp, slug: string) {
  const { db, clock } = services;
  const task = { task: 'sale', verb: 'cancel', slug, yes: slug } as const;
  return runSaleTask({ db, clock, live: services }, task);
}

/** A buyer, by default a new one, and the paid payment of an order of two seats. */
export async function paidOrder(
  app: TestApp,
  slug = theatre,
  method = 'qris',
  count = 2,
  known?: TestClient,
) {
  const buyer = known ?? (await app.makeBuyers(1))[0];
  const payment = await buySeats(app, buyer, slug, count, null, method);
  return { buyer, payment, code: payment.order_code, params: { orderCode: payment.order_code } };
}
