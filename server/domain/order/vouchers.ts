import { calls } from '../../../contract/call/calls.ts';
import { refusalTable } from '../../../contract/call/refusal-codes.ts';
import type { VoucherInfo } from '../../../contract/order.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import { discountOf } from './pricing.ts';

const refuse = refuseFor(calls.createDraft);

type VoucherRow = {
  code: string;
  kind: 'percent' | 'fixed';
  value: number;
  max_uses: number | null;
  expires_at: Date | null;
  description: string;
};

const voucherColumns = 'code, kind, value, max_uses, expires_at, description';

/**
 * Judges a voucher without claiming it; `orderId` is an order whose own use does not count against it. Never throws. One that is
 * spent or over is answered as a code that never was, with the same statements: an answer that differs tells which codes to wait for.
 */
export async function judgeVoucher(
  q: Queryable,
  given: { code: string; subtotal: number; orderId: string | null; now: Date },
): Promise<VoucherInfo> {
  const [row] = await q.query<VoucherRow>(
    `select ${voucherColumns} from vouchers where code = $1`,
    [given.code],
  );
  if (!(await holds(q, row ?? null, given)) || row === undefined) {
    return {
      is_valid: false,
      code: given.code,
      discount_amount: 0,
      type: '',
      message: refusalTable.voucherInvalid.sentence,
      refusal: 'voucherInvalid',
    };
  }
  return {
    is_valid: true,
    code: row.code,
    discount_amount: discountOf(row, given.subtotal),
    type: row.kind,
    message: row.description,
  };
}

/**
 * Claims one use of a voucher for an order, under the lock of its row, so that a single use is claimed once (ruling 1.4-T); answers
 * the discount in whole rupiah. Throws 422 with the words of §5.
 */
export async function claimVoucher(
  tx: Tx,
  given: { code: string; subtotal: number; orderId: string; now: Date },
): Promise<number> {
  const row = await lockVoucher(tx, given.code);
  if (!(await holds(tx, row, given)) || row === null) {
    throw refuse('voucherInvalid', { field: 'voucher_code' });
  }
  await insertClaim(tx, row.code, given.orderId, given.now);
  return discountOf(row, given.subtotal);
}

/** Claims the use again for a payment that came late; its end date no longer matters, its number of uses does. */
export async function reclaimVoucher(
  tx: Tx,
  given: { code: string; orderId: string; now: Date },
): Promise<boolean> {
  const row = await lockVoucher(tx, given.code);
  if (!(await hasUseLeft(tx, row, given)) || row === null) return false;
  await insertClaim(tx, row.code, given.orderId, given.now);
  return true;
}

/** Gives the use back. */
export async function freeVoucher(tx: Tx, orderId: string): Promise<void> {
  await tx.query('delete from voucher_claims where order_id = $1', [orderId]);
}

async function lockVoucher(tx: Tx, code: string): Promise<VoucherRow | null> {
  const [row] = await tx.query<VoucherRow>(
    `select ${voucherColumns} from vouchers where code = $1 for update`,
    [code],
  );
  return row ?? null;
}

async function insertClaim(tx: Tx, code: string, orderId: string, now: Date): Promise<void> {
  await tx.query(
    `insert into voucher_claims (order_id, code, claimed_at) values ($1, $2, $3)
     on conflict (order_id) do update set code = excluded.code`,
    [orderId, code, now],
  );
}

interface Asked {
  readonly code: string;
  readonly orderId: string | null;
  readonly now: Date;
}

async function holds(q: Queryable, row: VoucherRow | null, asked: Asked): Promise<boolean> {
  const isLeft = await hasUseLeft(q, row, asked);
  const endsAt = row?.expires_at?.getTime() ?? Number.POSITIVE_INFINITY;
  return isLeft && endsAt > asked.now.getTime();
}

/** Counted for every code, whether there is such a voucher or not. */
async function hasUseLeft(
  q: Queryable,
  row: VoucherRow | null,
  asked: Omit<Asked, 'now'>,
): Promise<boolean> {
  const [used] = await q.query<{ uses: number }>(
    'select count(*) as uses from voucher_claims where code = $1 and ($2::uuid is null or order_id <> $2)',
    [asked.code, asked.orderId],
  );
  if (row === null) return false;
  return row.max_uses === null || Number(used?.uses ?? 0) < row.max_uses;
}
