import { randomBytes, randomUUID } from 'node:crypto';
import {
  changeStaffRoles,
  invitationHours,
  inviteStaff,
  removeStaff,
  type StaffPerson,
  staffPagePath,
} from '../../../contract/staff/calls.ts';
import type { StaffRole } from '../../../contract/staff/roles.ts';
import type { Db, Queryable, Tx } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import { secretHash } from '../../secrets/secret-hash.ts';
import { audit, type Trail } from '../audit.ts';
import { newAuthenticatorSecret, seal } from './authenticator.ts';

const refuse = refuseFor(changeStaffRoles, removeStaff);
const refuseOwnerless = refuseFor(inviteStaff, changeStaffRoles, removeStaff);

type PersonRow = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: StaffRole[];
  readonly password_hash: string | null;
  readonly removed_at: Date | null;
  readonly last_seen_at: Date | null;
};

const peopleSql = `select p.id, p.name, p.email, p.roles, p.password_hash, p.removed_at,
    (select max(s.last_seen_at) from staff_sessions s where s.staff_id = p.id) as last_seen_at
  from staff p`;

/** An invitation as its sender receives it: the only time that its token is readable. */
export interface Invitation {
  readonly person: StaffPerson;
  /** Path and fragment of the page that accepts it. */
  readonly path: string;
  readonly expiresAt: Date;
}

/** Everybody of the staff, by name, the removed last. */
export async function listPeople(q: Queryable): Promise<StaffPerson[]> {
  const rows = await q.query<PersonRow>(
    `${peopleSql} order by p.removed_at is not null, lower(p.name), p.email`,
  );
  return rows.map(personOf);
}

/**
 * Invites a person for 72 hours. Who was invited before, is active, or was removed, gets new roles, a new authenticator key and no password, and is
 * signed out. Throws Refusal 409 where the shop would be left without an owner who can sign in, unless `mayLeaveNone`.
 */
export async function invite(
  db: Db,
  key: string,
  given: { readonly email: string; readonly name: string; readonly roles: readonly StaffRole[] },
  by: Trail,
  now: Date,
  mayLeaveNone = false,
): Promise<Invitation> {
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(now.getTime() + invitationHours * 3_600_000);
  return db.tx(async (tx) => {
    await lockOwners(tx);
    const email = given.email.toLowerCase();
    const [known] = await tx.query<{ id: string }>('select id from staff where lower(email) = $1', [
      email,
    ]);
    const id = known?.id ?? randomUUID();
    const roles = orderedRoles(given.roles);
    await tx.query(
      `insert into staff (id, email, name, roles, created_at, invitation_hash, invitation_expires_at, totp_secret)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (id) do update set name = excluded.name, roles = excluded.roles, invitation_hash = excluded.invitation_hash,
         invitation_expires_at = excluded.invitation_expires_at, totp_secret = excluded.totp_secret, totp_step = 0,
         password_hash = null, removed_at = null`,
      [
        id,
        email,
        given.name,
        roles,
        now,
        secretHash(token),
        expiresAt,
        seal(key, id, newAuthenticatorSecret()),
      ],
    );
    await endSessions(tx, id);
    if (known !== undefined && !mayLeaveNone) await demandOwner(tx);
    await audit(tx, entry('staff.invite', id, by, now, { roles }));
    return { person: await readPerson(tx, id), path: `${staffPagePath}#${token}`, expiresAt };
  });
}

/** Replaces the roles of a person. Throws Refusal 404 for an unknown or removed one, 409 as `invite`. */
export async function changeRoles(
  db: Db,
  id: string,
  roles: readonly StaffRole[],
  by: Trail,
  now: Date,
): Promise<StaffPerson> {
  return db.tx(async (tx) => {
    await lockOwners(tx);
    const ordered = orderedRoles(roles);
    const changed = await tx.query(
      'update staff set roles = $2 where id = $1 and removed_at is null returning id',
      [id, ordered],
    );
    if (changed.length === 0) throw refuse('staffNotFound');
    await demandOwner(tx);
    await audit(tx, entry('staff.roles', id, by, now, { roles: ordered }));
    return readPerson(tx, id);
  });
}

/** Removes a person and ends the sign-ins. Throws Refusal 404 for an unknown or removed one, 409 as `invite`. */
export async function remove(db: Db, id: string, by: Trail, now: Date): Promise<StaffPerson> {
  return db.tx(async (tx) => {
    await lockOwners(tx);
    const removed = await tx.query(
      `update staff set removed_at = $2, password_hash = null, invitation_hash = null
        where id = $1 and removed_at is null returning id`,
      [id, now],
    );
    if (removed.length === 0) throw refuse('staffNotFound');
    await endSessions(tx, id);
    await demandOwner(tx);
    await audit(tx, entry('staff.remove', id, by, now));
    return readPerson(tx, id);
  });
}

/** The id of an e-mail address among those who were not removed. Throws Refusal 404. */
export async function personByEmail(q: Queryable, email: string): Promise<string> {
  const [row] = await q.query<{ id: string }>(
    'select id from staff where lower(email) = lower($1) and removed_at is null',
    [email],
  );
  if (row === undefined) throw refuse('staffNotFound');
  return row.id;
}

/** Two owners who remove each other at once must not both succeed. */
async function lockOwners(tx: Tx): Promise<void> {
  await tx.query(`select id from staff where 'owner' = any(roles) order by id for update`);
}

async function demandOwner(tx: Tx): Promise<void> {
  const owners = await tx.query(
    `select id from staff where 'owner' = any(roles) and removed_at is null and password_hash is not null limit 1`,
  );
  if (owners.length === 0) throw refuseOwnerless('lastOwner');
}

async function endSessions(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from staff_sessions where staff_id = $1', [id]);
}

async function readPerson(q: Queryable, id: string): Promise<StaffPerson> {
  const [row] = await q.query<PersonRow>(`${peopleSql} where p.id = $1`, [id]);
  if (row === undefined) throw new Error('A person of the staff has lost the row.');
  return personOf(row);
}

function personOf({ password_hash, removed_at, last_seen_at, ...row }: PersonRow): StaffPerson {
  const joined = password_hash === null ? 'invited' : 'active';
  return {
    ...row,
    state: removed_at === null ? joined : 'removed',
    last_seen_at: last_seen_at?.toISOString() ?? null,
  };
}

const orderedRoles = (roles: readonly StaffRole[]) => [...new Set(roles)];

function entry(action: string, id: string, by: Trail, at: Date, detail?: object) {
  return { at, ...by, action, object: `staff:${id}`, ...(detail === undefined ? {} : { detail }) };
}
