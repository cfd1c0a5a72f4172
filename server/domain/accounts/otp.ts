import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { OtpGrant } from '../../../contract/account.ts';
import { calls } from '../../../contract/call/calls.ts';
import {
  otpAttempts,
  otpCooldownSeconds,
  otpDailyLimit,
  otpLength,
  otpLifeMinutes,
} from '../../../contract/limits.ts';
import type { Db, Queryable, Row, Tx } from '../../db/db.ts';
import type { Origin } from '../../http/origin.ts';
import { refuseFor } from '../../http/refuse.ts';
import { blankCodes, type MailedCode } from '../../mail/mailed-codes.ts';
import { audit } from '../audit.ts';
import { type OpenedSession, openSession } from './accounts.ts';

const refuseCode = refuseFor(calls.generateOtp, calls.forgotPassword);
const refuseProof = refuseFor(calls.validateOtp, calls.resetPassword);
const refuseAccount = refuseFor(calls.generateOtp, calls.validateOtp);

/** What 'a day' is for codes. */
export const otpDaySeconds = 24 * 3_600;

interface CodeRow extends Row {
  readonly id: number;
  readonly subject: string;
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

/** What a code is for, and whom it is counted against. */
export interface CodeLane {
  /** One code of a subject lives at a time, with a pause and tries of its own. */
  readonly subject: string;
  /** What its ten a day are counted by: codes of several subjects may share a number. */
  readonly budget: string;
}

/** The lane of codes that prove the address of an account: only somebody signed in to it asks for them. */
export function provingLane(accountId: string): CodeLane {
  return { subject: accountId, budget: accountId };
}

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
    const lane = provingLane(accountId);
    const code = await layCode(tx, key, { ...lane, network: null }, accountId, now);
    const object = `account:${accountId}`;
    await audit(tx, { at: now, accountId, action: 'otp.issue', object, ...origin });
    await write(tx, { code, email: account.email });
    return readGrant(tx, lane, now);
  });
}

/** When the next code may be asked for, how many were asked for in 24 h, and how long the running one lives. */
export async function readGrant(q: Queryable, lane: CodeLane, now: Date): Promise<OtpGrant> {
  const rows = await q.query<{
    subject: string;
    created_at: Date;
    expires_at: Date;
    dead: boolean;
  }>(
    'select subject, created_at, expires_at, dead from otp_codes where budget = $1 and created_at > $2 order by id desc',
    [lane.budget, after(now, -otpDaySeconds)],
  );
  const newest = rows.find((row) => row.subject === lane.subject);
  const oldestOfLimit = rows[otpDailyLimit - 1];
  const free = [
    ...(newest === undefined ? [] : [after(newest.created_at, otpCooldownSeconds)]),
    ...(oldestOfLimit === undefined ? [] : [after(oldestOfLimit.created_at, otpDaySeconds)]),
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
    const tried = await tryCode(tx, key, [accountId], given, now);
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

/** Makes a code, keeps its HMAC and kills the one before. Throws Refusal 429 while none may be made. */
export async function layCode(
  tx: Tx,
  key: string,
  lane: CodeLane & { readonly network: string | null },
  accountId: string | null,
  now: Date,
): Promise<MailedCode> {
  const grant = await readGrant(tx, lane, now);
  const wait = grant.next_request_available_in;
  if (wait > 0) {
    const extras = { retryAfterSeconds: wait, meta: grant };
    if (wait > otpCooldownSeconds) throw refuseCode('codesSpent', extras);
    const sentence = `Please wait ${wait} seconds before requesting another code.`;
    throw refuseCode('codeTooSoon', { ...extras, sentence });
  }
  const { subject, budget, network } = lane;
  const code = String(randomInt(10 ** otpLength)).padStart(otpLength, '0');
  const endsAt = after(now, otpLifeMinutes * 60);
  await tx.query('update otp_codes set dead = true where subject = $1 and not dead', [subject]);
  await blankCodes(tx, [subject]);
  await tx.query(
    `insert into otp_codes (subject, budget, network, account_id, code_hmac, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [subject, budget, network, accountId, hmacOf(key, subject, now, code), now, endsAt],
  );
  return { value: code, subject, endsAt };
}

/**
 * Tries a code once, and counts the try; one caller at a time, since the row is locked. It is compared with the living code of the
 * first of the subjects that has one.
 */
export async function tryCode(
  tx: Tx,
  key: string,
  subjects: readonly string[],
  given: string,
  now: Date,
): Promise<'right' | 'wrong' | 'dead'> {
  const [row] = await tx.query<CodeRow>(
    `select id, subject, code_hmac, created_at, expires_at, attempts from otp_codes
      where subject = any($1::text[]) and not dead and expires_at > $2
      order by array_position($1::text[], subject) limit 1 for update`,
    [subjects, now],
  );
  if (row === undefined) return 'dead';
  const expected = Buffer.from(row.code_hmac);
  const actual = Buffer.from(hmacOf(key, row.subject, row.created_at, given));
  const isRight = expected.length === actual.length && timingSafeEqual(expected, actual);
  const attempts = row.attempts + 1;
  const isDead = isRight || attempts >= otpAttempts;
  await tx.query('update otp_codes set attempts = $2, dead = $3 where id = $1', [
    row.id,
    attempts,
    isDead,
  ]);
  if (isDead) await blankCodes(tx, [row.subject]);
  return isRight ? 'right' : 'wrong';
}

/** The proof, or the refusal of a wrong or dead code: 422 or 410. */
export function acceptedOr<T extends object>(proof: T | 'wrong' | 'dead'): T {
  if (proof === 'wrong') {
    throw refuseProof('codeWrong', { field: 'otp' });
  }
  if (proof === 'dead') throw refuseProof('codeExpired');
  return proof;
}

async function lockAccount(q: Queryable, accountId: string): Promise<{ email: string }> {
  const [row] = await q.query<{ email: string }>(
    'select email from accounts where id = $1 for update',
    [accountId],
  );
  if (row === undefined) throw refuseAccount('unauthenticated');
  return row;
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
