import type { FastifyRequest } from 'fastify';
import { closeSession, sessionLifeSeconds } from '../domain/accounts/accounts.ts';
import type { Services } from '../services.ts';
import { type Caller, sessionCookieName } from './caller.ts';
import type { Cookie } from './cookies.ts';
import { originOf } from './origin.ts';

/** The cookie of an authentication session; null deletes it. */
export function sessionCookie(
  { config }: Pick<Services, 'config'>,
  request: FastifyRequest,
  value: string | null,
): Cookie {
  const name = sessionCookieName(config, request.protocol === 'https');
  return value === null ? { name, value } : { name, value, maxAgeSeconds: sessionLifeSeconds };
}

/** Ends the previous session of the browser: a forgotten one would remain a second key to the account. */
export async function endPreviousSession(
  { broker, clock, db }: Pick<Services, 'broker' | 'clock' | 'db'>,
  caller: Caller | null,
  request: FastifyRequest,
): Promise<void> {
  if (caller === null) return;
  await closeSession(db, caller.id, caller.sessionHash, clock.now(), originOf(request));
  broker.dropSession(caller.sessionHash);
}
