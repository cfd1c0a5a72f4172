import type { Config } from '../config.ts';

/** True where others than the operator may buy with simulated money: each page and e-mail says so (§16.3). */
export function isSimulation({
  mode,
  paymentGateways,
}: Pick<Config, 'mode' | 'paymentGateways'>): boolean {
  return mode === 'demo' || (mode === 'production' && paymentGateways.includes('simulated'));
}

/** The name of the product on a ticket or an invoice, which people print and pass on: it says there that the money was simulated. */
export function printedName(
  config: Pick<Config, 'mode' | 'paymentGateways' | 'productName'>,
): string {
  return isSimulation(config) ? `${config.productName} (SIMULASI)` : config.productName;
}
