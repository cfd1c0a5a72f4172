import type { Config } from '../config.ts';

/** True where others than the operator may buy with simulated money: each page and e-mail says so (ruling R15). */
export function isSimulation({
  mode,
  paymentGateways,
}: Pick<Config, 'mode' | 'paymentGateways'>): boolean {
  return mode === 'demo' || (mode === 'production' && paymentGateways.includes('simulated'));
}
