import type { PaymentData } from '../../contract/payment.ts';
import { GatewayOverloaded } from './gateway.ts';

/** Limit of one call to a gateway in milliseconds: beyond it the caller learns the result by asking. */
const timeoutMs = 10_000;

/** A response of a gateway: its HTTP status and its JSON. */
export interface WireResponse {
  readonly status: number;
  readonly body: unknown;
}

/** How an adapter reaches its gateway. */
export interface WireSettings {
  /** Address without a slash at its end. */
  readonly url: string;
  /** Secret key: the user name of Basic authentication, without a password. */
  readonly key: string;
  /** Replaced by the development tools, whose twin responds in this process, and by tests. */
  readonly fetch?: typeof fetch;
  readonly timeoutMs?: number;
}

/** One call of a gateway. */
export type Wire = (
  method: 'GET' | 'POST',
  path: string,
  options?: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> },
) => Promise<WireResponse>;

/**
 * Returns the only function through which an adapter calls its gateway. Its errors name status and path, never a key or a body. Rejects for
 * a gateway that does not respond within 10 s, is asked too often, redirects, or responds without JSON.
 */
export function createWire(settings: WireSettings): Wire {
  const authorization = `Basic ${Buffer.from(`${settings.key}:`).toString('base64')}`;
  const send = settings.fetch ?? fetch;
  return async (method, path, { body, headers } = {}) => {
    const response = await send(settings.url + path, {
      method,
      headers: {
        accept: 'application/json',
        authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeoutMs ?? timeoutMs),
    });
    if (response.status === 429) {
      throw new GatewayOverloaded(`The payment gateway is asked too often: ${method} ${path}.`);
    }
    const text = await response.text();
    try {
      return { status: response.status, body: JSON.parse(text) };
    } catch {
      throw new Error(`The payment gateway responded to ${method} ${path} without JSON.`);
    }
  };
}

/** Data of a charge with a word about everything that a page can show. */
export type WholePaymentData = Required<PaymentData>;

/** The data of a charge that shows nothing yet. */
export const noPaymentData: WholePaymentData = {
  qr_code_url: null,
  qr_string: null,
  virtual_account: null,
  bank: null,
  biller_code: null,
  bill_key: null,
  deeplink: null,
  checkout_url: null,
  push: false,
  instructions: [],
};

const unsafeSchemes = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:'];

/** The address if a browser may be sent to it: an app's own scheme or https (http on this machine alone); else null. */
export function safeAddress(value: string | null | undefined): string | null {
  if (value === null || value === undefined || !URL.canParse(value)) return null;
  const { protocol, hostname } = new URL(value);
  if (unsafeSchemes.includes(protocol)) return null;
  if (protocol === 'http:' && hostname !== 'localhost' && hostname !== '127.0.0.1') return null;
  return value;
}

/** The same address if it is a page, no app's scheme. */
export function pageAddress(value: string | null | undefined): string | null {
  return /^https?:/i.test(value ?? '') ? safeAddress(value) : null;
}

/** A phone number as both gateways want it: digits with the country code and a plus sign become a local number with a leading 0. */
export function localPhone(phone: string): string {
  return phone.replace(/^\+?62/, '0').replace(/\D/g, '');
}
