import type { GatewayMethod } from './gateway.ts';

/** Maximum of one QRIS payment, whole rupiah (ruling 1.2-AF). */
const qrisMaximum = 10_000_000;
const walletMaximum = 20_000_000;
const transferMaximum = 500_000_000;
const walletFeeRate = 0.015;
const transferFee = 4_000;

// Merchants may not charge their buyers for QRIS, so the fee is zero.
const qris: GatewayMethod = {
  code: 'qris',
  name: 'QRIS',
  groupName: 'QRIS',
  iconUrl: null,
  isRecommended: true,
  feeDescription: 'Gratis',
  fee: () => 0,
  refundsBy: 'api',
  minAmount: 1_000,
  maxAmount: qrisMaximum,
};

const wallets = [
  ['dana', 'DANA'],
  ['gopay', 'GoPay'],
  ['ovo', 'OVO'],
  ['linkaja', 'LinkAja'],
  ['shopeepay', 'ShopeePay'],
] as const;

/** Banks with the codes of their account numbers. */
export const banks = [
  ['bca', 'BCA', '014'],
  ['bni', 'BNI', '009'],
  ['bri', 'BRI', '002'],
  ['mandiri', 'Mandiri', '008'],
  ['cimb', 'CIMB Niaga', '022'],
  ['permata', 'Permata', '013'],
  ['bjb', 'BJB', '110'],
  ['bsi', 'BSI', '451'],
] as const;

/** Every payment method of the simulated gateway (§9). */
export const simulatedMethods: readonly GatewayMethod[] = [
  qris,
  ...wallets.map(
    ([code, name]): GatewayMethod => ({
      code,
      name,
      groupName: 'E-Wallet',
      iconUrl: null,
      isRecommended: false,
      feeDescription: '1,5%',
      fee: (total) => Math.round(total * walletFeeRate),
      refundsBy: 'api',
      minAmount: 1_000,
      maxAmount: walletMaximum,
    }),
  ),
  ...banks.map(
    ([code, name]): GatewayMethod => ({
      code,
      name: `${name} Virtual Account`,
      groupName: 'Virtual Account',
      iconUrl: null,
      isRecommended: false,
      feeDescription: 'Rp4.000',
      fee: () => transferFee,
      // No gateway gives the money of a transfer back by itself.
      refundsBy: 'payout',
      minAmount: 10_000,
      maxAmount: transferMaximum,
    }),
  ),
];
