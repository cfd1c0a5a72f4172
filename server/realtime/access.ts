import type { IncomingMessage } from 'node:http';
import { realtimePath } from '../../contract/limits.ts';
import type { Config } from '../config.ts';
import type { Queryable } from '../db/db.ts';
import { readCaller, sessionIdOf } from '../http/caller.ts';
import { isOwnOrigin } from '../http/csrf.ts';
import { proxiesOf } from '../http/proxies.ts';
import type { Caller } from '../http/serve.ts';

/** Who may open a real-time connection: an account, or the HTTP status of the refusal. */
export type Admission = { readonly caller: Caller } | { readonly refused: 401 | 403 };

/** True for an upgrade meant for the broker; others belong to somebody else on the same server. */
export function isRealtimeUpgrade(request: IncomingMessage): boolean {
  // Compared as text: the address comes unparsed, and one like '//' would make URL throw and end the process.
  return request.url?.split('?', 1)[0] === realtimePath;
}

/**
 * Judges a WebSocket handshake (resolutions §3): the session cookie of a verified account, sent from our own pages. Browsers always
 * send Origin; without one it is no browser, unless Sec-Fetch-Site says otherwise.
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
