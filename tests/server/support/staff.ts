import { staffCalls } from '../../../contract/staff/calls.ts';
import type { StaffRole } from '../../../contract/staff/roles.ts';
import { codeAt } from '../../../server/domain/staff/authenticator.ts';
import { invite } from '../../../server/domain/staff/people.ts';
import type { TestApp } from './test-app.ts';

/** The password of every person of the staff in a test. */
export const staffPassword = 'gerbang-utara-42';

/** Invites somebody as the operator's command does; gives the token of the link. */
export async function invited(app: TestApp, email: string, ...roles: StaffRole[]): Promise<string> {
  const { db, keys, clock } = app.services;
  const given = { email, name: 'Sari Staf', roles };
  const by = { accountId: null };
  const { path } = await invite(db, keys.staff, given, by, clock.now(), true);
  return path.split('#')[1] ?? '';
}

/** The authenticator key that an invitation shows. */
export async function secretOf(app: TestApp, token: string): Promise<string> {
  const { body } = await app.anonymous().call(staffCalls.readInvitation, { body: { token } });
  return body.data.secret;
}

/** Somebody who accepted an invitation, with a browser that is signed in, and the key of the authenticator. */
export async function joined(app: TestApp, email: string, ...roles: StaffRole[]) {
  const token = await invited(app, email, ...roles);
  const secret = await secretOf(app, token);
  const client = app.anonymous();
  const code = codeAt(secret, app.services.clock.now());
  const body = { token, password: staffPassword, code };
  const answer = await client.call(staffCalls.acceptInvitation, { body });
  if (answer.status !== 200) throw new Error(answer.text);
  return { client, secret, id: answer.body.data.id, token };
}
