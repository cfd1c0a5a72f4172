import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { OtpGrant } from '../../contract/account.ts';
import {
  otpAttempts,
  otpCooldownSeconds,
  otpDailyLimit,
  otpLength,
  otpLifeMinutes,
} from '../../contract/limits.ts';
import { audit } from '../audit.ts';
import type { Db, Queryable, Row, Tx } from '../db/db.ts';
import type { Origin } from '../http/origin.ts';
import { Refusal } from '../http/refusal.ts';
import { blankCodes, type MailedCode } from '../mail/mailed-codes.ts';
import { type OpenedSession, openSession } from './accounts.ts';

const daySeconds = 24 * 3_600;
const wrongWords = 'Invalid OTP. Please try again.';
const expiredWords = 'OTP has expired. Please request a new code.';

interface CodeRow extends Row {
  readonly id: number;
  readonly code_hmac: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly attempts: number;
}

/** A code just made, and whom it is for. */
export interface IssuedCode {
  readonly code: MailedCode;
  readonly email: string;
}

/** What a code is for: proving the address of an account, or choosing a new password for an address. Limits and tries count apart. */
export type CodeSubject = { readonly accountId: string } | { readonly email: string };

/**
 * Makes a new code of six digits for a signed-in account, kills the one before it (§3, ruling 1.4-H) and has its letter written by
 * `write`. Throws Refusal 429 with the wait, and the same data in `meta`, within 60 s of the last one and after 10 in 24 h.
 */
export async function issueCode(
  db: Db,
  key: string,
  accountId: string,
  now: Date,
  origin: Origin,
  write: (tx: Tx, issued: IssuedCode) => Promise<void>,
): Promise<OtpGrant> {
  return db.tx(async (tx) => {
    const account = await lockAccount(tx, accountId);
    const code = await layCode(tx, key, { accountId }, accountId, now);
    const object = `account:${accountId}`;
    await audit(tx, { at: now, accountId, action: 'otp.issue', object, ...origin });
    await write(tx, { code, email: account.email });
    return readGrant(tx, { accountId }, now);
  });
}

/**
 * The same for a new password, asked for by whoever knows an address. An address nobody has takes the same steps and gets the same
 * answer and limits; only no letter leaves, so `send` is not waited for.
 */
export async function issueResetCode(
  db: Db,
  key: string,
  email: string,
  now: Date,
  origin: Origin,
  send: (issued: IssuedCode) => void,
): Promise<OtpGrant> {
  return db.tx(async (tx) => {
    await lockSubject(tx, { email });
    const [account] = await tx.query<{ id: string; email: string }>(
      'select id, email from accounts where lower(email) = $1',
      [email.toLowerCase()],
    );
    const accountId = account?.id ?? null;
    const code = await layCode(tx, key, { email }, accountId, now);
    const object = accountId === null ? 'account:unknown' : `account:${accountId}`;
    await audit(tx, { at: now, accountId, action: 'password.code', object, ...origin });
    if (account !== undefined) {
      tx.afterCommit(() => send({ code, email: account.email }));
    }
    return readGrant(tx, { email }, now);
  });
}

/** When the next code may be asked for, how many were asked for in 24 h, and how long the running one lives. */
export async function readGrant(q: Queryable, subject: CodeSubject, now: Date): Promise<OtpGrant> {
  const rows = await q.query<{ created_at: Date; expires_at: Date; dead: boolean }>(
    'select created_at, expires_at, dead from otp_codes where subject = $1 and created_at > $2 order by id desc',
    [nameOf(subject), after(now, -daySeconds)],
  );
  const [newest] = rows;
  const oldestOfLimit = rows[otpDailyLimit - 1];
  const free = [
    ...(newest === undefined ? [] : [after(newest.created_at, otpCooldownSeconds)]),
    ...(oldestOfLimit === undefined ? [] : [after(oldestOfLimit.created_at, daySeconds)]),
  ].filter((at) => at > now);
  const freeAt = free.length === 0 ? null : new Date(Math.max(...free.map(Number)));
  const isAlive = newest !== undefined && !newest.dead && newest.expires_at > now;
  return {
    next_request_available_in: freeAt === null ? 0 : secondsUntil(freeAt, now),
    next_request_available_at: freeAt === null ? null : freeAt.toISOString(),
    daily_usage: { current_count: rows.length, daily_limit: otpDailyLimit },
    ...(isAlive
      ? {
          expires_in: secondsUntil(newest.expires_at, now),
          expires_at: newest.expires_at.toISOString(),
        }
      : {}),
  };
}

