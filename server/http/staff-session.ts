import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import type { StaffRole } from '../../contract/staff/roles.ts';
import type { Config } from '../config.ts';
import type { Queryable } from '../db/db.ts';
import type { Trail } from '../domain/audit.ts';
import { secretHash } from '../secrets/secret-hash.ts';
import { isHttps } from './caller.ts';
import type { Cookie } from './cookies.ts';
import { originOf } from './origin.ts';

/** The person of the staff who makes a call, read from the staff cookie. */
export interface Staff {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
  /** Hash of the sign-in. */
  readonly sessionHash: string;
}

/** Name of the staff cookie on loopback; over https it has the prefix `__Host-`. */
export const staffCookieName = 'roetix_staff';
const lifeHours = 12;
/** Minutes without a request after which a sign-in ends. */
const idleMinutes = 120;
const touchSeconds = 60;

/** The cookie of a sign-in of staff, apart from that of buyers; no other site can send it. Null deletes it. */
export function staffCookie(
  config: Pick<Config, 'publicUrl'>,
  request: Pick<FastifyRequest, 'protocol'>,
  id: string | null,
): Cookie {
  const name = cookieName(config, request.protocol === 'https');
  return { name, value: id, sameSite: 'strict', maxAgeSeconds: lifeHours * 3_600 };
}

function cookieName(config: Pick<Config, 'publicUrl'>, isEncrypted: boolean): string {
  return isHttps(config, isEncrypted) ? `__Host-${staffCookieName}` : staffCookieName;
}

/** Opens a sign-in of 12 h; the database stores only the hash of its 256-bit id, which is returned. */
export async function openStaffSession(q: Queryable, staffId: string, now: Date): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  await q.query(
    `insert into staff_sessions (id_hash, staff_id, created_at, last_seen_at, expires_at) values ($1, $2, $3, $3, $4)`,
    [secretHash(id), staffId, now, new Date(now.getTime() + lifeHours * 3_600_000)],
  );
  return id;
}

/** The signed-in person of a request; null without a sign-in that is used, younger than 12 h, and of a person who was not removed. */
export async function readStaff(
  q: Queryable,
  config: Pick<Config, 'publicUrl'>,
  request: FastifyRequest,
  now: Date,
): Promise<Staff | null> {
  if (request.headers.cookie === undefined) return null;
  const name = cookieName(config, request.protocol === 'https');
  const id = cookie.parse(request.headers.cookie)[name];
  if (id === undefined || id === '') return null;
  const sessionHash = secretHash(id);
  const [row] = await q.query<{
    id: string;
    name: string;
    email: string;
    roles: StaffRole[];
    last_seen_at: Date;
  }>(
    `select p.id, p.name, p.email, p.roles, s.last_seen_at from staff_sessions s join staff p on p.id = s.staff_id
      where s.id_hash = $1 and s.expires_at > $2 and s.last_seen_at > $3 and p.removed_at is null`,
    [sessionHash, now, new Date(now.getTime() - idleMinutes * 60_000)],
  );
  if (row === undefined) return null;
  const { last_seen_at, ...person } = row;
  if (now.getTime() - last_seen_at.getTime() > touchSeconds * 1000) {
    await q.query('update staff_sessions set last_seen_at = $2 where id_hash = $1', [
      sessionHash,
      now,
    ]);
  }
  return { ...person, sessionHash };
}

/** The author of an act of staff, for the audit log. */
export function staffTrail(staff: Pick<Staff, 'id'>, request: FastifyRequest): Trail {
  return { accountId: null, staffId: staff.id, ...originOf(request) };
}
