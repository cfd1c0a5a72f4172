import type { OtpGrant } from '../../../contract/account.ts';
import { otpDailyLimit } from '../../../contract/limits.ts';
import type { Db, Queryable } from '../../db/db.ts';
import type { Origin } from '../../http/origin.ts';
import { accountKey } from '../../limits/account-key.ts';
import type { Device } from '../../limits/device.ts';
import type { Visitor } from '../../limits/visitor.ts';
import { audit } from '../audit.ts';
import { type OpenedSession, openSession } from './accounts.ts';
import {
  acceptedOr,
  type CodeLane,
  type IssuedCode,
  killCodes,
  otpDaySeconds,
  readGrant,
  tryCode,
  writeCode,
} from './otp.ts';

/** Codes a day that unknown devices may request without a challenge: in all, and from one site. */
const free = { inAll: 5, fromSite: 3 } as const;

/** The parts of a visitor that this file reads. */
type Asker = Pick<Visitor, 'device' | 'hasProven' | 'isKnown' | 'network' | 'prove'>;

/**
 * Makes a code for a new password; anybody who knows an address may request one (§17.4). A known device of the account has ten codes a day that
 * no other device can use up; all other devices share ten, the first few without a challenge, the rest after challenges that become harder. A code
 * after a challenge belongs to `device` alone, so that wrong guesses from other devices do not invalidate it. An unknown address takes the same
 * steps and gets the same response and limits, but no e-mail; therefore `send` is not awaited. Throws Refusal 428 with the challenge, 429 with the
 * wait as `issueCode`.
 */
export async function issueResetCode(
  db: Db,
  key: string,
  email: string,
  visitor: Asker,
  device: Device,
  now: Date,
  origin: Origin,
  send: (issued: IssuedCode) => void,
): Promise<OtpGrant> {
  const issue = () =>
    db.tx(async (tx) => {
      await lockAddress(tx, email);
      const lane = laneOf(email, visitor, device);
      const given = await codesOfToday(tx, lane, visitor.network.site, now);
      const isFree = given.inAll < free.inAll && given.fromSite < free.fromSite;
      const isOver = given.inAll >= otpDailyLimit;
      const hardness = Math.max(0, given.inAll - free.inAll);
      if (!visitor.isKnown && !isFree && !isOver && !visitor.hasProven(hardness)) return hardness;
      const [account] = await tx.query<{ id: string; email: string }>(
        'select id, email from accounts where lower(email) = $1',
        [email.toLowerCase()],
      );
      const accountId = account?.id ?? null;
      const { site: network } = visitor.network;
      const code = await writeCode(tx, key, { ...lane, network }, accountId, now);
      const object = accountId === null ? 'account:unknown' : `account:${accountId}`;
      await audit(tx, { at: now, accountId, action: 'password.code', object, ...origin });
      if (account !== undefined) {
        tx.afterCommit(() => send({ code, email: account.email }));
      }
      return readGrant(tx, lane, now);
    });
  let grant = await issue();
  while (typeof grant === 'number') {
    await visitor.prove(grant);
    grant = await issue();
  }
  return grant;
}

/**
 * Sets a new password with the code sent to its address. The address counts as verified, every authentication session of the account ends, and a
 * new one opens. Throws Refusal as `proveCode`, also for an unknown address; the caller must close the connections of the sessions in `ended`.
 */
export async function resetPassword(
  db: Db,
  key: string,
  given: { readonly email: string; readonly otp: string; readonly passwordHash: string },
  device: Device | null,
  now: Date,
  origin: Origin,
): Promise<OpenedSession & { readonly ended: readonly string[] }> {
  const email = given.email.toLowerCase();
  const proof = await db.tx(async (tx) => {
    await lockAddress(tx, email);
    const shared = sharedSubject(email);
    const own = device === null ? [] : [deviceSubject(email, device)];
    const tried = await tryCode(tx, key, [...own, shared], given.otp, now);
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

/** The lane of a requested code: the device's own, or the lane that all other devices share. */
function laneOf(email: string, visitor: Asker, device: Device): CodeLane {
  const shared = sharedSubject(email);
  const own = deviceSubject(email, device);
  if (visitor.isKnown) return { subject: own, budget: own };
  return { subject: visitor.hasProven() ? own : shared, budget: shared };
}

/** Codes of a budget in the last 24 h: in all, and requested from one site. */
async function codesOfToday(
  q: Queryable,
  lane: CodeLane,
  site: string,
  now: Date,
): Promise<{ inAll: number; fromSite: number }> {
  const [row] = await q.query<{ in_all: number; from_site: number }>(
    `select count(*)::int as in_all, count(*) filter (where network = $2)::int as from_site
       from otp_codes where budget = $1 and created_at > $3`,
    [lane.budget, site, new Date(now.getTime() - otpDaySeconds * 1000)],
  );
  return { inAll: row?.in_all ?? 0, fromSite: row?.from_site ?? 0 };
}

/** The lock is advisory, because an unknown address has no row to lock. */
async function lockAddress(q: Queryable, email: string): Promise<void> {
  await q.query('select pg_advisory_xact_lock(hashtext($1)::bigint)', [sharedSubject(email)]);
}

/** Subject of the shared reset codes of an address; the subjects of single devices begin with it. */
export function sharedSubject(email: string): string {
  return `reset:${accountKey(email)}`;
}

function deviceSubject(email: string, device: Device): string {
  return `${sharedSubject(email)}:${device.id}`;
}
