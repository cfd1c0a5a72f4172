import { randomBytes, randomUUID } from 'node:crypto';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { User } from '../../../contract/account.ts';
import { calls } from '../../../contract/call/calls.ts';
import { normalisePhone } from '../../../contract/fields.ts';
import type { Db, Queryable } from '../../db/db.ts';
import { isUniqueViolation } from '../../db/transaction.ts';
import type { Origin } from '../../http/origin.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { LegalTexts } from '../../legal/texts.ts';
import type { Visitor } from '../../limits/visitor.ts';
import { secretHash } from '../../secrets/secret-hash.ts';
import { audit } from '../audit.ts';
import { isCommonPassword } from './common-passwords.ts';
import { acceptLegalTexts } from './legal.ts';
import { inLane, type PasswordHasher } from './passwords.ts';

const refuse = refuseFor(calls.register);
const refusePhone = refuseFor(calls.register, calls.updateProfile, calls.googleCompleteProfile);
const refusePassword = refuseFor(calls.register, calls.resetPassword);
const refuseAccount = refuseFor(
  calls.me,
  calls.updateProfile,
  calls.validateOtp,
  calls.googleCompleteProfile,
);

/** Seconds from the beginning of an authentication session to its end, whether it is used or not. */
export const sessionLifeSeconds = 12 * 3_600;
const homeCountry: CountryCode = 'ID';

/** A new authentication session: the secret for the cookie, and the account. */
export interface OpenedSession {
  readonly id: string;
  readonly accountId: string;
  readonly isVerified: boolean;
}

export interface NewAccount {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Creates an unverified account whose owner agreed to the legal texts (§5.11), and signs it in (§7.21). Throws Refusal 422 for an impossible phone
 * number, a common password, or an address that cannot be registered.
 */
export async function registerAccount(
  db: Db,
  hasher: PasswordHasher,
  given: NewAccount,
  visitor: Visitor,
  now: Date,
  origin: Origin,
  legal: LegalTexts,
): Promise<OpenedSession> {
  const phone = validPhone(given.phoneNumber);
  refuseCommonPassword(given.password);
  // The hash comes before any look-up, so that a taken address takes as long as a free one (§17.3).
  const passwordHash = await inLane(visitor, (turn) => hasher.hash(given.password, turn));
  const id = randomUUID();
  try {
    return await db.tx(async (tx) => {
      await tx.query(
        `insert into accounts (id, email, password_hash, first_name, last_name, phone_number, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [id, given.email.toLowerCase(), passwordHash, given.firstName, given.lastName, phone, now],
      );
      await audit(tx, {
        at: now,
        accountId: id,
        action: 'register',
        object: `account:${id}`,
        ...origin,
      });
      await acceptLegalTexts(tx, legal, id, now);
      return openSession(tx, id, false, now);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw refuse('emailNotRegistrable', { field: 'email' });
  }
}

/** Changes the name and the phone number, which may be empty (§7.29). Throws Refusal 422 for an impossible phone number. */
export async function updateAccount(
  db: Db,
  accountId: string,
  given: Pick<NewAccount, 'firstName' | 'lastName' | 'phoneNumber'>,
  now: Date,
  origin: Origin,
): Promise<User> {
  const phone = given.phoneNumber === '' ? '' : validPhone(given.phoneNumber);
  return db.tx(async (tx) => {
    await tx.query(
      'update accounts set first_name = $2, last_name = $3, phone_number = $4 where id = $1',
      [accountId, given.firstName, given.lastName, phone],
    );
    const object = `account:${accountId}`;
    await audit(tx, { at: now, accountId, action: 'profile.update', object, ...origin });
    return readAccount(tx, accountId);
  });
}

/** The account as its owner sees it. Throws Refusal 401 if it no longer exists. */
export async function readAccount(q: Queryable, accountId: string): Promise<User> {
  const [row] = await q.query<{
    id: string;
    email: string;
    first_name: string;
    last_name: string;
    phone_number: string;
    role: string;
    is_verified: boolean;
    created_at: Date;
  }>(
    'select id, email, first_name, last_name, phone_number, role, is_verified, created_at from accounts where id = $1',
    [accountId],
  );
  if (row === undefined) throw refuseAccount('unauthenticated');
  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phoneNumber: row.phone_number,
    role: row.role,
    isVerified: row.is_verified,
    created_at: row.created_at.toISOString(),
  };
}

/** Opens an authentication session of 12 h; the database stores only the hash of its 256-bit id. */
export async function openSession(
  q: Queryable,
  accountId: string,
  isVerified: boolean,
  now: Date,
): Promise<OpenedSession> {
  const id = randomBytes(32).toString('base64url');
  const ends = new Date(now.getTime() + sessionLifeSeconds * 1000);
  await q.query(
    `insert into auth_sessions (id_hash, account_id, created_at, last_seen_at, expires_at) values ($1, $2, $3, $3, $4)`,
    [secretHash(id), accountId, now, ends],
  );
  return { id, accountId, isVerified };
}

/** Ends an authentication session; does nothing for an unknown one. */
export async function closeSession(
  db: Db,
  accountId: string,
  hash: string,
  now: Date,
  origin: Origin,
): Promise<void> {
  await db.tx(async (tx) => {
    await tx.query('delete from auth_sessions where id_hash = $1', [hash]);
    const object = `account:${accountId}`;
    await audit(tx, { at: now, accountId, action: 'logout', object, ...origin });
  });
}

/** The E.164 form of a phone number (§3.13). Throws Refusal 422 for an impossible number. */
export function validPhone(typed: string): string {
  const parsed = parsePhoneNumberFromString(normalisePhone(typed), homeCountry);
  if (parsed?.isValid() !== true) {
    throw refusePhone('phoneInvalid', { field: 'phoneNumber' });
  }
  return parsed.number;
}

/** Throws Refusal 422 for a password from the lists of common passwords. */
export function refuseCommonPassword(password: string): void {
  if (!isCommonPassword(password)) return;
  throw refusePassword('passwordTooEasy', { field: 'password' });
}
