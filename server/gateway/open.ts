import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import type { PaymentGateway } from './gateway.ts';
import { createGateways, type Gateways } from './gateways.ts';
import { readOfferedMethods } from './method-file.ts';
import { createMidtrans } from './midtrans/midtrans.ts';
import { createSimulatedGateway } from './simulated.ts';
import { twinAccount, twinNames } from './stand-in.ts';
import { createXendit } from './xendit/xendit.ts';

/**
 * Opens the payment gateways whose settings are there. Those of PAYMENT_GATEWAYS sell, in its order; the others are only asked about the payments
 * that name them. The simulated one exists only where it is named. A gateway that is named without settings is the twin of the development
 * tools, within this process.
 */
export function openGateways(
  services: Pick<Services, 'config' | 'db' | 'clock' | 'keys' | 'log'>,
  app: FastifyInstance,
): Gateways {
  const { paymentGateways: names, midtrans, xendit } = services.config;
  const twins = twinNames(services);
  const all: PaymentGateway[] = [];
  if (names.includes('simulated')) all.push(createSimulatedGateway(services));
  if (midtrans !== null) all.push(createMidtrans(midtrans));
  else if (twins.includes('midtrans')) all.push(createMidtrans(twinAccount(app, 'midtrans')));
  if (xendit !== null) all.push(createXendit(xendit));
  else if (twins.includes('xendit')) all.push(createXendit(twinAccount(app, 'xendit')));
  const selling = names.flatMap((name) => all.find((gateway) => gateway.name === name) ?? []);
  return createGateways(all, readOfferedMethods(selling, services.config.paymentMethodsFile));
}

/** The gateways that a command without a server can ask: those on the network. */
export function wiresOf({
  midtrans,
  xendit,
}: Pick<Services['config'], 'midtrans' | 'xendit'>): Pick<Gateways, 'all'> {
  return {
    all: [
      ...(midtrans === null ? [] : [createMidtrans(midtrans)]),
      ...(xendit === null ? [] : [createXendit(xendit)]),
    ],
  };
}
