import * as z from 'zod/mini';
import type { Mode } from './mode.ts';
import { address, text, wholeNumber } from './values.ts';

/** Payment gateways of this release, by their names in PAYMENT_GATEWAYS. */
const builtGateways: readonly string[] = ['midtrans', 'xendit', 'simulated'];

/** Names of payment gateways, separated by commas; converted to lower case. */
const gatewayNames = z.pipe(
  z.pipe(
    text,
    z.transform((names: string) => names.split(',').map((name) => name.trim().toLowerCase())),
  ),
  z
    .array(z.string())
    .check(
      z.refine(
        (names) => names.every((name) => builtGateways.includes(name)),
        `must be names of payment gateways with commas between them: ${builtGateways.join(', ')}`,
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
  XENDIT_SECRET_KEY: text,
  XENDIT_CALLBACK_TOKEN: text,
  XENDIT_URL: address(['http', 'https']),
  XENDIT_BUSINESS_ID: text,
  GATEWAY_CALLS_AT_ONCE: wholeNumber(1, 1000),
} as const;

/** Variables whose values a message never repeats. */
export const gatewaySecrets = [
  'MIDTRANS_SERVER_KEY',
  'XENDIT_SECRET_KEY',
  'XENDIT_CALLBACK_TOKEN',
] as const;

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
  /** The most jobs of one kind that a process works on at once at one gateway. */
  readonly gatewayCallsAtOnce: number;
  /** The account at Midtrans; null without a key. The development tools stand in for it then. */
  readonly midtrans: GatewayAccount | null;
  /** The account at Xendit, likewise. */
  readonly xendit: XenditAccount | null;
}

/** The payment gateways of the settings. */
export function gatewaysOf(values: GatewayValues, mode: Mode): GatewaySettings {
  return {
    paymentGateways: values.PAYMENT_GATEWAYS ?? (mode === 'production' ? [] : ['simulated']),
    paymentMethodsFile: values.PAYMENT_METHODS_FILE ?? null,
    gatewayCallsAtOnce: values.GATEWAY_CALLS_AT_ONCE ?? 64,
    midtrans: midtransOf(values),
    xendit: xenditOf(values),
  };
}

/** An account at Xendit. */
export interface XenditAccount extends GatewayAccount {
  /** Constant token of its notifications. */
  readonly callbackToken: string;
}

const midtransUrl = 'https://api.midtrans.com';
const midtransSandbox = 'https://api.sandbox.midtrans.com';
const xenditUrl = 'https://api.xendit.co';

/** How the keys of each sandbox begin. */
const sandboxKeys = { midtrans: 'SB-', xendit: 'xnd_development_' } as const;

/** The account at Midtrans; null without a key. A key of the sandbox belongs to the sandbox's address. */
function midtransOf(values: GatewayValues): GatewayAccount | null {
  const { MIDTRANS_SERVER_KEY: key, MIDTRANS_URL: url, MIDTRANS_MERCHANT_ID: merchantId } = values;
  if (key === undefined) return null;
  const usual = key.startsWith(sandboxKeys.midtrans) ? midtransSandbox : midtransUrl;
  return { url: withoutSlash(url ?? usual), key, merchantId: merchantId ?? null };
}

/** The account at Xendit; null without key and token. */
function xenditOf(values: GatewayValues): XenditAccount | null {
  const { XENDIT_SECRET_KEY: key, XENDIT_CALLBACK_TOKEN: callbackToken } = values;
  if (key === undefined || callbackToken === undefined) return null;
  const { XENDIT_URL: url = xenditUrl, XENDIT_BUSINESS_ID: merchantId = null } = values;
  return { url: withoutSlash(url), key, callbackToken, merchantId };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

const secrets = {
  midtrans: {
    key: 'MIDTRANS_SERVER_KEY',
    url: 'MIDTRANS_URL',
    others: ['MIDTRANS_MERCHANT_ID'],
    place: 'the server key from Settings, Access Keys of its dashboard',
  },
  xendit: {
    key: 'XENDIT_SECRET_KEY',
    url: 'XENDIT_URL',
    others: ['XENDIT_CALLBACK_TOKEN', 'XENDIT_BUSINESS_ID'],
    place: 'a secret key that may write money-in from Settings, API Keys of its dashboard',
  },
} as const;

type Given = GatewaySettings & { readonly mode: Mode; readonly devTools: boolean };

/** Problems of the gateways' settings, one line each. The development tools play a gateway without a key themselves. */
export function gatewayProblems(values: GatewayValues, given: Given): string[] {
  const { XENDIT_SECRET_KEY: key, XENDIT_CALLBACK_TOKEN: token } = values;
  return [
    ...problemsOf('midtrans', values, given),
    ...problemsOf('xendit', values, given),
    ...(key !== undefined && token === undefined
      ? [
          'XENDIT_CALLBACK_TOKEN is not set: no notification of Xendit would be believed. Copy the verification token from Settings, Webhooks of its dashboard.',
        ]
      : []),
  ];
}

function problemsOf(name: keyof typeof secrets, values: GatewayValues, given: Given): string[] {
  const { key: keyName, url: urlName, others, place } = secrets[name];
  const key = values[keyName];
  if (key === undefined) {
    const isMissing = given.paymentGateways.includes(name) && !given.devTools;
    return [
      ...(isMissing
        ? [`${keyName} is not set while PAYMENT_GATEWAYS names ${name}. Copy ${place}.`]
        : []),
      ...[urlName, ...others]
        .filter((other) => values[other] !== undefined)
        .map((other) => `${other} needs ${keyName}. Set it too, or unset ${other}.`),
    ];
  }
  // Not every key of a sandbox tells it; an address does.
  const isSandbox = key.startsWith(sandboxKeys[name]) || values[urlName]?.includes('sandbox');
  const problems: string[] = [];
  if (given.mode === 'production' && isSandbox === true) {
    problems.push(
      `${keyName} is a key of the sandbox in production: tickets would be given for no money. Use the key of production.`,
    );
  }
  if (given.mode !== 'production' && isSandbox !== true) {
    problems.push(
      `${keyName} is a key of production in ${given.mode} mode: trials would take real money. Use a key of the sandbox, which begins with ${sandboxKeys[name]}, or set ${urlName} to the sandbox.`,
    );
  }
  if (given.mode === 'production' && values[urlName]?.startsWith('http:') === true) {
    problems.push(
      `${urlName} begins with http:// in production: the key would travel readable. Use https://.`,
    );
  }
  return problems;
}

/** Hosts of the wallets and of the pages to which each gateway sends buyers, as its documentation names them. */
const gatewayHosts: Readonly<Record<string, readonly string[]>> = {
  midtrans: [
    ...[
      'midtrans.com',
      'veritrans.co.id',
      'gojek.link',
      'gopay.co.id',
      'gojek.com',
      'gojekapi.com',
    ],
    ...['airpay.co.id', 'shopee.co.id', 'shp.ee', 'dana.id', 'ovo.id', 'linkaja.id'],
  ],
  xendit: [
    ...['xendit.co', 'xen.to', 'airpay.co.id', 'shopee.co.id', 'shp.ee', 'dana.id', 'linkaja.id'],
    ...['linkaja.com', 'ovo.id', 'gojek.link', 'gopay.co.id', 'astrapay.com', 'jeniusbank.com'],
  ],
};

/** The hosts that a payment page may open: those of the gateways that sell, and further ones of the settings. */
export function openableHosts(config: {
  readonly paymentGateways: readonly string[];
  readonly paymentHosts: readonly string[];
}): string[] {
  const named = config.paymentGateways.flatMap((name) => gatewayHosts[name] ?? []);
  return [...new Set([...named, ...config.paymentHosts])];
}
