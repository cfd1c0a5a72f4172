import type { Tx } from '../../db/db.ts';
import { type PricedPayment, type Shares, sharesOf, sharesOfRefund } from './shares.ts';

/** Whose money an entry moves. */
export type Party = 'gateway' | 'buyer' | keyof Shares;

/**
 * What happened to money: it was paid for an order; it came and cannot be kept; it is owed back of what was paid; it went back; an operator
 * accepted another amount than the payment's; two people let it go another way without the gateway's response.
 */
export type MoneyAct = 'paid' | 'unearned' | 'owed' | 'refunded' | 'corrected' | 'overruled';

type PostedPayment = PricedPayment & { readonly id: string };

/** Posts the money of an order that is paid: the gateway holds it for those who share the price (decision 074). */
export async function postPaid(tx: Tx, payment: PostedPayment, at: Date): Promise<void> {
  await post(tx, payment, 'paid', at, {
    gateway: payment.amount,
    ...credits(sharesOf(payment)),
  });
}

/** Posts money that came and cannot be kept: the gateway holds it for the buyer. */
export async function postUnearned(tx: Tx, payment: PostedPayment, at: Date): Promise<void> {
  await post(tx, payment, 'unearned', at, { gateway: payment.amount, buyer: -payment.amount });
}

/**
 * Posts that `amount` of what was paid is owed to the buyer by a refund, at the cost of those who shared it. Throws an Error where all refunds
 * together would exceed what was paid. The payment must be locked.
 */
export async function postOwed(
  tx: Tx,
  payment: PostedPayment,
  amount: number,
  at: Date,
  refundId: string | null,
): Promise<void> {
  const [owed] = await tx.query<{ before: number }>(
    `select coalesce(-sum(amount), 0)::bigint as before from ledger_entries
     where payment_id = $1 and act = 'owed' and party = 'buyer'`,
    [payment.id],
  );
  const before = owed?.before ?? 0;
  const shares = sharesOf(payment);
  const earlier = sharesOfRefund(shares, before);
  const { organiser, taxOffice, platform, methodFee } = sharesOfRefund(shares, before + amount);
  const parts = {
    buyer: -amount,
    organiser: organiser - earlier.organiser,
    taxOffice: taxOffice - earlier.taxOffice,
    platform: platform - earlier.platform,
    methodFee: methodFee - earlier.methodFee,
  };
  await post(tx, payment, 'owed', at, parts, refundId);
}

/** Posts that owed money has gone back by a refund. */
export async function postRefunded(
  tx: Tx,
  payment: PostedPayment,
  amount: number,
  at: Date,
  refundId: string | null,
): Promise<void> {
  await post(tx, payment, 'refunded', at, { buyer: amount, gateway: -amount }, refundId);
}

/** Posts the difference that an operator accepted between what the gateway says that it moved and the payment; the platform bears it. */
export async function postCorrected(
  tx: Tx,
  payment: PostedPayment,
  difference: number,
  at: Date,
): Promise<void> {
  await post(tx, payment, 'corrected', at, { gateway: difference, platform: -difference });
}

/** Posts that two people let the money of a refund go another way although the gateway may have sent it: an act that moves nothing by itself. */
export async function postOverruled(
  tx: Tx,
  payment: PostedPayment,
  amount: number,
  at: Date,
  refundId: string,
): Promise<void> {
  for (const sign of [1, -1]) {
    const parts = { buyer: sign * amount, gateway: -sign * amount };
    await post(tx, payment, 'overruled', at, parts, refundId);
  }
}

function credits(shares: Shares): Partial<Record<Party, number>> {
  return Object.fromEntries(Object.entries(shares).map(([party, amount]) => [party, -amount]));
}

/**
 * Writes the entries of one posting in the transaction of the act that they record, and the invoice or credit note that follows from it
 * (decision 076), a note by the issuer of its invoice; nothing for an act without money.
 */
async function post(
  tx: Tx,
  { id }: PostedPayment,
  act: MoneyAct,
  at: Date,
  parts: Partial<Record<Party, number>>,
  refundId: string | null = null,
): Promise<void> {
  const entries = Object.entries(parts).filter(([, amount]) => amount !== 0);
  if (entries.length === 0) return;
  await tx.query(
    `with p as materialized (select nextval('ledger_postings') as posting), invoiced as (
       insert into invoices (posting, payment_id, issuer_id, issuer_name, kind, amount, issued_at, refund_id)
       select p.posting, y.id, coalesce(i.issuer_id, g.id), coalesce(i.issuer_name, g.name),
         case $1 when 'paid' then 'invoice' else 'creditNote' end,
         (select sum(t.amount) from unnest($5::bigint[]) t (amount) where t.amount > 0), $2, $6
       from p, payments y join events e on e.id = y.event_id join organizers g on g.id = e.organizer_id
         left join lateral (select k.issuer_id, k.issuer_name from invoices k
           where k.payment_id = y.id and k.kind = 'invoice' and $1 = 'owed' order by k.posting limit 1) i on true
       where y.id = $3 and $1 in ('paid', 'owed'))
     insert into ledger_entries (posting, act, at, payment_id, party, amount, refund_id)
     select p.posting, $1, $2, $3, t.party, t.amount, $6 from p, unnest($4::text[], $5::bigint[]) t (party, amount)`,
    [act, at, id, entries.map(([party]) => party), entries.map(([, amount]) => amount), refundId],
  );
}
