import type { AnswerOf } from '../../../contract/call/call.ts';
import { acceptInvitation, readInvitation } from '../../../contract/staff/calls.ts';
import type { StaffRole } from '../../../contract/staff/roles.ts';
import type { Db, Queryable } from '../../db/db.ts';
import type { Origin } from '../../http/origin.ts';
import { refuseFor } from '../../http/refuse.ts';
import { openStaffSession } from '../../http/staff-session.ts';
import type { Visitor } from '../../limits/visitor.ts';
import { secretHash } from '../../secrets/secret-hash.ts';
import { refuseCommonPassword } from '../accounts/accounts.ts';
import type { PasswordHasher } from '../accounts/passwords.ts';
import { audit } from '../audit.ts';
import { authenticatorAddress, stepOfCode, unseal } from './authenticator.ts';
import { type SignedInStaff, selfOf } from './sign-in.ts';

const refuse = refuseFor(readInvitation, acceptInvitation);
const refuseAccept = refuseFor(acceptInvitation);

type InvitedRow = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: StaffRole[];
  readonly invitation_expires_at: Date;
  readonly totp_secret: string;
};

/** What an open invitation says, with the key for the authenticator. Throws Refusal 404. */
export async function openInvitation(
  q: Queryable,
  key: string,
  issuer: string,
  token: string,
  now: Date,
): Promise<AnswerOf<typeof readInvitation>> {
  const { row, secret } = await readInvited(q, key, token, now);
  return {
    name: row.name,
    email: row.email,
    roles: row.roles,
    authenticator: authenticatorAddress(issuer, row.email, secret),
    secret,
    expires_at: row.invitation_expires_at.toISOString(),
  };
}

/**
 * Accepts an invitation: stores the password and opens a sign-in. Throws Refusal 404 for a token that is unknown, used or too old,
 * 422 for a wrong code of the authenticator or a common password.
 */
export async function accept(
  db: Db,
  key: string,
  hasher: PasswordHasher,
  given: { readonly token: string; readonly password: string; readonly code: string },
  visitor: Pick<Visitor, 'line'>,
  now: Date,
  origin: Origin,
): Promise<SignedInStaff> {
  const { row, secret } = await readInvited(db, key, given.token, now);
  refuseCommonPassword(given.password);
  const step = stepOfCode(secret, given.code, 0, now);
  if (step === null) throw refuseAccept('codeWrong', { field: 'code' });
  const hash = await hasher.hash(given.password, { lane: 'known', network: visitor.line });
  return db.tx(async (tx) => {
    // Of two who accept at once, the row lets one through.
    const accepted = await tx.query(
      `update staff set password_hash = $3, totp_step = $4, invitation_hash = null, invitation_expires_at = null
        where id = $1 and invitation_hash = $2 returning id`,
      [row.id, secretHash(given.token), hash, step],
    );
    if (accepted.length === 0) throw refuse('invitationInvalid');
    const object = `staff:${row.id}`;
    const by = { accountId: null, staffId: row.id, ...origin };
    await audit(tx, { at: now, ...by, action: 'staff.join', object });
    return { self: selfOf(row), sessionId: await openStaffSession(tx, row.id, now) };
  });
}

async function readInvited(q: Queryable, key: string, token: string, now: Date) {
  const [row] = await q.query<InvitedRow>(
    `select id, name, email, roles, invitation_expires_at, totp_secret from staff
      where invitation_hash = $1 and invitation_expires_at > $2 and removed_at is null`,
    [secretHash(token), now],
  );
  const secret = row === undefined ? null : unseal(key, row.id, row.totp_secret);
  if (row === undefined || secret === null) throw refuse('invitationInvalid');
  return { row, secret };
}
