import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { staffCalls } from '../../../../contract/staff/calls.ts';
import { codeAt, seal, unseal } from '../../../../server/domain/staff/authenticator.ts';
import { runStaffTask } from '../../../../server/operator/staff.ts';
import { invited, joined, secretOf, staffPassword } from '../../support/staff.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ events: [] });
});
afterAll(() => app.close());

const audits = (action: string, id: string) =>
  app.services.db.query<{ staff_id: string | null; account_id: string | null }>(
    'select staff_id, account_id from audit_log where action = $1 and object = $2',
    [action, `staff:${id}`],
  );
const now = () => app.services.clock.now();
const signIn = (email: string, password: string, code: string) => {
  const client = app.anonymous();
  const body = { email, password, code };
  return client.call(staffCalls.staffSignIn, { body }).then((answer) => ({ client, answer }));
};

describe('an invitation', () => {
  it('shows its key, is accepted once, and signs in with a cookie that other sites cannot send', async () => {
    const token = await invited(app, 'Satu@uji.id', 'sales', 'door');
    const seen = await app.anonymous().call(staffCalls.readInvitation, { body: { token } });
    expect(seen.body.data).toMatchObject({ email: 'satu@uji.id', roles: ['sales', 'door'] });
    expect(seen.body.data.authenticator).toContain('otpauth://totp/Roetix:satu%40uji.id?');
    const client = app.anonymous();
    const code = codeAt(seen.body.data.secret, now());
    const body = { token, password: staffPassword, code };
    const answer = await client.call(staffCalls.acceptInvitation, { body });
    expect(answer.body.data.acts).toEqual([
      'readFigures',
      'steerSale',
      'messageWaiting',
      'openDoors',
      'giveTickets',
    ]);
    expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Strict/);
    expect((await client.call(staffCalls.staffMe)).body.data.name).toBe('Sari Staf');
    const again = await app.anonymous().call(staffCalls.acceptInvitation, { body });
    expect(again.body).toMatchObject({ code: 'invitationInvalid' });
    const { id } = answer.body.data;
    expect(await audits('staff.join', id)).toEqual([{ staff_id: id, account_id: null }]);
  });

  it('of two who accept it at once, one has it', async () => {
    const token = await invited(app, 'dua@uji.id', 'door');
    const code = codeAt(await secretOf(app, token), now());
    const body = { token, password: staffPassword, code };
    const both = await Promise.all(
      [1, 2].map(() => app.anonymous().call(staffCalls.acceptInvitation, { body })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('ends after 72 hours', async () => {
    const token = await invited(app, 'lama@uji.id', 'door');
    await app.advance(72 * 3_600 + 1);
    const seen = await app.anonymous().call(staffCalls.readInvitation, { body: { token } });
    expect(seen.status).toBe(404);
  });

  it('given again replaces password and authenticator, and signs the person out', async () => {
    const { client, secret } = await joined(app, 'hilang@uji.id', 'door');
    await invited(app, 'hilang@uji.id', 'door');
    expect((await client.call(staffCalls.staffMe)).status).toBe(401);
    await app.advance(60);
    const { answer } = await signIn('hilang@uji.id', staffPassword, codeAt(secret, now()));
    expect(answer.status).toBe(401);
  });

  it('stores neither the token nor the key', async () => {
    const token = await invited(app, 'rahasia@uji.id', 'door');
    const secret = await secretOf(app, token);
    const rows = await app.services.db.query('select * from staff');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('sign-in', () => {
  it('needs password and code; a code counts once, and every failure looks alike', async () => {
    const { secret, id } = await joined(app, 'masuk@uji.id', 'support');
    const used = await signIn('masuk@uji.id', staffPassword, codeAt(secret, now()));
    await app.advance(60);
    const code = codeAt(secret, now());
    const wrongPassword = await signIn('masuk@uji.id', 'salah-sekali-9', code);
    const wrongCode = await signIn('masuk@uji.id', staffPassword, '000000');
    const unknown = await signIn('bukan@uji.id', staffPassword, code);
    for (const { answer } of [used, wrongPassword, wrongCode, unknown]) {
      expect(answer.body).toMatchObject({ status: 401, code: 'wrongCredentials', data: null });
      expect(answer.body.message).toBe(used.answer.body.message);
    }
    const { client, answer } = await signIn('MASUK@uji.id', staffPassword, code);
    expect(answer.status).toBe(200);
    expect((await signIn('masuk@uji.id', staffPassword, code)).answer.status).toBe(401);
    await client.call(staffCalls.staffSignOut);
    expect((await client.call(staffCalls.staffMe)).status).toBe(401);
    expect(await audits('staff.sign-in', id)).toEqual([{ staff_id: id, account_id: null }]);
    expect(await audits('staff.sign-out', id)).toHaveLength(1);
    expect(await audits('staff.sign-in-failed', id)).toHaveLength(4);
  });

  it('of two with one code at once, one succeeds', async () => {
    const { secret } = await joined(app, 'sekali@uji.id', 'door');
    await app.advance(60);
    const code = codeAt(secret, now());
    const both = await Promise.all([1, 2].map(() => signIn('sekali@uji.id', staffPassword, code)));
    expect(both.map(({ answer }) => answer.status).sort()).toEqual([200, 401]);
  });

  it('ends after two idle hours, and after twelve hours of use', async () => {
    const { client } = await joined(app, 'diam@uji.id', 'door');
    for (let hour = 0; hour < 11; hour += 1) {
      await app.advance(3_600);
      expect((await client.call(staffCalls.staffMe)).status).toBe(200);
    }
    await app.advance(3_700);
    expect((await client.call(staffCalls.staffMe)).status).toBe(401);
    const idle = await joined(app, 'tidur@uji.id', 'door');
    await app.advance(2 * 3_600 + 1);
    expect((await idle.client.call(staffCalls.staffMe)).status).toBe(401);
  });

  it('a buyer is no staff, and staff is no buyer', async () => {
    const [buyer] = await app.makeBuyers(1);
    expect((await buyer?.call(staffCalls.staffMe))?.status).toBe(401);
    const owner = await app.asStaff('owner');
    expect((await owner.call(calls.me)).status).toBe(401);
  });
});

describe('the list of staff', () => {
  it('is kept by owners: invite, change roles, remove', async () => {
    const owner = await app.asStaff('owner');
    const body = { email: 'baru@uji.id', name: 'Baru', roles: ['support'] };
    const made = await owner.call(staffCalls.inviteStaff, { body });
    const { id } = made.body.data.person;
    expect(made.body.data.path).toMatch(/^\/staff#[\w-]{32}$/);
    expect(made.body.data.person.state).toBe('invited');
    expect(await audits('staff.invite', id)).toEqual([
      { staff_id: owner.accountId, account_id: null },
    ]);
    const params = { id };
    const changed = await owner.call(staffCalls.changeStaffRoles, {
      params,
      body: { roles: ['finance', 'finance'] },
    });
    expect(changed.body.data.roles).toEqual(['finance']);
    const removed = await owner.call(staffCalls.removeStaff, { params, body: {} });
    expect(removed.body.data.state).toBe('removed');
    const { people } = (await owner.call(staffCalls.listStaff)).body.data;
    expect(people.at(-1)).toMatchObject({ id, state: 'removed' });
  });

  it('a removed person is out at once', async () => {
    const { client, id, secret } = await joined(app, 'keluar@uji.id', 'owner');
    const owner = await app.asStaff('owner');
    await owner.call(staffCalls.removeStaff, { params: { id }, body: {} });
    expect((await client.call(staffCalls.listStaff)).status).toBe(401);
    await app.advance(60);
    const { answer } = await signIn('keluar@uji.id', staffPassword, codeAt(secret, now()));
    expect(answer.status).toBe(401);
  });
});

describe('the command', () => {
  const run = (task: Parameters<typeof runStaffTask>[1]) => {
    const { db, keys } = app.services;
    return runStaffTask(
      { db, keys: async () => keys, now: now(), origin: 'https://tiket.id' },
      task,
    );
  };

  it('invites the first owner, lists, changes and removes', async () => {
    const email = 'pertama@uji.id';
    const [link] = await run({ verb: 'invite', email, name: 'Pertama', roles: ['owner'] });
    expect(link).toMatch(/^https:\/\/tiket\.id\/staff#[\w-]{32}$/);
    expect(await run({ verb: 'roles', email, roles: ['sales'] })).toEqual([
      'Pertama is sales from the next call on.',
    ]);
    expect(await run({ verb: 'list' })).toContain('pertama@uji.id  Pertama  sales  invited');
    await run({ verb: 'remove', email });
    await expect(run({ verb: 'remove', email })).rejects.toMatchObject({ status: 404 });
  });

  it.each([
    [{ verb: 'invite', name: 'A', roles: ['owner'] }, /e-mail address/],
    [{ verb: 'invite', email: 'a@b.id', roles: ['owner'] }, /--name/],
    [{ verb: 'invite', email: 'a@b.id', name: 'A', roles: ['king'] }, /owner, sales, support/],
    [{ verb: 'roles', email: 'a@b.id' }, /Nobody of the staff/],
  ] satisfies [Parameters<typeof run>[0], RegExp][])(
    'says what is missing: %o',
    async (task, words) => {
      await expect(run(task)).rejects.toThrow(words);
    },
  );
});

describe('the key of an authenticator', () => {
  it('opens with its own key and for its own person only', () => {
    const sealed = seal('key', 'person', 'SECRET');
    expect(unseal('key', 'person', sealed)).toBe('SECRET');
    expect(unseal('other', 'person', sealed)).toBeNull();
    expect(unseal('key', 'somebody', sealed)).toBeNull();
    expect(unseal('key', 'person', 'short')).toBeNull();
  });
});
