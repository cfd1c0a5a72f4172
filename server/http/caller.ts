import type { IncomingHttpHeaders } from 'node:http';
import cookie from '@fastify/cookie';
import type { Config } from '../config.ts';
import type { Queryable } from '../db/db.ts';
import { secretHash } from '../secrets/secret-hash.ts';

/** The account that makes a call, read from its cookie. */
export interface Caller {
  readonly id: string;
  readonly isVerified: boolean;
  /** Hash of the authentication session. */
  readonly sessionHash: string;
}

const plainName = 'roetix_session';
const hostName = `__Host-${plainName}`;
/** Minutes without a request after which an authentication session ends. */
const idleMinutes = 120;
/** The time of the last use is written at most once in this many seconds, so that polling does not write a row each time. */
const touchSeconds = 60;

/**
 * Name of the session cookie: bound to the host and to TLS on https, plain on loopback, where a Secure cookie would be lost. `isEncrypted` comes
 * from the connection or a trusted proxy.
 */
export function sessionCookieName(config: Pick<Config, 'publicUrl'>, isEncrypted: boolean): string {
  return isHttps(config, isEncrypted) ? hostName : plainName;
}

/** Whether people reach this server over https. */
export function isHttps(config: Pick<Config, 'publicUrl'>, isEncrypted: boolean): boolean {
  return isEncrypted || config.publicUrl?.startsWith('https:') === true;
}

/** The session id of a Cookie header; null without one. */
export function sessionIdOf(
  config: Pick<Config, 'publicUrl'>,
  headers: Pick<IncomingHttpHeaders, 'cookie'>,
  isEncrypted: boolean,
): string | null {
  if (headers.cookie === undefined) return null;
  return cookie.parse(headers.cookie)[sessionCookieName(config, isEncrypted)] ?? null;
}

/** Condition for a valid session, by the idle limit and the present as SQL. */
const livesSql = (idle: string, now: string) => `s.last_seen_at > ${idle}
  and (s.expires_at > ${now} or exists (
    select 1 from purchase_sessions p where p.account_id = s.account_id and p.state = 'payment_processing'))`;

/** Valid sessions with their accounts, by the idle limit and the present as SQL. */
export const callersSql = (
  idle: string,
  now: string,
) => `select s.id_hash, s.account_id, a.is_verified, s.last_seen_at
  from auth_sessions s join accounts a on a.id = s.account_id where ${livesSql(idle, now)}`;

/** The last use that a session valid at `now` must have had. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - idleMinutes * 60_000);
}

/** The given session hashes that still belong to a verified account; this check does not count as use. */
export async function livingSessions(
  q: Queryable,
  hashes: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await q.query<{ id_hash: string }>(
    `select s.id_hash from auth_sessions s join accounts a on a.id = s.account_id
      where s.id_hash = any($1::text[]) and a.is_verified and ${livesSql('$2', '$3')}`,
    [hashes, idleSince(now), now],
  );
  return new Set(rows.map((row) => row.id_hash));
}

/** A row of `callersSql`. */
export type CallerRow = { account_id: string; is_verified: boolean; last_seen_at: Date };

/** True if the time of the last use has to be written again. */
export function isUseDue(lastSeenAt: Date, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() > touchSeconds * 1000;
}

/**
 * The account of a session id at `now`; null for an unknown, idle (2 h) or expired (12 h) session. An expired one remains valid while a payment
 * runs, so that no buyer is signed out during a payment (§17.10).
 */
export async function readCaller(
  q: Queryable,
  sessionId: string | null,
  now: Date,
): Promise<Caller | null> {
  if (sessionId === null || sessionId === '') return null;
  const hash = secretHash(sessionId);
  const [row] = await q.query<CallerRow>(`${callersSql('$2', '$3')} and s.id_hash = $1`, [
    hash,
    idleSince(now),
    now,
  ]);
  return row === undefined ? null : callerOf(q, hash, row, now);
}

/** The caller of a row of `callersSql`; writes the time of the use where it is due. */
export async function callerOf(
  q: Queryable,
  hash: string,
  row: CallerRow,
  now: Date,
): Promise<Caller> {
  if (isUseDue(row.last_seen_at, now)) {
    // A row that another call has locked is in use anyway.
    await q.query(
      `update auth_sessions set last_seen_at = $2 where id_hash in (
         select id_hash from auth_sessions where id_hash = $1 for no key update skip locked)`,
      [hash, now],
    );
  }
  return { id: row.account_id, isVerified: row.is_verified, sessionHash: hash };
}
