import type { IncomingMessage } from 'node:http';
import { realtimePath } from '../../contract/limits.ts';
import type { Config } from '../config.ts';
import type { Queryable } from '../db/db.ts';
import { type Caller, readCaller, sessionIdOf } from '../http/caller.ts';
import { isOwnOrigin } from '../http/csrf.ts';
import { proxiesOf } from '../http/proxies.ts';

/** The account that may open a real-time connection, or the HTTP status of the refusal. */
export type Admission = { readonly caller: Caller } | { readonly refused: 401 | 403 };

/** True for an upgrade to the broker's path; other handlers of the same server take the others. */
export function isRealtimeUpgrade(request: IncomingMessage): boolean {
  // Compared as text: the URL is unparsed, and one like '//' would make the URL parser throw and end the process.
  return request.url?.split('?', 1)[0] === realtimePath;
}

/**
 * Authorises a WebSocket handshake (§17.40): it needs the session cookie of a verified account and an Origin of our own pages.
 * Browsers always send Origin; a request without it is accepted unless Sec-Fetch-Site shows a browser.
 */
export async function admit(
  request: IncomingMessage,
  config: Pick<Config, 'publicUrl' | 'trustProxy'>,
  q: Queryable,
  now: Date,
): Promise<Admission> {
  const { origin } = request.headers;
  const { host, isHttps } = proxiesOf(config.trustProxy).clientOf(request);
  const site = request.headers['sec-fetch-site'];
  const foreign =
    origin === undefined
      ? site !== undefined && site !== 'same-origin'
      : !isOwnOrigin(origin, host, config.publicUrl);
  if (foreign) return { refused: 403 };
  const caller = await readCaller(q, sessionIdOf(config, request.headers, isHttps), now);
  return caller?.isVerified ? { caller } : { refused: 401 };
}
