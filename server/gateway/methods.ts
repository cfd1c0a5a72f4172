import { bankNames, walletNames } from '../../contract/payment.ts';
import type { GatewayMethod } from './gateway.ts';

/** Banks with the codes of their account numbers. */
export const banks = (
  [
    ['bca', '014'],
    ['bni', '009'],
    ['bri', '002'],
    ['mandiri', '008'],
    ['cimb', '022'],
    ['permata', '013'],
    ['bjb', '110'],
    ['bsi', '451'],
  ] as const
).map(([code, number]) => [code, bankNames[code], number] as const);

/** Names and groups of the payment methods (§9.61) by their codes, which are the same for every gateway. */
export const namesOfMethods: ReadonlyMap<
  string,
  { readonly name: string; readonly group: string }
> = new Map([
  ['qris', { name: 'QRIS', group: 'QRIS' }],
  ...Object.entries(walletNames).map(
    ([code, name]) => [code, { name, group: 'E-Wallet' }] as const,
  ),
  ...banks.map(
    ([code, name]) =>
      [code, { name: `${name} Virtual Account`, group: 'Virtual Account' }] as const,
  ),
]);

/** Maximum of one QRIS payment, whole rupiah (§9.46). */
const qrisMaximum = 10_000_000;
const walletMaximum = 20_000_000;
const transferMaximum = 500_000_000;
const daySeconds = 86_400;

const fromGateway = { by: 'api', withinDays: null, closed: null } as const;

/** Every payment method of the simulated gateway. */
export const simulatedMethods: readonly GatewayMethod[] = [...namesOfMethods].map(
  ([code, { group }]) => ({
    code,
    minAmount: group === 'Virtual Account' ? 10_000 : 1_000,
    maxAmount: { QRIS: qrisMaximum, 'E-Wallet': walletMaximum }[group] ?? transferMaximum,
    // A push of OVO lives for a minute at every gateway.
    window: code === 'ovo' ? { least: 60, most: 60 } : { least: 1, most: daySeconds },
    asks: code === 'ovo' ? 'phone' : null,
    // No gateway gives the money of a transfer back by itself.
    refund: group === 'Virtual Account' ? { ...fromGateway, by: 'payout' } : fromGateway,
  }),
);
