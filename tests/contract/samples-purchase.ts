/** The instant of every sample. */
export const at = '2026-03-07T19:30:00+07:00';

export const session = {
  event: { id: 'e1', slug: 'konser-senja-jakarta', name: 'Konser Senja Jakarta' },
  session: {
    id: 's1',
    state: 'online' as const,
    remaining_seconds: 899,
    expires_at: at,
    context: { queue_enabled: true, browsing_allowed: true, session_duration_minutes: 15 },
    seq: 2,
    has_draft: false,
    end_reason: null,
    end_note: null,
  },
  queue_info: {
    online: true,
    user_status: 'online' as const,
    in_queue: false,
    queue_position: null,
    session_info: { remaining_seconds: 899 },
    served_per_minute: null,
    seats_left: 120,
    elsewhere: false,
    paused: false,
  },
};
export const pricing = {
  original_price: 1_500_000,
  discount: 150_000,
  tax: 150_000,
  final_price: 1_500_000,
};
export const voucher = {
  is_valid: true,
  code: 'HEMAT10',
  discount_amount: 150_000,
  type: 'percent',
  message: 'Voucher diterapkan',
};
export const draft = {
  order: {
    id: 'o1',
    order_code: 'ORD-1',
    status: 'draft' as const,
    total_price: 1_500_000,
    expires_at: at,
    remaining_seconds: 600,
    is_expired: false,
    is_locked: false,
    voucher_code: 'HEMAT10',
  },
  order_data: {
    items: [
      {
        category_id: 'c1-1',
        category_name: 'VIP',
        quantity: 2,
        price_per_item: 750_000,
        seats: [
          { ticket_id: 't1', seat_number: 'A-1', row: 4, column: 1 },
          { ticket_id: 't2', seat_number: 'A-2', row: 'A', column: 2 },
        ],
      },
    ],
    pricing_details: pricing,
    voucher_info: voucher,
  },
};
export const payment = {
  payment: {
    id: 'p1',
    payment_method: 'qris',
    payment_method_name: 'QRIS',
    amount: 1_505_000,
    service_fee: 5_000,
    gateway: 'simulated',
    status: 'pending' as const,
    expires_at: at,
    is_expired: false,
    remaining_seconds: 600,
    payment_data: {
      qr_code_url: null,
      qr_string: '000201',
      virtual_account: null,
      bank: null,
      checkout_url: null,
      instructions: [{ title: 'Cara membayar', steps: ['Pindai', 'Bayar'] }],
    },
    order_code: 'ORD-1',
    ticket_ids: ['t1'],
    refund: { amount: 1_505_000, status: 'due' as const, reference: null },
    items: [{ category_name: 'VIP', quantity: 2, price_per_item: 750_000, seats: ['A-1', 'A-2'] }],
    pricing,
  },
};
