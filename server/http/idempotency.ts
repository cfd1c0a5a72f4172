import { createHash } from 'node:crypto';
import type { CallName } from '../../contract/call/calls.ts';
import type { Db, Queryable } from '../db/db.ts';
import { isPresentSql } from '../db/presence.ts';
import { Refusal } from './refusal.ts';
import { refusal } from './refuse.ts';

const keyMaxLength = 255;
/** Milliseconds after which a holder without a response counts as stuck, although its process lives. */
const holderLifeMs = 60_000;
const keptHours = 24;

/** The purchase session of a call of account $1: its newest, because a client may also repeat the call that ends a session. */
const newestSessionSql = `(select id from purchase_sessions where account_id = $1 order by joined_at desc limit 1)`;

/** A stored response, sent again for a repeated call. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** One call made under an Idempotency-Key. */
export interface KeyedCall {
  readonly accountId: string;
  readonly key: string;
  /** Presence row of the process that handles the call. */
  readonly holder: number;
  readonly route: string;
  /** Path parameters, query and body, parsed. */
  readonly parameters: unknown;
}

/**
 * Handles a call under its key as Stripe does (resolutions §4): the first response is stored for 24 h and sent again; other parameters under the
 * key, or a later purchase session, are refused (422); while the first call runs, a second is refused (409, wait 1 s), unless the process of the
 * first is dead: then the second takes over at once. 422, 429 and 5xx are not stored. `run` returns the response or throws; `asAnswer` turns a
 * thrown Refusal into a response to store.
 */
export async function answerOnce(
  db: Db,
  call: KeyedCall,
  now: Date,
  run: () => Promise<StoredAnswer>,
  asAnswer: (refusal: Refusal) => StoredAnswer,
): Promise<{ answer: StoredAnswer; isReplay: boolean }> {
  const requestHash = hashOf(call.parameters);
  const kept = await claim(db, call, requestHash, now);
  if (kept !== null) return { answer: kept, isReplay: true };
  try {
    const answer = await run();
    await keep(db, call, answer);
    return { answer, isReplay: false };
  } catch (error) {
    if (error instanceof Refusal && isKept(error.status)) await keep(db, call, asAnswer(error));
    else await forget(db, call);
    throw error;
  }
}

/** The key of a request's header; null without one. Refuses an empty or too long one (`keyInvalid`). */
export function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const key = Array.isArray(header) ? header.join() : header;
  if (key.length === 0 || key.length > keyMaxLength) {
    throw refusal('keyInvalid');
  }
  return key;
}

/**
 * Deletes the stored responses of calls that `tx` undoes: they would report a payment or a draft that no longer exists. A repeated call then runs
 * again.
 */
export async function forgetAnswers(
  tx: Queryable,
  accountId: string,
  routes: readonly CallName[],
): Promise<void> {
  await tx.query(
    'delete from idempotency_keys where account_id = $1 and route = any($2::text[]) and status is not null',
    [accountId, routes],
  );
}

/** Deletes keys older than 24 h. */
export async function sweepIdempotencyKeys(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptHours * 3_600_000);
  await db.query('delete from idempotency_keys where created_at < $1', [before]);
}

async function claim(
  db: Db,
  call: KeyedCall,
  requestHash: string,
  now: Date,
): Promise<StoredAnswer | null> {
  const abandoned = new Date(now.getTime() - holderLifeMs);
  const claimed = await db.query(
    `insert into idempotency_keys as kept (account_id, key, route, request_hash, created_at, holder, session_id)
     values ($1, $2, $3, $4, $5, $7, ${newestSessionSql})
     on conflict (account_id, key) do update set created_at = excluded.created_at, holder = excluded.holder
      where kept.status is null and kept.route = excluded.route and kept.request_hash = excluded.request_hash
        and kept.session_id is not distinct from excluded.session_id
        and (kept.created_at < $6 or (kept.holder <> excluded.holder and not ${isPresentSql('kept.holder')}))
     returning key`,
    [call.accountId, call.key, call.route, requestHash, now, abandoned, call.holder],
  );
  if (claimed.length > 0) return null;
  const [row] = await db.query<{
    route: string;
    request_hash: string;
    status: number | null;
    body: unknown;
    is_earlier: boolean;
  }>(
    `select route, request_hash, status, body, session_id is distinct from ${newestSessionSql} as is_earlier
     from idempotency_keys where account_id = $1 and key = $2`,
    [call.accountId, call.key],
  );
  if (row !== undefined && (row.route !== call.route || row.request_hash !== requestHash)) {
    throw refusal('keyReused');
  }
  if (row?.is_earlier === true) {
    throw refusal('keyOfEarlierSession');
  }
  // A missing row belonged to a holder whose response was not stored.
  if (row === undefined || row.status === null) {
    throw refusal('keyInUse', { retryAfterSeconds: 1 });
  }
  return { status: row.status, body: row.body };
}

async function keep(db: Db, call: KeyedCall, answer: StoredAnswer): Promise<void> {
  await db.query(
    'update idempotency_keys set status = $3, body = $4::jsonb where account_id = $1 and key = $2',
    [call.accountId, call.key, answer.status, JSON.stringify(answer.body)],
  );
}

async function forget(db: Db, call: KeyedCall): Promise<void> {
  await db.query('delete from idempotency_keys where account_id = $1 and key = $2', [
    call.accountId,
    call.key,
  ]);
}

function isKept(status: number): boolean {
  return status < 500 && status !== 422 && status !== 429;
}

function hashOf(parameters: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(parameters)))
    .digest('hex');
}

/** The same value with the keys of every object in sorted order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => [key, sorted(entry)]);
}
