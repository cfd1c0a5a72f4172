import type { Services } from '../services.ts';
import type { PaymentGateway } from './gateway.ts';
import { createGateways, type Gateways } from './gateways.ts';
import { readOfferedMethods } from './method-file.ts';
import { createSimulatedGateway } from './simulated.ts';

/**
 * Opens the payment gateways whose settings are there. Those of PAYMENT_GATEWAYS sell, in its order; the others are only asked about the payments
 * that name them. The simulated one exists only where it is named.
 */
export function openGateways(
  services: Pick<Services, 'config' | 'db' | 'clock' | 'keys' | 'log'>,
): Gateways {
  const { paymentGateways: names } = services.config;
  const all: PaymentGateway[] = [];
  if (names.includes('simulated')) all.push(createSimulatedGateway(services));
  const selling = names.flatMap((name) => all.find((gateway) => gateway.name === name) ?? []);
  return createGateways(all, readOfferedMethods(selling, services.config.paymentMethodsFile));
}
