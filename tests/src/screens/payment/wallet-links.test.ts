import { expect, it } from 'vitest';
import { openableHosts } from '../../../../server/config/gateways.ts';
import { appLink } from '../../../../src/screens/payment/safe-link.ts';

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
