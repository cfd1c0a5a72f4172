import type { DraftResponse, OrderPreview, VoucherInfo } from '../../../contract/order.ts';

/** A valid voucher. */
export function voucherAs(code: string): VoucherInfo {
  return {
    is_valid: true,
    code,
    discount_amount: 75_000,
    type: 'percentage',
    message: 'Voucher dipakai',
  };
}

/** A priced selection with its voucher. */
export function previewAs(voucher: VoucherInfo | null, finalPrice = 825_000): OrderPreview {
  return {
    items: [],
    pricing_details: {
      original_price: 750_000,
      discount: voucher?.discount_amount ?? 0,
      tax: 75_000,
      final_price: finalPrice,
    },
    voucher_info: voucher,
  };
}

const seatA1: DraftResponse['order_data']['items'][number] = {
  category_id: '1',
  category_name: 'VIP',
  quantity: 1,
  price_per_item: 750_000,
  seats: [{ ticket_id: 't1', seat_number: 'A1', row: 'A', column: 1 }],
};

/** A draft of seat A1, unless other items are given, with the overrides of the test. */
export function draftAs(
  order: Partial<DraftResponse['order']> = {},
  items: DraftResponse['order_data']['items'] = [seatA1],
): DraftResponse {
  return {
    order: {
      id: 'order-1',
      order_code: 'ROE-0001',
      status: 'draft',
      total_price: 825_000,
      expires_at: null,
      remaining_seconds: 600,
      is_expired: false,
      is_locked: false,
      voucher_code: null,
      ...order,
    },
    order_data: { items, pricing_details: previewAs(null).pricing_details, voucher_info: null },
  };
}
