import { calls } from '../../../contract/call/calls.ts';
import { refusalTable } from '../../../contract/call/refusal-codes.ts';
import type { VoucherInfo } from '../../../contract/order.ts';
import type { PricedTicket } from '../../../contract/price/price-order.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import { keyedHash } from '../../secrets/secret-hash.ts';
import type { Services } from '../../services.ts';
import { judgedAt } from '../catalogue/sale.ts';
import { discountOf } from './pricing.ts';

const refuse = refuseFor(calls.createDraft);

type VoucherRow = {
  id: string;
  code: string;
  kind: 'percent' | 'fixed';
  value: number;
  max_uses: number | null;
  per_person: number | null;
  max_discount: number | null;
  min_purchase: number | null;
  categories: string[] | null;
  description: string;
  /** True while it may be used for the show, by its dates. */
  is_current: boolean;
  judged_at: Date;
};

/** A ticket that a voucher may discount, in whole rupiah. */
type Ticket = { readonly price: number; readonly category_name: string };

/** Characters of a code that invoices, reports and the staff see. */
const shownOfCode = 2;

/** The key under which a code is stored and looked up. */
export const voucherKey = (key: string, code: string) => keyedHash(key, 'voucher', code);

/** What is stored of a code to be read: its beginning. */
export const voucherHint = (code: string) => `${[...code].slice(0, shownOfCode).join('')}…`;

/** The buyer and the show that a voucher is asked for. */
interface Asked extends Pick<Services, 'clock' | 'keys'> {
  readonly code: string;
  readonly slug: string;
  /** The use of its own live order does not count against it. */
  readonly accountId: string;
}

/** The voucher of the code $1, with its key `keyAt`, for the event with the slug $2: its own before one that is valid for every event. */
const voucherSql = (clock: Asked['clock'], keyAt: '$3' | '$4') => `
  select v.id, v.code, v.kind, v.value, v.max_uses, v.per_person, v.max_discount, v.min_purchase, v.categories, v.description,
    v.is_active and (v.shows is null or v.shows ? e.id) and (v.starts_at is null or v.starts_at <= ${judgedAt(clock)})
      and (v.expires_at is null or v.expires_at > ${judgedAt(clock)}) as is_current,
    ${judgedAt(clock)} as judged_at
  from vouchers v, events e where (v.code_key = ${keyAt} or v.code_key is null and v.code = $1) and e.slug = $2
    and (v.series_id is null or v.series_id = e.series_id)
  order by v.series_id nulls last limit 1`;

/** The uses of a voucher, and those by the person of the account $3, without the `own` ones. */
const usesSql = (voucher: string, own: string) => `
  select count(*)::int as uses,
    count(*) filter (where a.person = (select person from accounts where id = $3))::int as own
  from voucher_claims c join orders o on o.id = c.order_id join accounts a on a.id = o.account_id
  where c.voucher_id = ${voucher} and not (${own})`;

type Uses = { readonly uses: number; readonly own: number };

/** A voucher as it was read; the row is null for a code that no voucher has. */
export interface ReadVoucher {
  readonly row: VoucherRow | null;
  readonly used: Uses;
}

/** A voucher that holds for an order. */
export interface ValidVoucher extends Pick<VoucherRow, 'id' | 'code' | 'kind' | 'description'> {
  /** Whole rupiah. */
  readonly discount: number;
  /** Names of the categories that it discounts; null for all. */
  readonly categories: string[] | null;
  readonly judged_at: Date;
}

/** Reads a voucher with its uses, counted for every code, whether there is such a voucher or not. */
async function readVoucher(q: Queryable, asked: Asked, lock = ''): Promise<ReadVoucher> {
  const key = voucherKey(asked.keys.staff, asked.code);
  const { clock, code, slug, accountId } = asked;
  const own = `o.account_id = $3 and o.event_id = (select id from events where slug = $2) and o.status in ('draft', 'pending')`;
  const [[row], [used]] = await Promise.all([
    q.query<VoucherRow>(`${voucherSql(clock, '$3')} ${lock}`, [code, slug, key]),
    q.query<Uses>(usesSql(`(select x.id from (${voucherSql(clock, '$4')}) x)`, own), [
      code,
      slug,
      accountId,
      key,
    ]),
  ]);
  return { row: row ?? null, used: used ?? { uses: 0, own: 0 } };
}

