// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { openableHosts } from '../../../../server/config/gateways.ts';
import { midtransMethods } from '../../../../server/gateway/midtrans/methods.ts';
import { xenditMethods } from '../../../../server/gateway/xendit/methods.ts';
import { type Reach, waysToPay } from '../../../../src/screens/payment/payment-steps.ts';
import { appLink } from '../../../../src/screens/payment/safe-link.ts';
import { translator } from '../../../../src/text/translate.ts';
import { payment } from '../purchase-data.tsx';

const phone: Reach = { isPhone: true, isOnline: true, hasLink: false, hasPicture: false };
const unpaid = { ...payment.payment_data, qr_string: null, instructions: [] };
const wordings = ['id', 'en'].map((locale) => translator(locale as 'id' | 'en'));

/** The data of a charge as a gateway sends them for a method, and what the page can open. */
function chargeOf(code: string, gateway: 'midtrans' | 'xendit') {
  if (code === 'qris') return [{ qr_string: 'x' }, phone] as const;
  if (code === 'ovo') return [{ push: true }, phone] as const;
  if (/^(?:gopay|dana|linkaja|shopeepay)$/.test(code)) {
    return [{ checkout_url: '/x' }, { ...phone, hasLink: true }] as const;
  }
  return code === 'mandiri' && gateway === 'midtrans'
    ? ([{ bill_key: '1', biller_code: '70012', bank: code }, phone] as const)
    : ([{ virtual_account: '1', bank: code }, phone] as const);
}

const methods = [
  ...midtransMethods.map(({ code }) => ['midtrans', code] as const),
  ...xenditMethods.map(({ code }) => ['xendit', code] as const),
];
const known = ['bca', 'bni', 'bri', 'cimb', 'mandiri', 'permata'];

describe.each(methods)('a charge at %s by %s', (gateway, code) => {
  const [data, reach] = chargeOf(code, gateway);
  const charge = { ...payment, payment_method: code, payment_data: { ...unpaid, ...data } };

  it('is paid in numbered steps without a gap in either language', () => {
    const ways = waysToPay(charge, reach);
    expect(ways.length).toBe(known.includes(code) || code === 'qris' ? 2 : 1);
    for (const t of wordings) {
      for (const { steps, title } of ways) {
        const texts = [...steps, ...(title === null ? [] : [title])].map(({ key, values }) =>
          t(key, values),
        );
        expect(steps.length).toBeGreaterThanOrEqual(3);
        expect(new Set(texts).size).toBe(texts.length);
        expect(texts.join()).not.toMatch(/[{}]|undefined/);
      }
    }
  });

  it('promises no news to a device that is offline', () => {
    const ways = waysToPay(charge, { ...reach, isOnline: false });
    for (const { steps } of ways) expect(steps.at(-1)?.key).toBe('payment.step.backOffline');
  });
});

it('a bill asks for both of its numbers, an account at a machine of Mandiri for the company first (§2.307)', () => {
  const keys = (data: object) =>
    waysToPay({ ...payment, payment_data: { ...unpaid, bank: 'mandiri', ...data } }, phone).map(
      ({ steps }) => steps[2]?.key,
    );
  expect(keys({ bill_key: '1', biller_code: '2' })).toEqual([
    'payment.step.billNumbers',
    'payment.step.billNumbers',
  ]);
  expect(keys({ virtual_account: '1' })).toEqual([
    'payment.step.number',
    'payment.step.splitNumber',
  ]);
});

it.each([
  ['midtrans', 'https://gojek.link/gopay/merchanttransfer?tref=A1B2'],
  [
    'midtrans',
    'https://wsa.wallet.airpay.co.id/universal-link/wallet/pay?deep_and_deferred=1&token=xyz',
  ],
  ['xendit', 'https://m.dana.id/m/portal/cashier/checkout?bizNo=1'],
])('opens the link that %s gives to a wallet: %s', (gateway, address) => {
  const hosts = openableHosts({ paymentGateways: [gateway], paymentHosts: [] });
  expect(appLink(address, 'https://tiket.example', hosts)).toBe(address);
  expect(appLink(address.replace('//', '//palsu.'), 'https://tiket.example', [])).toBeNull();
});
