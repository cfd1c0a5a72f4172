import { randomBytes, randomUUID } from 'node:crypto';
import type { User } from '../../../contract/account.ts';
import type { Db, Tx } from '../../db/db.ts';
import type { GoogleIdentity, RoundTrip } from '../../google/provider.ts';
import type { Origin } from '../../http/origin.ts';
import type { LegalTexts } from '../../legal/texts.ts';
import { secretHash } from '../../secrets/secret-hash.ts';
import { audit } from '../audit.ts';
import { type OpenedSession, openSession, readAccount, validPhone } from './accounts.ts';
import { acceptLegalTexts } from './legal.ts';
import { killCodes } from './otp.ts';

/** Seconds that a person may spend at Google (§7.31). */
export const flowLifeSeconds = 10 * 60;

/** A round trip to the issuer, stored from the departure to the return. */
export interface GoogleFlow extends RoundTrip {
  readonly issuer: string;
  readonly callbackUrl: string;
  readonly returnTo: string | null;
}

/** Stores a round trip for ten minutes; returns the secret for the cookie that binds it to the browser. */
export async function keepFlow(db: Db, flow: GoogleFlow, now: Date): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await db.query(
    `insert into google_flows (cookie_hash, issuer, callback_url, state, nonce, verifier, return_to, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      secretHash(secret),
      flow.issuer,
      flow.callbackUrl,
      flow.state,
      flow.nonce,
      flow.verifier,
      flow.returnTo,
      new Date(now.getTime() + flowLifeSeconds * 1000),
    ],
  );
  return secret;
}

/** Deletes and returns a round trip, so that its address works once; null for an unknown or expired one. */
export async function takeFlow(db: Db, secret: string, now: Date): Promise<GoogleFlow | null> {
  const [row] = await db.query<{
    issuer: string;
    callback_url: string;
    state: string;
    nonce: string;
    verifier: string;
    return_to: string | null;
    expires_at: Date;
  }>(
    `delete from google_flows where cookie_hash = $1
     returning issuer, callback_url, state, nonce, verifier, return_to, expires_at`,
    [secretHash(secret)],
  );
  if (row === undefined || row.expires_at <= now) return null;
  const { issuer, callback_url: callbackUrl, state, nonce, verifier, return_to: returnTo } = row;
  return { issuer, callbackUrl, state, nonce, verifier, returnTo };
}

/** A sign-in through the issuer: the address of its account, and whether the phone number is missing. */
export interface GoogleSignIn extends OpenedSession {
  readonly email: string;
  readonly lacksPhone: boolean;
}

/**
 * Signs in the person that the issuer names: the account linked to the identity, else the account with the same address, else a new one. Another
 * person may have registered an unverified account with that address in advance: before the link, its password, codes, sessions and phone number
 * are deleted (§7.33). Null where the issuer does not vouch for the address.
 */
export async function signInWithGoogle(
  db: Db,
  identity: GoogleIdentity,
  now: Date,
  origin: Origin,
  legal: LegalTexts,
): Promise<GoogleSignIn | null> {
  const { email } = identity;
  return db.tx(async (tx) => {
    // Two simultaneous returns of one person must not create two accounts.
    const person = email?.toLowerCase() ?? `${identity.issuer} ${identity.subject}`;
    await tx.query('select pg_advisory_xact_lock(hashtext($1)::bigint)', [`google ${person}`]);
    const linked = await linkedAccount(tx, identity);
    if (linked === null && (email === null || !identity.isEmailVerified)) return null;
    const accountId = linked ?? (await accountOf(tx, identity, email ?? '', now, origin, legal));
    const object = `account:${accountId}`;
    await audit(tx, { at: now, accountId, action: 'login.google', object, ...origin });
    const account = await readAccount(tx, accountId);
    const session = await openSession(tx, accountId, true, now);
    return { ...session, email: account.email, lacksPhone: account.phoneNumber === '' };
  });
}

/** Adds the phone number that an account from Google lacks (§7.32). Throws Refusal 422 for an impossible number. */
export async function completeProfile(
  db: Db,
  accountId: string,
  typed: string,
  now: Date,
  origin: Origin,
): Promise<User> {
  const phone = validPhone(typed);
  return db.tx(async (tx) => {
    await tx.query('update accounts set phone_number = $2 where id = $1', [accountId, phone]);
    const object = `account:${accountId}`;
    await audit(tx, { at: now, accountId, action: 'profile.complete', object, ...origin });
    return readAccount(tx, accountId);
  });
}

async function linkedAccount(tx: Tx, identity: GoogleIdentity): Promise<string | null> {
  const [row] = await tx.query<{ account_id: string }>(
    'select account_id from google_identities where issuer = $1 and subject = $2',
    [identity.issuer, identity.subject],
  );
  return row?.account_id ?? null;
}

/** The account with the address, cleaned if it was unverified, or a new one; linked to the identity in both cases. */
async function accountOf(
  tx: Tx,
  identity: GoogleIdentity,
  email: string,
  now: Date,
  origin: Origin,
  legal: LegalTexts,
): Promise<string> {
  const made = randomUUID();
  await tx.query(
    `insert into accounts (id, email, password_hash, first_name, last_name, phone_number, is_verified, created_at)
     values ($1, $2, null, $3, $4, '', true, $5) on conflict (lower(email)) do nothing`,
    [made, email.toLowerCase(), identity.firstName, identity.lastName, now],
  );
  const [account] = await tx.query<{ id: string; is_verified: boolean }>(
    'select id, is_verified from accounts where lower(email) = $1 for update',
    [email.toLowerCase()],
  );
  if (account === undefined) throw new Error('The account just made or found is gone.');
  if (!account.is_verified) {
    await tx.query(
      `update accounts set password_hash = null, is_verified = true, phone_number = '', first_name = $2, last_name = $3 where id = $1`,
      [account.id, identity.firstName, identity.lastName],
    );
    await tx.query('delete from auth_sessions where account_id = $1', [account.id]);
    await killCodes(tx, account.id);
  }
  await tx.query(
    'insert into google_identities (issuer, subject, account_id, linked_at) values ($1, $2, $3, $4)',
    [identity.issuer, identity.subject, account.id, now],
  );
  const object = `account:${account.id}`;
  const action = account.id === made ? 'register.google' : 'google.link';
  await audit(tx, { at: now, accountId: account.id, action, object, ...origin });
  // The page says beside its button that going on means agreement.
  await acceptLegalTexts(tx, legal, account.id, now);
  return account.id;
}
