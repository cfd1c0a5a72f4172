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

describe('QRIS', () => {
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
    const fields = readEmv(text);
    expect(text.startsWith('000201010212')).toBe(true);
    expect(fields?.get('53')).toBe('360');
    expect(fields?.get('54')).toBe('1650000');
    expect(fields?.get('58')).toBe('ID');
    expect(fields?.get('59')).toBe('ROETIX SIMULASI');
    expect(fields?.get('26')).toContain('SIMULASI.ROETIX.INVALID');
    expect(fields?.get('62')).toContain(charge.orderCode);
  });
});

describe('the simulated gateway', () => {
  it.each(simulatedMethods.map((method) => method.code))(
    'says how %s is paid, visibly simulated, always the same',
    (methodCode) => {
      const data = simulatedPaymentData({ ...charge, methodCode });
      expect(simulatedPaymentData({ ...charge, methodCode })).toEqual(data);
      expect(data.instructions[0]?.title).toContain('SIMULASI');
      if (data.push === true) {
        expect(methodCode).toBe('ovo');
        expect([data.qr_string, data.checkout_url, data.virtual_account]).toEqual([
          null,
          null,
          null,
        ]);
      } else if (data.bill_key != null) {
        expect(methodCode).toBe('mandiri');
        expect([data.biller_code, data.bill_key]).toEqual([
          '00000',
          expect.stringMatching(/^8800\d{9}$/),
        ]);
        expect(data.virtual_account).toBeNull();
      } else if (data.virtual_account === null) {
        expect(readEmv(data.qr_string ?? '')?.get('59')).toContain('SIMULASI');
        // 262 capitals are the capacity of a QR code of 53 modules at level M: 192 px are enough for it.
        expect(data.qr_string).toMatch(/^[0-9A-Z $%*+\-./:]{1,262}$/);
        expect(data.checkout_url).toBe(
          methodCode === 'qris' ? null : `/dev/gateway/${charge.paymentId}`,
        );
      } else {
        expect(data.virtual_account).toMatch(/^8800\d{12}$/);
        expect(data.bank).toBe(methodCode);
        expect(data.qr_string).toBeNull();
      }
    },
  );
});