/**
 * Proves the e-mail address with a code: each may be tried five times, and used once. The account becomes verified, its sessions
 * end and a new one opens. Throws Refusal 422 for a wrong code, 410 for one that expired, was used, was replaced or was tried out.
 */
export async function proveCode(
  db: Db,
  key: string,
  accountId: string,
  given: string,
  now: Date,
  origin: Origin,
): Promise<OpenedSession> {
  // A counted try must stay counted, so a wrong code ends this transaction well and is refused after it.
  const proof = await db.tx(async (tx) => {
    await lockAccount(tx, accountId);
    const tried = await tryCode(tx, key, { accountId }, given, now);
    if (tried === 'dead') return tried;
    const action = tried === 'right' ? 'otp.prove' : 'otp.wrong';
    await audit(tx, { at: now, accountId, action, object: `account:${accountId}`, ...origin });
    if (tried === 'wrong') return tried;
    await tx.query('update accounts set is_verified = true where id = $1', [accountId]);
    await tx.query('delete from auth_sessions where account_id = $1', [accountId]);
    return openSession(tx, accountId, true, now);
  });
  return acceptedOr(proof);
}

/**
 * Sets a new password with the code sent to its address. The address counts as proved, every session of the account ends, and one
 * opens. Throws Refusal as `proveCode`, for an address nobody has as well; `ended` are the sessions whose connections are to be closed.
 */
export async function resetPassword(
  db: Db,
  key: string,
  given: { readonly email: string; readonly otp: string; readonly passwordHash: string },
  now: Date,
  origin: Origin,
): Promise<OpenedSession & { readonly ended: readonly string[] }> {
  const email = given.email.toLowerCase();
  const proof = await db.tx(async (tx) => {
    await lockSubject(tx, { email });
    const tried = await tryCode(tx, key, { email }, given.otp, now);
    if (tried === 'dead') return tried;
    const [account] = await tx.query<{ id: string }>(
      'select id from accounts where lower(email) = $1 for update',
      [email],
    );
    const accountId = account?.id ?? null;
    const object = accountId === null ? 'account:unknown' : `account:${accountId}`;
    const action = tried === 'right' && accountId !== null ? 'password.reset' : 'password.wrong';
    await audit(tx, { at: now, accountId, action, object, ...origin });
    if (tried === 'wrong' || accountId === null) return 'wrong';
    await tx.query('update accounts set password_hash = $2, is_verified = true where id = $1', [
      accountId,
      given.passwordHash,
    ]);
    const sessions = await tx.query<{ id_hash: string }>(
      'delete from auth_sessions where account_id = $1 returning id_hash',
      [accountId],
    );
    await killCodes(tx, accountId);
    await tx.query('delete from login_failures where account_key = $1', [accountKey(email)]);
    const session = await openSession(tx, accountId, true, now);
    return { ...session, ended: sessions.map((row) => row.id_hash) };
  });
  return acceptedOr(proof);
}

/** Ends every code of an account, and blanks it in its letters. */
export async function killCodes(tx: Tx, accountId: string): Promise<void> {
  const killed = await tx.query<{ subject: string }>(
    'update otp_codes set dead = true where account_id = $1 and not dead returning subject',
    [accountId],
  );
  await blankCodes(
    tx,
    killed.map((row) => row.subject),
  );
}

