import type { ChargeRequest } from '../gateway.ts';
import { localPhone } from '../wire.ts';
import type { MidtransMethod } from './methods.ts';

const longestName = 50;
const longestTitle = 18;

/** The order id at Midtrans, which its dashboard finds: the order code and the count of the charge; the payment id for charges of earlier versions. */
export function orderIdOf({ orderId, paymentId }: Pick<ChargeRequest, 'orderId' | 'paymentId'>) {
  return orderId ?? paymentId;
}

/** The body of POST /v2/charge; each attempt to pay an order is a charge of its own. */
export function chargeBody(charge: ChargeRequest, method: MidtransMethod): object {
  return {
    payment_type: method.paymentType,
    transaction_details: { order_id: orderIdOf(charge), gross_amount: charge.amount },
    item_details: charge.items.map((item, index) => ({
      id: String(index + 1),
      name: cut(item.name, longestName),
      quantity: item.quantity,
      price: item.price,
    })),
    customer_details: {
      first_name: cut(charge.buyer.name, longestName),
      email: charge.buyer.email,
      ...(charge.buyer.phone === null ? {} : { phone: charge.buyer.phone }),
    },
    ...expiry(charge, method),
    ...ownPart(charge, method),
  };
}

/** The end of a charge; none for a method whose time is fixed. */
function expiry({ createdAt, expiresAt }: ChargeRequest, { window }: MidtransMethod): object {
  if (window.least === window.most) return {};
  const wanted = Math.ceil((expiresAt.getTime() - createdAt.getTime()) / 1000);
  const seconds = Math.min(Math.max(wanted, window.least), window.most);
  const isWhole = seconds % 60 === 0;
  return {
    custom_expiry: {
      order_time: jakartaText(createdAt),
      expiry_duration: isWhole ? seconds / 60 : seconds,
      unit: isWhole ? 'minute' : 'second',
    },
  };
}

function ownPart(charge: ChargeRequest, method: MidtransMethod): object {
  const { phone, returnUrl } = charge;
  switch (method.paymentType) {
    case 'gopay':
      return { gopay: { enable_callback: true, callback_url: returnUrl } };
    case 'shopeepay':
      return { shopeepay: { callback_url: returnUrl } };
    case 'dana':
      return { dana: { callback_url: returnUrl } };
    case 'ovo':
      return { ovo: phone === null ? {} : { payer_phone_number: localPhone(phone) } };
    case 'echannel':
      return { echannel: { bill_info1: 'Tiket', bill_info2: cut(charge.orderCode, longestTitle) } };
    case 'bank_transfer':
      return { bank_transfer: { bank: method.bank } };
    default:
      return {};
  }
}

/** The body of a refund; the key is Midtrans' own guard against a second one. */
export function refundBody(key: string, amount: number): object {
  return { refund_key: key, amount, reason: 'Pengembalian dana pesanan' };
}

/** An instant as 'YYYY-MM-DD HH:MM:SS +0700'. */
function jakartaText(at: Date): string {
  const shifted = new Date(at.getTime() + 7 * 3_600_000).toISOString();
  return `${shifted.slice(0, 10)} ${shifted.slice(11, 19)} +0700`;
}

function cut(text: string, most: number): string {
  return [...text].slice(0, most).join('');
}
