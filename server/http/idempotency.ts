import { createHash } from 'node:crypto';
import type { CallName } from '../../contract/call/calls.ts';
import type { Db, Queryable } from '../db/db.ts';
import { isPresentSql } from '../db/presence.ts';
import { secretHash } from '../secrets/secret-hash.ts';
import { type Caller, type CallerRow, callerOf, callersSql, idleSince } from './caller.ts';
import { Refusal } from './refusal.ts';
import { refusal } from './refuse.ts';

const keyMaxLength = 255;
/** Milliseconds after which a holder without a response counts as stuck, although its process lives. */
const holderLifeMs = 60_000;
const keptHours = 24;

/** The newest purchase session of the caller `c`, because a client may also repeat the call that ends a session. */
const newestSessionSql = `(select id from purchase_sessions where account_id = c.account_id order by joined_at desc limit 1)`;

/** A stored response, sent again for a repeated call. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** One call made under an Idempotency-Key. */
export interface KeyedCall {
  readonly key: string;
  /** Presence row of the process that handles the call. */
  readonly holder: number;
  readonly route: string;
  /** Path parameters, query and body, parsed. */
  readonly parameters: unknown;
}

/** The key of a call as it was found: claimed for this call, or used before. */
export interface FoundKey {
  readonly accountId: string;
  readonly key: string;
  readonly requestHash: string;
  readonly route: string;
  readonly isClaimed: boolean;
  /** The earlier use; null where there is none any more. */
  readonly earlier: {
    readonly route: string;
    readonly requestHash: string;
    readonly status: number | null;
    readonly body: unknown;
    readonly isOfEarlierSession: boolean;
  } | null;
}

type KeyRow = CallerRow & {
  is_claimed: boolean;
  route: string | null;
  request_hash: string | null;
  status: number | null;
  body: unknown;
  is_earlier: boolean;
};

/**
 * Finds the caller of a session id and claims the key of the call, by one statement; null as `readCaller`. The key of an account without a verified
 * e-mail address is not claimed. A holder whose process is dead loses its key at once.
 */
export async function readKeyedCaller(
  q: Queryable,
  sessionId: string | null,
  call: KeyedCall,
  now: Date,
): Promise<{ readonly caller: Caller; readonly found: FoundKey } | null> {
  if (sessionId === null || sessionId === '') return null;
  const { key, route, holder } = call;
  const hash = secretHash(sessionId);
  const requestHash = hashOf(call.parameters);
  const [row] = await q.query<KeyRow>(
    `with c as (${callersSql('$2', '$3')} and s.id_hash = $1),
     claimed as (
       insert into idempotency_keys as kept (account_id, key, route, request_hash, created_at, holder, session_id)
       select c.account_id, $4, $5, $6, $3, $7, ${newestSessionSql} from c where c.is_verified
       on conflict (account_id, key) do update set created_at = excluded.created_at, holder = excluded.holder
        where kept.status is null and kept.route = excluded.route and kept.request_hash = excluded.request_hash
          and kept.session_id is not distinct from excluded.session_id
          and (kept.created_at < $8 or (kept.holder <> excluded.holder and not ${isPresentSql('kept.holder')}))
       returning key)
     select c.id_hash, c.account_id, c.is_verified, c.last_seen_at, exists (select 1 from claimed) as is_claimed, k.route, k.request_hash, k.status, k.body,
       k.session_id is distinct from ${newestSessionSql} as is_earlier
     from c left join idempotency_keys k on k.account_id = c.account_id and k.key = $4`,
    [
      hash,
      idleSince(now),
      now,
      key,
      route,
      requestHash,
      holder,
      new Date(now.getTime() - holderLifeMs),
    ],
  );
  if (row === undefined) return null;
  const caller = await callerOf(q, hash, row, now);
  const earlier =
    row.route === null || row.request_hash === null
      ? null
      : {
          route: row.route,
          requestHash: row.request_hash,
          status: row.status,
          body: row.body,
          isOfEarlierSession: row.is_earlier,
        };
  const found = { accountId: caller.id, key, route, requestHash, earlier };
  return { caller, found: { ...found, isClaimed: row.is_claimed } };
}

/** What a handler gets to store its response in the transaction of its work; `answerOnce` stores that of any other. */
export interface Keeping {
  /** The response that was stored; null before. */
  kept: StoredAnswer | null;
}

/**
 * Handles a call under its key as Stripe does (§7.5): the first response is stored for 24 h and sent again; other parameters under the
 * key, or a later purchase session, are refused (422); while the first call runs, a second is refused (409, wait 1 s), unless the process of the
 * first is dead: then the second takes over at once. 422, 429 and 5xx are not stored. `run` returns the response or throws; `asAnswer` turns a
 * thrown Refusal into a response to store.
 */
export async function answerOnce(
  db: Queryable,
  found: FoundKey,
  keeping: Keeping,
  run: () => Promise<StoredAnswer>,
  asAnswer: (refusal: Refusal) => StoredAnswer,
): Promise<{ answer: StoredAnswer; isReplay: boolean }> {
  const stored = storedAnswer(found);
  if (stored !== null) return { answer: stored, isReplay: true };
  try {
    const answer = await run();
    if (keeping.kept === null) await keepAnswer(db, found, answer);
    return { answer, isReplay: false };
  } catch (error) {
    if (error instanceof Refusal && isKept(error.status))
      await keepAnswer(db, found, asAnswer(error));
    else await forget(db, found);
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

/** The stored response to an earlier use of a key; null where the key is claimed for this call. Throws a Refusal for a key that cannot be used. */
function storedAnswer({ isClaimed, earlier, route, requestHash }: FoundKey): StoredAnswer | null {
  if (isClaimed) return null;
  if (earlier !== null && (earlier.route !== route || earlier.requestHash !== requestHash)) {
    throw refusal('keyReused');
  }
  if (earlier?.isOfEarlierSession === true) throw refusal('keyOfEarlierSession');
  // A missing row belongs to a call that began at the same time.
  if (earlier === null || earlier.status === null) {
    throw refusal('keyInUse', { retryAfterSeconds: 1 });
  }
  return { status: earlier.status, body: earlier.body };
}

/** Stores the response to a call under its key. */
export async function keepAnswer(
  q: Queryable,
  { accountId, key }: FoundKey,
  answer: StoredAnswer,
): Promise<void> {
  await q.query(
    'update idempotency_keys set status = $3, body = $4::jsonb where account_id = $1 and key = $2',
    [accountId, key, answer.status, JSON.stringify(answer.body)],
  );
}

async function forget(q: Queryable, { accountId, key }: FoundKey): Promise<void> {
  await q.query('delete from idempotency_keys where account_id = $1 and key = $2', [
    accountId,
    key,
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
