import { describe, expect, it } from 'vitest';
import { simulatedMethods } from '../../../../server/gateway/methods.ts';
import { simulatedPaymentData } from '../../../../server/gateway/payment-data.ts';
import { crc16, qrisString, readEmv } from '../../../../server/gateway/qris.ts';

/** The sample from a gateway's documentation, with an independently computed checksum. */
const golden =
  '00020101021226620014COM.GO-JEK.WWW011993600914349052630340210G4905263030303UKE51440014ID.CO.QRIS.WWW0215AID0607336128660303UKE5204341453033605802ID5904Test6007BANDUNG6105402845409789000.0062475036c032f87c-f773-4619-aefa-675e1f06f9210703A016304A623';
const charge = {
  paymentId: '3f0c1a6e-6a52-4d0e-9f0b-0f7f3f1f2a11',
  orderCode: 'RTX-7K3M9Q',
  amount: 1_650_000,
};

const nothing = { qr_string: null, checkout_url: null, virtual_account: null };

describe('QRIS (§3.64)', () => {
  it('computes the checksum of the golden vector and of the standard check string', () => {
    expect(crc16(golden.slice(0, -4))).toBe('A623');
    expect(crc16('123456789')).toBe('29B1');
    expect(readEmv(golden)?.get('54')).toBe('789000.00');
  });

  it('refuses a text with one character changed', () => {
    expect(readEmv(golden.replace('Test', 'Tost'))).toBeNull();
  });

  it('writes a dynamic code in rupiah that names itself a simulation', () => {
    const text = qrisString({
      merchantName: 'ROETIX SIMULASI',
      merchantCity: 'JAKARTA',
      amount: charge.amount,
      billNumber: charge.orderCode,
      reference: 'abc',
    });
    expect(text.startsWith('000201010212')).toBe(true);
    const fields = readEmv(text);
    const told = ['53', '54', '58', '59'].map((tag) => fields?.get(tag));
    expect(told).toEqual(['360', '1650000', 'ID', 'ROETIX SIMULASI']);
    expect(fields?.get('26')).toContain('SIMULASI.ROETIX.INVALID');
    expect(fields?.get('62')).toContain(charge.orderCode);
  });
});

it.each(simulatedMethods.map((method) => method.code))(
  'the simulated gateway says how %s is paid, visibly simulated, always the same',
  (methodCode) => {
    const data = simulatedPaymentData({ ...charge, methodCode });
    expect(simulatedPaymentData({ ...charge, methodCode })).toEqual(data);
    expect(data.instructions[0]?.title).toContain('SIMULASI');
    const { push, qr_string, checkout_url, virtual_account, bank, biller_code, bill_key } = data;
    if (methodCode === 'ovo') {
      expect({ push, qr_string, checkout_url, virtual_account }).toEqual({
        push: true,
        ...nothing,
      });
    } else if (methodCode === 'mandiri') {
      expect([biller_code, virtual_account]).toEqual(['00000', null]);
      expect(bill_key).toMatch(/^8800\d{9}$/);
    } else if (virtual_account === null) {
      expect(readEmv(qr_string ?? '')?.get('59')).toContain('SIMULASI');
      // 262 capitals are the capacity of a QR code of 53 modules at level M: 192 px are enough for it.
      expect(qr_string).toMatch(/^[0-9A-Z $%*+\-./:]{1,262}$/);
      const page = methodCode === 'qris' ? null : `/dev/gateway/${charge.paymentId}`;
      expect(checkout_url).toBe(page);
    } else {
      expect(virtual_account).toMatch(/^8800\d{12}$/);
      expect([bank, qr_string]).toEqual([methodCode, null]);
    }
  },
);
