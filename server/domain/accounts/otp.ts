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

/** The window of the daily limit of codes, in seconds. */
export const otpDaySeconds = 24 * 3_600;

interface CodeRow extends Row {
  readonly id: number;
  readonly subject: string;
  readonly code_hmac: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly attempts: number;
}

/** A new code and its recipient. */
export interface IssuedCode {
  readonly code: MailedCode;
  readonly email: string;
}

/** The purpose of a code, and the counters that limit it. */
export interface CodeLane {
  /** One code of a subject is valid at a time; each subject has its own pause and tries. */
  readonly subject: string;
  /** The key of the limit of ten a day: codes of several subjects may share it. */
  readonly budget: string;
}

/** The lane of codes that verify the address of an account: only a request signed in to that account may send them. */
export function provingLane(accountId: string): CodeLane {
  return { subject: accountId, budget: accountId };
}

/**
 * Makes a new six-digit code for a signed-in account, invalidates the previous one (§4.86, §17.2), and lets `write` write its e-mail. Throws
 * Refusal 429 with the wait, also in `meta`, within 60 s of the last code and after 10 codes in 24 h.
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
    const code = await writeCode(tx, key, { ...lane, network: null }, accountId, now);
    const object = `account:${accountId}`;
    await audit(tx, { at: now, accountId, action: 'otp.issue', object, ...origin });
    await write(tx, { code, email: account.email });
    return readGrant(tx, lane, now);
  });
}

/** When the next code may be requested, how many were requested in 24 h, and how long the current code is valid. */
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
 * Verifies the e-mail address with a code: each code may be tried five times and used once. The account becomes verified, its authentication
 * sessions end and a new one opens. Throws Refusal 422 for a wrong code, 410 for one that has expired, was used, was replaced or has no tries left.
 */
export async function proveCode(
  db: Db,
  key: string,
  accountId: string,
  given: string,
  now: Date,
  origin: Origin,
): Promise<OpenedSession> {
  // The counted try must be committed, so a wrong code ends this transaction normally and is refused afterwards.
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

/** Invalidates every code of an account and removes it from the stored e-mails. */
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

/** Makes a code, stores its HMAC and invalidates the previous one. Throws Refusal 429 while no code may be sent. */
export async function writeCode(
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
 * Tries a code once and counts the try; the row lock lets in one caller at a time. Compares with the valid code of the first subject that has one.
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

/** Returns the proof, or throws the refusal of a wrong (422) or invalid (410) code. */
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

/** The HMAC covers the subject and the creation time, so that a code fits one row only. */
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