/** Key of an account in the table of failed sign-ins, whether it exists or not. */
export function accountKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}

/** Makes a code, keeps its HMAC and kills the one before. Throws Refusal 429 while none may be made. */
async function layCode(
  tx: Tx,
  key: string,
  subject: CodeSubject,
  accountId: string | null,
  now: Date,
): Promise<MailedCode> {
  const grant = await readGrant(tx, subject, now);
  const wait = grant.next_request_available_in;
  if (wait > 0) {
    const words =
      wait > otpCooldownSeconds
        ? 'Daily limit of verification codes reached. Please try again later.'
        : `Please wait ${wait} seconds before requesting another code.`;
    throw new Refusal(429, words, { retryAfterSeconds: wait, meta: grant });
  }
  const name = nameOf(subject);
  const code = String(randomInt(10 ** otpLength)).padStart(otpLength, '0');
  const endsAt = after(now, otpLifeMinutes * 60);
  await tx.query('update otp_codes set dead = true where subject = $1 and not dead', [name]);
  await blankCodes(tx, [name]);
  await tx.query(
    'insert into otp_codes (subject, account_id, code_hmac, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [name, accountId, hmacOf(key, name, now, code), now, endsAt],
  );
  return { value: code, subject: name, endsAt };
}

/** Tries a code once, and counts the try; one caller at a time, since the row is locked. */
async function tryCode(
  tx: Tx,
  key: string,
  subject: CodeSubject,
  given: string,
  now: Date,
): Promise<'right' | 'wrong' | 'dead'> {
  const name = nameOf(subject);
  const [row] = await tx.query<CodeRow>(
    `select id, code_hmac, created_at, expires_at, attempts from otp_codes
      where subject = $1 and not dead for update`,
    [name],
  );
  if (row === undefined || row.expires_at <= now) return 'dead';
  const expected = Buffer.from(row.code_hmac);
  const actual = Buffer.from(hmacOf(key, name, row.created_at, given));
  const isRight = expected.length === actual.length && timingSafeEqual(expected, actual);
  const attempts = row.attempts + 1;
  const isDead = isRight || attempts >= otpAttempts;
  await tx.query('update otp_codes set attempts = $2, dead = $3 where id = $1', [
    row.id,
    attempts,
    isDead,
  ]);
  if (isDead) await blankCodes(tx, [name]);
  return isRight ? 'right' : 'wrong';
}

function acceptedOr<T extends object>(proof: T | 'wrong' | 'dead'): T {
  if (proof === 'wrong') {
    throw new Refusal(422, wrongWords, { errors: [{ message: wrongWords, field: 'otp' }] });
  }
  if (proof === 'dead') throw new Refusal(410, expiredWords);
  return proof;
}

async function lockAccount(q: Queryable, accountId: string): Promise<{ email: string }> {
  const [row] = await q.query<{ email: string }>(
    'select email from accounts where id = $1 for update',
    [accountId],
  );
  if (row === undefined) throw new Refusal(401, 'Unauthenticated');
  return row;
}

/** An address may have no row to lock. */
async function lockSubject(q: Queryable, subject: CodeSubject): Promise<void> {
  await q.query('select pg_advisory_xact_lock(hashtext($1)::bigint)', [nameOf(subject)]);
}

/** Name of a subject in the table of codes. */
export function nameOf(subject: CodeSubject): string {
  return 'accountId' in subject ? subject.accountId : `reset:${accountKey(subject.email)}`;
}

/** Bound to what it is for and to the moment, so that a code fits one row only. */
function hmacOf(key: string, subject: string, createdAt: Date, code: string): string {
  return createHmac('sha256', key)
    .update(`${subject}.${createdAt.getTime()}.${code}`)
    .digest('hex');
}

function after(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}

function secondsUntil(at: Date, now: Date): number {
  return Math.ceil((at.getTime() - now.getTime()) / 1000);
}
