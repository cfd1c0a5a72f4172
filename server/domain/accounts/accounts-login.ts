import { calls } from '../../../contract/call/calls.ts';
import type { Db } from '../../db/db.ts';
import type { Origin } from '../../http/origin.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import { accountKey } from '../../limits/account-key.ts';
import {
  type FailureLane,
  forgetFailure,
  forgetFailures,
  storeFailure,
} from '../../limits/login-failures.ts';
import type { Visitor } from '../../limits/visitor.ts';
import { audit } from '../audit.ts';
import { type OpenedSession, openSession } from './accounts.ts';
import type { Turn } from './password-turns.ts';
import { inLane, type PasswordHasher } from './passwords.ts';

const refuse = refuseFor(calls.login);

/** Prefix of the lane key of a known device; the lane of unknown devices starts with their network. */
const devicePrefix = 'device:';
/** Failures that one lane of an account may have before it waits or solves a challenge. */
const freeFailures = 5;
/** Seconds for which a failure of an unknown device counts against its network (§17.4). */
const networkFailureSeconds = 15 * 60;
/** Failures of all unknown devices of an account after which each of them must solve a challenge, and the seconds a failure counts. */
const unknownDevices = { free: 10, seconds: 12 * 3_600 };
/** A known device waits only after its own failures: these seconds after the fifth, twice as long after each further one. */
const knownWait = { firstSeconds: 30, mostSeconds: 15 * 60, countedSeconds: 3_600 };
/** The most failures that a count reads: more do not make the challenge harder. */
const maxCounted = 5_000;

/**
 * Signs in with e-mail and password (§7.20). An unknown address takes the same time and gets the same response as a wrong password. Failures of
 * unknown devices never lock the owner out (§17.4): a known device waits only after its own failures, longer each time; an unknown device must
 * solve a challenge after many failures, and the challenges become harder. Throws Refusal 401 for wrong credentials, 428 with the challenge, 429
 * with the wait of a known device, whether the account exists or not.
 */
export async function login(
  db: Db,
  hasher: PasswordHasher,
  given: { readonly email: string; readonly password: string },
  visitor: Visitor,
  now: Date,
  origin: Origin,
): Promise<OpenedSession> {
  if (!(await visitor.countFailure())) await visitor.prove();
  try {
    const session = await attempt(db, hasher, given, visitor, now, origin);
    visitor.forgetFailure();
    return session;
  } catch (error) {
    // Only a wrong password that the server has checked is a failure.
    if (!(error instanceof Refusal && error.code === 'wrongCredentials')) visitor.forgetFailure();
    throw error;
  }
}

async function attempt(
  db: Db,
  hasher: PasswordHasher,
  given: { readonly email: string; readonly password: string },
  visitor: Visitor,
  now: Date,
  origin: Origin,
): Promise<OpenedSession> {
  const email = given.email.toLowerCase();
  const lane = laneOf(accountKey(email), visitor, now);
  // The failure is stored before the password is checked, so that parallel guesses cannot all pass the count.
  let hardness = await noteFailure(db, lane, visitor);
  while (hardness !== null) {
    await visitor.prove(hardness);
    hardness = await noteFailure(db, lane, visitor);
  }
  const [account] = await db.query<{
    id: string;
    password_hash: string | null;
    is_verified: boolean;
  }>('select id, password_hash, is_verified from accounts where lower(email) = $1', [email]);
  const stored = account?.password_hash ?? null;
  const isRight = await verifyOrForget(db, lane, () =>
    inLane(visitor, (turn) => hasher.verify(stored, given.password, turn)),
  );
  if (account === undefined || !isRight) {
    await audit(db, {
      at: now,
      accountId: account?.id ?? null,
      action: 'login.failed',
      object: account === undefined ? 'account:unknown' : `account:${account.id}`,
      ...origin,
    });
    throw refuse('wrongCredentials');
  }
  const renewed = await renewedHash(hasher, account.password_hash, given.password, visitor);
  return db.tx(async (tx) => {
    if (renewed !== null) {
      // Unless the account has changed its password in the meantime.
      await tx.query(
        'update accounts set password_hash = $2 where id = $1 and password_hash = $3',
        [account.id, renewed, account.password_hash],
      );
    }
    await forgetFailures(tx, lane);
    const object = `account:${account.id}`;
    await audit(tx, { at: now, accountId: account.id, action: 'login', object, ...origin });
    return openSession(tx, account.id, account.is_verified, now);
  });
}

/** The group in which a failure is counted: one known device, or all unknown devices of one network. */
function laneOf(key: string, visitor: Visitor, at: Date): FailureLane {
  const address =
    visitor.isKnown && visitor.device !== null
      ? `${devicePrefix}${visitor.device.id}`
      : visitor.network.site;
  return { key, address, at };
}

/** The correct password hashed at the current cost, if the stored hash has another cost; null if that is not needed or the server is too busy. */
async function renewedHash(
  hasher: PasswordHasher,
  stored: string | null,
  password: string,
  visitor: Visitor,
): Promise<string | null> {
  if (stored === null || !hasher.isOutdated(stored)) return null;
  const turn: Turn = { lane: 'other', network: visitor.line };
  return hasher.hash(password, turn).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}

/** Checks the password; when the server is too busy to do so, deletes the failure that was stored in advance. */
async function verifyOrForget(
  db: Db,
  lane: FailureLane,
  verify: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await verify();
  } catch (error) {
    await forgetFailure(db, lane);
    throw error;
  }
}

/**
 * Stores one failure of a lane, one caller at a time per account. Returns null once it is stored; returns the hardness, and stores nothing, where
 * the visitor must solve a challenge first. Throws Refusal 429 while a known device has to wait.
 */
async function noteFailure(db: Db, lane: FailureLane, visitor: Visitor): Promise<number | null> {
  const { key, address, at } = lane;
  return db.tx(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtext($1)::bigint)', [key]);
    const [row] = await tx.query<{ own: number; near: number; newest: Date | null; all: number }>(
      `select count(*) filter (where address = $2 and at > $3)::int as own,
              count(*) filter (where address = $2 and at > $4)::int as near,
              max(at) filter (where address = $2) as newest,
              count(*) filter (where address not like '${devicePrefix}%')::int as all
         from (select address, at from login_failures where account_key = $1 and at > $5
                order by at desc limit ${maxCounted}) latest`,
      [
        key,
        address,
        before(at, knownWait.countedSeconds),
        before(at, networkFailureSeconds),
        before(at, unknownDevices.seconds),
      ],
    );
    const { own = 0, near = 0, all = 0, newest = null } = row ?? {};
    if (visitor.isKnown) {
      const wait = secondsLeft(newest, waitAfter(own), at);
      if (wait > 0) throw refuse('tooManyFailures', { retryAfterSeconds: wait });
    } else if (near >= freeFailures || all >= unknownDevices.free) {
      const hardness = hardnessOf(Math.max(near / freeFailures, all / unknownDevices.free));
      if (!visitor.hasProven(hardness)) return hardness;
    }
    await storeFailure(tx, lane);
    return null;
  });
}

/** The hardness grows by one step each time the number of failures quadruples. */
function hardnessOf(excess: number): number {
  return Math.floor(Math.log(Math.max(1, excess)) / Math.log(4));
}

/** Seconds that a known device waits after this many failures of its own. */
function waitAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(knownWait.mostSeconds, knownWait.firstSeconds * 2 ** (failures - freeFailures));
}

function before(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000);
}

function secondsLeft(from: Date | null, seconds: number, now: Date): number {
  return from === null ? 0 : Math.max(0, seconds - (now.getTime() - from.getTime()) / 1000);
}
