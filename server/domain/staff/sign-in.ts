import { type StaffSelf, staffSignIn } from '../../../contract/staff/calls.ts';
import { actsOf, type StaffRole } from '../../../contract/staff/roles.ts';
import type { Db } from '../../db/db.ts';
import type { Origin } from '../../http/origin.ts';
import { refuseFor } from '../../http/refuse.ts';
import { openStaffSession, type Staff } from '../../http/staff-session.ts';
import type { Visitor } from '../../limits/visitor.ts';
import type { Services } from '../../services.ts';
import type { PasswordHasher } from '../accounts/passwords.ts';
import { audit, type Trail } from '../audit.ts';
import { stepOfCode, unseal } from './authenticator.ts';
import { forgetFailedSignIn, noteFailedSignIn, staffKey } from './failed-sign-ins.ts';

const refuse = refuseFor(staffSignIn);

/** A person who has signed in, and the id of the sign-in for the cookie. */
export interface SignedInStaff {
  readonly self: StaffSelf;
  readonly sessionId: string;
}

/** The person as the pages show it, with the acts that the roles allow. */
export function selfOf(person: Pick<Staff, 'id' | 'name' | 'email' | 'roles'>): StaffSelf {
  const { id, name, email, roles } = person;
  return { id, name, email, roles: [...roles], acts: actsOf(roles) };
}

/**
 * Signs in with e-mail, password and the code of the authenticator. Every attempt hashes a password, so that the time of a response tells nothing.
 * Throws Refusal 401, the same for whatever was wrong, and 429 as `noteFailedSignIn`; a code counts once.
 */
export async function signIn(
  services: Pick<Services, 'db' | 'config' | 'mailer' | 'limits'>,
  key: string,
  hasher: PasswordHasher,
  given: { readonly email: string; readonly password: string; readonly code: string },
  visitor: Pick<Visitor, 'line' | 'device'>,
  now: Date,
  origin: Origin,
): Promise<SignedInStaff> {
  const { db, limits } = services;
  const { device } = visitor;
  const isKnown = limits.devices.knows(device, staffKey(given.email));
  const noted = await noteFailedSignIn(
    services,
    given.email,
    isKnown && device !== null ? device.id : null,
    now,
  );
  const [person] = await db.query<{
    id: string;
    name: string;
    email: string;
    roles: StaffRole[];
    password_hash: string | null;
    totp_secret: string;
    totp_step: string;
  }>(
    'select id, name, email, roles, password_hash, totp_secret, totp_step from staff where lower(email) = $1 and removed_at is null',
    [given.email.toLowerCase()],
  );
  const fail = async () => {
    const object = person === undefined ? 'staff:unknown' : `staff:${person.id}`;
    const by = { accountId: null, staffId: person?.id ?? null, ...origin };
    await audit(db, { at: now, ...by, action: 'staff.sign-in-failed', object });
    return refuse('wrongCredentials');
  };
  const secret = person === undefined ? null : unseal(key, person.id, person.totp_secret);
  const step =
    person === undefined || secret === null
      ? null
      : stepOfCode(secret, given.code, Number(person.totp_step), now);
  const turn = { lane: isKnown ? 'known' : 'other', network: visitor.line } as const;
  const stored = person?.password_hash ?? null;
  const isRight = await hasher
    .verify(stored, given.password, turn)
    .catch(async (error: unknown) => {
      await forgetFailedSignIn(db, noted);
      throw error;
    });
  if (person === undefined || step === null || !isRight) throw await fail();
  const sessionId = await db.tx(async (tx) => {
    const counted = await tx.query(
      'update staff set totp_step = $2 where id = $1 and totp_step < $2 and password_hash = $3 returning id',
      [person.id, step, stored],
    );
    if (counted.length === 0) return null;
    const by = { accountId: null, staffId: person.id, ...origin };
    await audit(tx, { at: now, ...by, action: 'staff.sign-in', object: `staff:${person.id}` });
    return openStaffSession(tx, person.id, now);
  });
  if (sessionId === null) throw await fail();
  await forgetFailedSignIn(db, noted);
  return { self: selfOf(person), sessionId };
}

/** Ends a sign-in. */
export async function signOut(db: Db, staff: Staff, by: Trail, now: Date): Promise<void> {
  await db.tx(async (tx) => {
    await tx.query('delete from staff_sessions where id_hash = $1', [staff.sessionHash]);
    await audit(tx, { at: now, ...by, action: 'staff.sign-out', object: `staff:${staff.id}` });
  });
}
