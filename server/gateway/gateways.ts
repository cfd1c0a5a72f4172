import type { GatewayMethod, PaymentGateway } from './gateway.ts';
import type { OfferedMethod } from './offered.ts';

/** The payment gateways of this server, and the methods that buyers choose from. */
export interface Gateways {
  /** In the operator's order; each names its gateway. */
  readonly methods: readonly OfferedMethod[];
  /** Every gateway that can be asked: also one that sells no more, for the payments that name it. */
  readonly all: readonly PaymentGateway[];
  /** The gateway of a payment, by the name in its row. Throws an Error where the settings of that gateway are missing. */
  of(name: string): PaymentGateway;
}

/** Puts the gateways together. */
export function createGateways(
  all: readonly PaymentGateway[],
  methods: readonly OfferedMethod[],
): Gateways {
  return {
    all,
    methods,
    of(name) {
      const gateway = all.find((one) => one.name === name);
      if (gateway !== undefined) return gateway;
      throw new Error(
        `No settings of the payment gateway '${name}': set them again until its payments are over.`,
      );
    },
  };
}

/** What the gateway of a payment says of its method; null for a method that it has no more. */
export function methodOf(gateway: PaymentGateway, code: string): GatewayMethod | null {
  return gateway.methods.find((method) => method.code === code) ?? null;
}
