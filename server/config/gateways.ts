import * as z from 'zod/mini';
import type { Mode } from './mode.ts';
import { address, text } from './values.ts';

/** Payment gateways of this release, by their names in PAYMENT_GATEWAYS. */
const builtGateways: readonly string[] = ['midtrans', 'simulated'];
/** Names reserved for future gateways. */
const comingGateways: readonly string[] = ['xendit'];

/** Names of payment gateways, separated by commas; converted to lower case. */
const gatewayNames = z.pipe(
  z.pipe(
    text,
    z.transform((names: string) => names.split(',').map((name) => name.trim().toLowerCase())),
  ),
  z.array(z.string()).check(
    z.refine(
      (names) => names.every((name) => [...builtGateways, ...comingGateways].includes(name)),
      `must be names of payment gateways with commas between them: ${builtGateways.join(', ')}`,
    ),
    z.refine(
      (names) => !names.some((name) => comingGateways.includes(name)),
      `names a gateway that is not built into this release, which has ${builtGateways.join(', ')}`,
    ),
  ),
);

/** Variables of the payment gateways, with their types. */
export const gatewayVariables = {
  PAYMENT_GATEWAYS: gatewayNames,
  PAYMENT_METHODS_FILE: text,
  MIDTRANS_SERVER_KEY: text,
  MIDTRANS_URL: address(['http', 'https']),
  MIDTRANS_MERCHANT_ID: text,
} as const;

/** Variables whose values a message never repeats. */
export const gatewaySecrets = ['MIDTRANS_SERVER_KEY'] as const;

/** The account of a shop at a payment gateway. */
export interface GatewayAccount {
  /** Address without a slash at its end. */
  readonly url: string;
  readonly key: string;
  /** The merchant of its notifications; null accepts them by their signature alone. */
  readonly merchantId: string | null;
}

type GatewayValues = {
  [Name in keyof typeof gatewayVariables]?: z.infer<(typeof gatewayVariables)[Name]> | undefined;
};

/** The payment gateways of the settings. */
export interface GatewaySettings {
  /** Those that sell, by name, in their order. */
  readonly paymentGateways: readonly string[];
  /** JSON file with the payment methods on sale; null sells every method of the gateways with the usual fees. */
  readonly paymentMethodsFile: string | null;
  /** The account at Midtrans; null without a key. The development tools stand in for it then. */
  readonly midtrans: GatewayAccount | null;
}

/** The payment gateways of the settings. */
export function gatewaysOf(values: GatewayValues, mode: Mode): GatewaySettings {
  return {
    paymentGateways: values.PAYMENT_GATEWAYS ?? (mode === 'production' ? [] : ['simulated']),
    paymentMethodsFile: values.PAYMENT_METHODS_FILE ?? null,
    midtrans: midtransOf(values),
  };
}

const midtransUrl = 'https://api.midtrans.com';
const midtransSandbox = 'https://api.sandbox.midtrans.com';
/** How the server keys of Midtrans' sandbox begin. */
const sandboxKey = 'SB-';

/** The account at Midtrans; null without a key. A key of the sandbox belongs to the sandbox's address. */
function midtransOf(values: GatewayValues): GatewayAccount | null {
  const { MIDTRANS_SERVER_KEY: key, MIDTRANS_URL: url, MIDTRANS_MERCHANT_ID: merchantId } = values;
  if (key === undefined) return null;
  const usual = key.startsWith(sandboxKey) ? midtransSandbox : midtransUrl;
  return { url: (url ?? usual).replace(/\/+$/, ''), key, merchantId: merchantId ?? null };
}

/** Problems of the gateways' settings, one line each. The development tools play a gateway without a key themselves. */
export function gatewayProblems(
  values: GatewayValues,
  given: GatewaySettings & { readonly mode: Mode; readonly devTools: boolean },
): string[] {
  const { MIDTRANS_SERVER_KEY: key, MIDTRANS_URL: url } = values;
  const problems: string[] = [];
  if (key === undefined) {
    if (given.paymentGateways.includes('midtrans') && !given.devTools) {
      problems.push(
        'MIDTRANS_SERVER_KEY is not set while PAYMENT_GATEWAYS names midtrans. Copy the server key from Settings, Access Keys of its dashboard.',
      );
    }
    for (const name of ['MIDTRANS_URL', 'MIDTRANS_MERCHANT_ID'] as const) {
      if (values[name] !== undefined) {
        problems.push(`${name} needs MIDTRANS_SERVER_KEY. Set it too, or unset ${name}.`);
      }
    }
    return problems;
  }
  const isSandbox = key.startsWith(sandboxKey);
  if (given.mode === 'production' && isSandbox) {
    problems.push(
      'MIDTRANS_SERVER_KEY is a key of the sandbox in production: tickets would be given for no money. Use the key of production.',
    );
  }
  if (given.mode !== 'production' && !isSandbox) {
    problems.push(
      `MIDTRANS_SERVER_KEY is a key of production in ${given.mode} mode: trials would take real money. Use the key of the sandbox, which begins with ${sandboxKey}.`,
    );
  }
  if (given.mode === 'production' && url?.startsWith('http:') === true) {
    problems.push(
      'MIDTRANS_URL begins with http:// in production: the server key would travel readable. Use https://.',
    );
  }
  return problems;
}
