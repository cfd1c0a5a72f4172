import { audit } from '../audit.ts';
import type { Db } from '../db/db.ts';
import type { Origin } from '../http/origin.ts';
import { Refusal } from '../http/refusal.ts';
import { type OpenedSession, openSession } from './accounts.ts';
import { accountKey } from './otp.ts';
import type { PasswordHasher } from './passwords.ts';

/** Failures of one account from one network before it must wait (resolutions §3). */
const nearFailures = { count: 5, seconds: 15 * 60 };
/** Failures of one account from anywhere before it is locked, and for how long (resolutions §3). */
const allFailures = { count: 30, seconds: 12 * 3_600, lockSeconds: 15 * 60 };

const wrong = 'Login failed. Please check your credentials.';
const tooMany = 'Too many failed attempts. Please wait before you try again.';

/**
 * Signs in with e-mail and password (§7). An unknown address costs the same time and gives the same words as a wrong password.
 * Throws Refusal 401 for wrong credentials, 429 with the wait after too many failures, whether the account exists or not.
 */
export async function login(
  db: Db,
  hasher: PasswordHasher,
  given: { readonly email: string; readonly password: string },
  now: Date,
  origin: Origin,
): Promise<OpenedSession> {
  const email = given.email.toLowerCase();
  const key = accountKey(email);
  const wait = await waitAfterFailures(db, key, origin.addressPrefix, now);
  if (wait > 0) throw new Refusal(429, tooMany, { retryAfterSeconds: wait });
  // The failure stands before the password is looked at, so that parallel guesses cannot all pass the count.
  const attempt = await noteFailure(db, key, origin.addressPrefix, now);
  if (attempt > nearFailures.count) {
    throw new Refusal(429, tooMany, { retryAfterSeconds: nearFailures.seconds });
  }
  const [account] = await db.query<{
    id: string;
    password_hash: string | null;
    is_verified: boolean;
  }>('select id, password_hash, is_verified from accounts where lower(email) = $1', [email]);
  const isRight = await verifyOrForget(db, hasher, account?.password_hash ?? null, given.password, {
    key,
    address: origin.addressPrefix,
    at: now,
  });
  if (account === undefined || !isRight) {
    await audit(db, {
      at: now,
      accountId: account?.id ?? null,
      action: 'login.failed',
      object: account === undefined ? 'account:unknown' : `account:${account.id}`,
      ...origin,
    });
    throw new Refusal(401, wrong);
  }
  const renewed = await renewedHash(hasher, account.password_hash, given.password);
  return db.tx(async (tx) => {
    if (renewed !== null) {
      // Unless the password was changed meanwhile.
      await tx.query(
        'update accounts set password_hash = $2 where id = $1 and password_hash = $3',
        [account.id, renewed, account.password_hash],
      );
    }
    await tx.query('delete from login_failures where account_key = $1 and address = $2', [
      key,
      origin.addressPrefix,
    ]);
    const object = `account:${account.id}`;
    await audit(tx, { at: now, accountId: account.id, action: 'login', object, ...origin });
    return openSession(tx, account.id, account.is_verified, now);
  });
}

/** The right password hashed at today's cost, where it was kept at another; null where that is not needed, or the server is too busy. */
async function renewedHash(
  hasher: PasswordHasher,
  stored: string | null,
  password: string,
): Promise<string | null> {
  if (stored === null || !hasher.isOutdated(stored)) return null;
  return hasher.hash(password).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}

/** Checks the password; when the server is too busy to, the failure noted in advance is taken back. */
async function verifyOrForget(
  db: Db,
  hasher: PasswordHasher,
  stored: string | null,
  password: string,
  noted: { readonly key: string; readonly address: string; readonly at: Date },
): Promise<boolean> {
  try {
    return await hasher.verify(stored, password);
  } catch (error) {
    await db.query(
      `delete from login_failures where ctid = (
         select ctid from login_failures where account_key = $1 and address = $2 and at = $3 limit 1)`,
      [noted.key, noted.address, noted.at],
    );
    throw error;
  }
}

/** Seconds to wait because of failures already counted; 0 when the account may be tried. */
async function waitAfterFailures(db: Db, key: string, address: string, now: Date): Promise<number> {
  const [row] = await db.query<{
    near: number;
    near_oldest: Date | null;
    total: number;
    newest: Date | null;
  }>(
    `select count(*) filter (where address = $2 and at > $3) as near,
            min(at) filter (where address = $2 and at > $3) as near_oldest,
            count(*) as total, max(at) as newest
       from login_failures where account_key = $1 and at > $4`,
    [key, address, before(now, nearFailures.seconds), before(now, allFailures.seconds)],
  );
  if (row === undefined) return 0;
  const near =
    row.near >= nearFailures.count ? secondsLeft(row.near_oldest, nearFailures.seconds, now) : 0;
  const all =
    row.total >= allFailures.count ? secondsLeft(row.newest, allFailures.lockSeconds, now) : 0;
  return Math.max(near, all);
}

/** Notes one failure and returns how many this network now has, itself included; one caller at a time per account. */
async function noteFailure(db: Db, key: string, address: string, now: Date): Promise<number> {
  return db.tx(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtext($1)::bigint)', [key]);
    await tx.query('insert into login_failures (account_key, address, at) values ($1, $2, $3)', [
      key,
      address,
      now,
    ]);
    const [row] = await tx.query<{ near: number }>(
      'select count(*) as near from login_failures where account_key = $1 and address = $2 and at > $3',
      [key, address, before(now, nearFailures.seconds)],
    );
    return row?.near ?? 0;
  });
}

function before(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000);
}

function secondsLeft(from: Date | null, seconds: number, now: Date): number {
  return from === null ? 0 : Math.max(0, seconds - (now.getTime() - from.getTime()) / 1000);
}
