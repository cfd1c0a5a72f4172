import { createHash } from 'node:crypto';
import type { PaymentData } from '../../contract/payment.ts';
import { banks, namesOfMethods } from './methods.ts';
import { qrisString } from './qris.ts';

/** The data of a charge that determines how to pay it. */
export interface SimulatedCharge {
  readonly paymentId: string;
  readonly orderCode: string;
  readonly amount: number;
  readonly methodCode: string;
}

/** Marks every number and name that a buyer could mistake for a real one. */
const mark = 'SIMULASI';
/** No bank uses this prefix. */
const accountPrefix = '8800';
const ownDigits = 9;
const billerCode = '00000';

/** Returns how to pay a simulated charge; deterministic. Throws for an unknown method. */
export function simulatedPaymentData(charge: SimulatedCharge): PaymentData {
  const method = namesOfMethods.get(charge.methodCode);
  if (method === undefined) throw new Error('The simulated gateway has no such method.');
  const bank = banks.find(([code]) => code === charge.methodCode);
  const page = `/dev/gateway/${charge.paymentId}`;
  if (bank !== undefined) return transfer(charge, bank, page);
  const isPush = charge.methodCode === 'ovo';
  const isQris = method.group === 'QRIS';
  return {
    qr_code_url: null,
    push: isPush,
    qr_string: isPush
      ? null
      : qrisString({
          merchantName: `ROETIX ${mark}`,
          merchantCity: 'JAKARTA',
          amount: charge.amount,
          billNumber: charge.orderCode,
          // Short and in capitals: the QR code then uses its dense alphanumeric mode, which phones read at 192 px.
          reference: charge.paymentId.replaceAll('-', '').slice(0, 16).toUpperCase(),
        }),
    virtual_account: null,
    bank: null,
    checkout_url: isQris || isPush ? null : page,
    instructions: [
      {
        title: `${mark}: ${method.name}`,
        steps: [
          `Ini pembayaran percobaan; aplikasi ${isQris ? 'bank atau dompet digital' : method.name} tidak dapat membayarnya.`,
          `Buka halaman gateway simulasi: ${page}`,
          'Pilih hasil pembayaran. Halaman ini berubah dengan sendirinya.',
        ],
      },
    ],
  };
}

function transfer(
  charge: SimulatedCharge,
  [code, name, bankCode]: (typeof banks)[number],
  page: string,
): PaymentData {
  const digest = createHash('sha256').update(charge.paymentId).digest();
  const digits = (digest.readUIntBE(0, 6) % 10 ** ownDigits).toString().padStart(ownDigits, '0');
  const isBill = code === 'mandiri';
  return {
    qr_code_url: null,
    qr_string: null,
    virtual_account: isBill ? null : `${accountPrefix}${bankCode}${digits}`,
    biller_code: isBill ? billerCode : null,
    bill_key: isBill ? `${accountPrefix}${digits}` : null,
    bank: code,
    checkout_url: null,
    instructions: [
      {
        title: `${mark}: Virtual Account ${name}`,
        steps: [
          'Ini nomor percobaan; jangan mentransfer uang ke nomor ini.',
          `Buka halaman gateway simulasi: ${page}`,
          'Pilih hasil pembayaran. Halaman ini berubah dengan sendirinya.',
        ],
      },
    ],
  };
}
