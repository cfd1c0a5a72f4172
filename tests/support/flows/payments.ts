import type { Payment, PaymentMethod } from '../../../contract/payment.ts';
import type { PaymentReading } from '../../../machines/payment/payment.types.ts';

/** A payment method. */
export function methodAs(code: string, group: string, fee = 0): PaymentMethod {
  return {
    id: code,
    code,
    name: code,
    group_name: group,
    icon_url: null,
    is_recommended: false,
    fee_description: null,
    fee_calculation: { total_fee: fee },
  };
}

/** A payment response with the overrides of the test. */
export function paymentAs(
  payment: Partial<Payment> = {},
  remainingMs: number | null = 660_000,
): PaymentReading {
  return {
    payment: {
      id: 'payment-1',
      payment_method: 'qris',
      payment_method_name: 'QRIS',
      amount: 830_000,
      service_fee: 5_000,
      gateway: 'simulated',
      status: 'pending',
      expires_at: null,
      is_expired: false,
      remaining_seconds: remainingMs === null ? null : remainingMs / 1_000,
      payment_data: {
        qr_code_url: null,
        qr_string: null,
        virtual_account: null,
        bank: null,
        checkout_url: null,
        instructions: [],
      },
      order_code: 'ROE-0001',
      ticket_ids: [],
      ...payment,
    },
    deadline: remainingMs,
    remainingMs,
  };
}