/**
 * Reads a voucher under the lock of its row, so that a single use is claimed once (§5.35), and so that one person's uses are counted one after
 * the other.
 */
export function lockVoucher(tx: Tx, asked: Asked): Promise<ReadVoucher> {
  return readVoucher(tx, asked, 'for update of v');
}

/** The tickets of an order, with the ones that a voucher for these categories discounts; null discounts all. */
export function ticketsFor(
  categories: readonly string[] | null,
  seats: readonly Ticket[],
): PricedTicket[] {
  return seats.map(({ price, category_name: name }) => ({
    price,
    isDiscounted: categories === null || categories.includes(name),
  }));
}

/**
 * Judges a voucher without claiming it. Never throws. One that is spent, over, or not for these tickets gets the response of a code that never was, with the same statements: a response that differs tells which codes to wait for.
 */
export async function judgeVoucher(
  q: Queryable,
  asked: Asked & { readonly seats: readonly Ticket[] },
): Promise<{ info: VoucherInfo; categories: string[] | null }> {
  const voucher = validFor(await readVoucher(q, asked), asked.seats);
  if (voucher === null) {
    const info = {
      is_valid: false,
      code: asked.code,
      discount_amount: 0,
      type: '',
      message: refusalTable.voucherInvalid.sentence,
      refusal: 'voucherInvalid',
    };
    return { info, categories: null };
  }
  const { kind: type, description: message, discount, categories } = voucher;
  return {
    info: { is_valid: true, code: asked.code, discount_amount: discount, type, message },
    categories,
  };
}

/** The voucher of an order that takes one; null without one. Throws 422 with the words of §5.33 for one that does not hold for the seats. */
export function voucherFor(
  read: ReadVoucher | null,
  seats: readonly Ticket[],
): ValidVoucher | null {
  if (read === null) return null;
  const voucher = validFor(read, seats);
  if (voucher === null) throw refuse('voucherInvalid', { field: 'voucher_code' });
  return voucher;
}

/**
 * Claims the use again for an order whose payment came late; true for an order without a voucher. Its dates no longer matter, its number
 * of uses does.
 */
export async function reclaimVoucher(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  const [row] = await tx.query<{
    id: string;
    max_uses: number | null;
    per_person: number | null;
    account_id: string;
  }>(
    `select v.id, v.max_uses, v.per_person, o.account_id from orders o join vouchers v on v.id = o.voucher_id
     where o.id = $1 for update of v`,
    [orderId],
  );
  if (row === undefined) return true;
  const [used] = await tx.query<Uses>(usesSql('$1', 'o.id = $2'), [
    row.id,
    orderId,
    row.account_id,
  ]);
  if (used === undefined || !hasUseLeft({ row, used })) return false;
  await claimVoucher(tx, row.id, orderId, now);
  return true;
}

/** Gives the use back. */
export async function freeVoucher(tx: Tx, ...orderIds: readonly string[]): Promise<void> {
  await tx.query('delete from voucher_claims where order_id = any($1::uuid[])', [orderIds]);
}

/** Counts a use of a voucher for an order, in place of the one that it has. */
export async function claimVoucher(
  tx: Tx,
  voucherId: string,
  orderId: string,
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into voucher_claims (order_id, voucher_id, claimed_at) values ($1, $2, $3)
     on conflict (order_id) do update set voucher_id = excluded.voucher_id`,
    [orderId, voucherId, at],
  );
}

/** The voucher with its discount in whole rupiah; null if it does not hold for these tickets. */
function validFor(
  { row, used }: ReadVoucher,
  seats: readonly Ticket[],
): (VoucherRow & { readonly discount: number }) | null {
  if (row === null || !hasUseLeft({ row, used }) || !row.is_current) return null;
  const tickets = ticketsFor(row.categories, seats).filter((ticket) => ticket.isDiscounted);
  if (row.categories !== null && tickets.length === 0) return null;
  const cost = tickets.reduce((sum, { price }) => sum + price, 0);
  return cost < (row.min_purchase ?? 0) ? null : { ...row, discount: discountOf(row, cost) };
}

function hasUseLeft({
  row,
  used,
}: {
  readonly row: Pick<VoucherRow, 'max_uses' | 'per_person'>;
  readonly used: Uses;
}): boolean {
  const isBelow = (uses: number, most: number | null) => most === null || uses < most;
  return isBelow(used.uses, row.max_uses) && isBelow(used.own, row.per_person);
}
