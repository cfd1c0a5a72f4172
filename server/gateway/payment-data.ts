import { createHash } from 'node:crypto';
import type { PaymentData } from '../../contract/payment.ts';
import { banks, simulatedMethods } from './methods.ts';
import { qrisString } from './qris.ts';

/** What the simulated gateway needs to say how a charge is paid. */
export interface SimulatedCharge {
  readonly paymentId: string;
  readonly orderCode: string;
  readonly amount: number;
  readonly methodCode: string;
}

/** Marks every number and name a buyer could take for a real one. */
const mark = 'SIMULASI';
/** No bank gives out this prefix. */
const accountPrefix = '8800';
const ownDigits = 9;

/** How a simulated charge is paid: the same charge always gives the same answer. Throws on a method it does not have. */
export function simulatedPaymentData(charge: SimulatedCharge): PaymentData {
  const method = simulatedMethods.find((candidate) => candidate.code === charge.methodCode);
  if (method === undefined) throw new Error('The simulated gateway has no such method.');
  const bank = banks.find(([code]) => code === charge.methodCode);
  const page = `/dev/gateway/${charge.paymentId}`;
  if (bank !== undefined) return transfer(charge, bank, page);
  const isQris = method.groupName === 'QRIS';
  return {
    qr_code_url: null,
    qr_string: qrisString({
      merchantName: `ROETIX ${mark}`,
      merchantCity: 'JAKARTA',
      amount: charge.amount,
      billNumber: charge.orderCode,
      // Capitals and short: the code then takes the dense alphanumeric form, which a phone reads at 192 px.
      reference: charge.paymentId.replaceAll('-', '').slice(0, 16).toUpperCase(),
    }),
    virtual_account: null,
    bank: null,
    checkout_url: isQris ? null : page,
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
  return {
    qr_code_url: null,
    qr_string: null,
    virtual_account: `${accountPrefix}${bankCode}${digits}`,
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
