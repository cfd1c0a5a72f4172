import * as z from 'zod/mini';
import { emailSchema, personNameSchema } from '../../contract/fields.ts';
import { type StaffRole, staffRoles } from '../../contract/staff/roles.ts';
import type { Db } from '../db/db.ts';
import { changeRoles, invite, listPeople, personByEmail, remove } from '../domain/staff/people.ts';
import { Refusal } from '../http/refusal.ts';
import type { Keys } from '../secrets/keys.ts';
import { byCommand } from './sale-task.ts';

/** What an operator can do with the staff. */
export const staffVerbs = ['invite', 'list', 'roles', 'remove'] as const;

/** A command about the staff. */
export interface StaffTask {
  readonly verb: (typeof staffVerbs)[number];
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly roles?: string[] | undefined;
}

interface StaffDesk {
  readonly db: Db;
  readonly keys: () => Promise<Keys>;
  readonly now: Date;
  /** The public address, without a trailing slash. */
  readonly origin: string;
}

/** Changes the list of staff. Returns the lines to print, among them the link of an invitation. Throws Refusal with the reason and what to do. */
export async function runStaffTask(
  { db, keys, now, origin }: StaffDesk,
  task: StaffTask,
): Promise<string[]> {
  switch (task.verb) {
    case 'list':
      return (await listPeople(db)).map(
        ({ email, name, roles, state }) => `${email}  ${name}  ${roles.join(',')}  ${state}`,
      );
    case 'invite': {
      const given = { email: emailOf(task), name: nameOf(task), roles: rolesOf(task) };
      const { staff } = await keys();
      const { path, expiresAt } = await invite(db, staff, given, byCommand, now, true);
      return [
        `${origin}${path}`,
        `Valid once, until ${expiresAt.toISOString()}. Give it only to ${given.name}, who needs an authenticator app.`,
      ];
    }
    case 'roles': {
      const id = await personByEmail(db, emailOf(task));
      const { name, roles } = await changeRoles(db, id, rolesOf(task), byCommand, now);
      return [`${name} is ${roles.join(', ')} from the next call on.`];
    }
    case 'remove': {
      const { name } = await remove(db, await personByEmail(db, emailOf(task)), byCommand, now);
      return [`${name} is removed and signed out. The audit log keeps what was done.`];
    }
  }
}

function emailOf({ email }: StaffTask): string {
  return read(emailSchema, email, 'Name the e-mail address of the person');
}

function nameOf({ name }: StaffTask): string {
  return read(personNameSchema, name, 'Add --name "Name of the person"');
}

function rolesOf({ roles = [] }: StaffTask): StaffRole[] {
  const schema = z.array(z.enum(staffRoles)).check(z.minLength(1));
  return read(schema, roles, `Name the roles, separated by commas: ${staffRoles.join(', ')}`);
}

function read<S extends z.ZodMiniType>(schema: S, value: unknown, words: string): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Refusal(422, words);
  return parsed.data;
}
