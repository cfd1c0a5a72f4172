import { calls } from '../../../contract/call/calls.ts';
import type { OfferedMethod } from '../../gateway/offered.ts';
import { refuseFor } from '../../http/refuse.ts';

const refuse = refuseFor(calls.createDraft);

/** A total in whole rupiah, and whether the organiser bears the fee of the method (decision 055). */
export interface PayableOrder {
  readonly total: number;
  readonly bears_method_fee: boolean;
}

/** Name that stands in the payment of complimentary tickets in place of a method. */
export const giftMethod = 'complimentary';

/** Fee of a method that the buyer pays, whole rupiah; a free order carries none (§2.284). */
export function feeOf(
  method: Pick<OfferedMethod, 'fee'>,
  { total, bears_method_fee: isBorne }: PayableOrder,
): number {
  return total === 0 || isBorne ? 0 : method.fee(total);
}

/** True when a method takes this order with its fee (§12.4); a free order fits every method. */
export function fits(
  method: Pick<OfferedMethod, 'fee' | 'minAmount' | 'maxAmount'>,
  order: PayableOrder,
): boolean {
  const { total } = order;
  const amount = total + feeOf(method, order);
  return total === 0 || (amount >= method.minAmount && amount <= method.maxAmount);
}

/** True when some method takes this order total, in whole rupiah: an order that none takes is refused before the forms (§12.4). */
export function anyMethodCarries(methods: readonly OfferedMethod[], order: PayableOrder): boolean {
  return methods.some((method) => fits(method, order));
}

/** Refuses an order that cannot be paid before its forms are filled. Throws 422 in words that name the way out. */
export function refuseUnpayable(
  methods: readonly OfferedMethod[],
  order: PayableOrder,
  hasVoucher: boolean,
): void {
  if (anyMethodCarries(methods, order)) return;
  throw refuse(
    'noMethodCarries',
    hasVoucher
      ? {
          field: 'voucher_code',
          sentence:
            'Dengan voucher ini totalnya terlalu kecil untuk semua metode pembayaran. Hapus voucher, atau tambah tiket.',
        }
      : { field: 'seats' },
  );
}
