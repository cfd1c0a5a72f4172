import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type CallShape, callPath } from '../../../../contract/call/call.ts';
import { calls } from '../../../../contract/call/calls.ts';
import { apiRoot } from '../../../../contract/limits.ts';
import { staffCalls } from '../../../../contract/staff/calls.ts';
import { type StaffRole, staffRoles } from '../../../../contract/staff/roles.ts';
import { codeAt, seal, unseal } from '../../../../server/domain/staff/authenticator.ts';
import { runStaffTask } from '../../../../server/operator/staff.ts';
import { openShop } from '../../support/open-shop.ts';
import { invited, joined, secretOf, staffPassword } from '../../support/staff.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [] }, null);

const audits = (action: string, id: string) =>
  app.services.db.query<{ staff_id: string | null; account_id: string | null }>(
    'select staff_id, account_id from audit_log where action = $1 and object = $2',
    [action, `staff:${id}`],
  );
const codeNow = (secret: string) => codeAt(secret, app.services.clock.now());
const read = (token: string) =>
  app.anonymous().call(staffCalls.readInvitation, { body: { token } });
const accept = (token: string, code: string, client = app.anonymous()) =>
  client.call(staffCalls.acceptInvitation, { body: { token, password: staffPassword, code } });
const signIn = (email: string, code: string, password = staffPassword, client = app.anonymous()) =>
  client.call(staffCalls.staffSignIn, { body: { email, password, code } });
const isIn = async (client: TestClient) => (await client.call(staffCalls.staffMe)).status === 200;

describe('an invitation (§15.3)', () => {
  it('shows its key, is accepted once, and signs in with a cookie that other sites cannot send (§15.42)', async () => {
    const token = await invited(app, 'Satu@uji.id', 'sales', 'door');
    const { data } = (await read(token)).body;
    expect(data).toMatchObject({ email: 'satu@uji.id', roles: ['sales', 'door'] });
    expect(data.authenticator).toContain('otpauth://totp/Roetix:satu%40uji.id?');
    const client = app.anonymous();
    const answer = await accept(token, codeNow(data.secret), client);
    expect(answer.body.data.acts).toEqual([
      'readFigures',
      'steerSale',
      'messageWaiting',
      'openDoors',
      'giveTickets',
    ]);
    expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Strict/);
    expect((await client.call(staffCalls.staffMe)).body.data.name).toBe('Sari Staf');
    expect((await accept(token, codeNow(data.secret))).body).toMatchObject({
      code: 'invitationInvalid',
    });
    const { id } = answer.body.data;
    expect(await audits('staff.join', id)).toEqual([{ staff_id: id, account_id: null }]);
  });

  it('of two who accept it at once, one has it; neither its token nor its key is stored', async () => {
    const token = await invited(app, 'dua@uji.id', 'door');
    const secret = await secretOf(app, token);
    const rows = JSON.stringify(await app.services.db.query('select * from staff'));
    for (const hidden of [token, secret]) expect(rows).not.toContain(hidden);
    const both = await Promise.all([1, 2].map(() => accept(token, codeNow(secret))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('ends after 72 hours (§15.43)', async () => {
    const token = await invited(app, 'lama@uji.id', 'door');
    await app.advance(72 * 3_600 + 1);
    expect((await read(token)).status).toBe(404);
  });

  it('given again replaces password and authenticator, and signs the person out', async () => {
    const { client, secret } = await joined(app, 'hilang@uji.id', 'door');
    await invited(app, 'hilang@uji.id', 'door');
    expect(await isIn(client)).toBe(false);
    await app.advance(60);
    expect((await signIn('hilang@uji.id', codeNow(secret))).status).toBe(401);
  });
});

describe('sign-in (§15.2)', () => {
  it('needs password and code; a code counts once, and every failure looks alike (§15.40)', async () => {
    const email = 'masuk@uji.id';
    const { secret, id } = await joined(app, email, 'support');
    const used = await signIn(email, codeNow(secret));
    await app.advance(60);
    const code = codeNow(secret);
    const failures = [
      used,
      await signIn(email, code, 'salah-sekali-9'),
      await signIn(email, '000000'),
      await signIn('bukan@uji.id', code),
    ];
    for (const { body } of failures) {
      expect(body).toMatchObject({ status: 401, code: 'wrongCredentials', data: null });
      expect(body.message).toBe(used.body.message);
    }
    const client = app.anonymous();
    expect((await signIn('MASUK@uji.id', code, staffPassword, client)).status).toBe(200);
    expect((await signIn(email, code)).status).toBe(401);
    await client.call(staffCalls.staffSignOut);
    expect(await isIn(client)).toBe(false);
    expect(await audits('staff.sign-in', id)).toEqual([{ staff_id: id, account_id: null }]);
    expect(await audits('staff.sign-out', id)).toHaveLength(1);
    expect(await audits('staff.sign-in-failed', id)).toHaveLength(4);
  });

  it('is refused for a day after 20 wrong codes of unknown devices from any network, but not on a known device', async () => {
    const email = 'ditebak@uji.id';
    const { secret } = await joined(app, email, 'support');
    await joined(app, 'pemilik@uji.id', 'owner');
    await app.advance(60);
    const known = app.anonymous();
    expect((await signIn(email, codeNow(secret), staffPassword, known)).status).toBe(200);
    await app.advance(60);
    const statuses: number[] = [];
    for (let tries = 0; tries < 22; tries += 1) {
      const body = { email, password: staffPassword, code: '000000' };
      const from = `10.${tries}.0.1`;
      statuses.push((await app.anonymous().call(staffCalls.staffSignIn, { body, from })).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429, 429]);
    expect((await signIn(email, codeNow(secret))).status).toBe(429);
    expect((await signIn(email, codeNow(secret), staffPassword, known)).status).toBe(200);
    const letters = await app.services.db.query<{ recipient: string }>(
      `select distinct recipient from mails where subject like 'Percobaan masuk staf%'`,
    );
    const to = letters.map(({ recipient }) => recipient);
    expect(to).toEqual(expect.arrayContaining([email, 'pemilik@uji.id']));
    await app.advance(24 * 3_600);
    expect((await signIn(email, codeNow(secret))).status).toBe(200);
  });

  it('of two with one code at once, one succeeds', async () => {
    const { secret } = await joined(app, 'sekali@uji.id', 'door');
    await app.advance(60);
    const code = codeNow(secret);
    const both = await Promise.all([1, 2].map(() => signIn('sekali@uji.id', code)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('ends after two idle hours, and after twelve hours of use', async () => {
    const { client } = await joined(app, 'diam@uji.id', 'door');
    for (let hour = 0; hour < 11; hour += 1) {
      await app.advance(3_600);
      expect(await isIn(client)).toBe(true);
    }
    await app.advance(3_700);
    expect(await isIn(client)).toBe(false);
    const idle = await app.asStaff('door');
    await app.advance(2 * 3_600 + 1);
    expect(await isIn(idle)).toBe(false);
  });

  it('a buyer is no staff, and staff is no buyer (§6.5, §15.1)', async () => {
    const [buyer] = await app.makeBuyers(1);
    expect((await buyer.call(staffCalls.staffMe)).status).toBe(401);
    expect((await (await app.asStaff('owner')).call(calls.me)).status).toBe(401);
  });
});

describe('the list of staff', () => {
  it('is kept by owners: invite, change roles, remove (§15.43, §15.44)', async () => {
    const owner = await app.asStaff('owner');
    const body = { email: 'baru@uji.id', name: 'Baru', roles: ['support'] };
    const { person, path } = (await owner.call(staffCalls.inviteStaff, { body })).body.data;
    expect(path).toMatch(/^\/staff#[\w-]{32}$/);
    expect(person.state).toBe('invited');
    const params = { id: person.id };
    expect(await audits('staff.invite', person.id)).toEqual([
      { staff_id: owner.accountId, account_id: null },
    ]);
    const roles = ['finance', 'finance'];
    const changed = await owner.call(staffCalls.changeStaffRoles, { params, body: { roles } });
    expect(changed.body.data.roles).toEqual(['finance']);
    const removed = await owner.call(staffCalls.removeStaff, { params, body: {} });
    expect(removed.body.data.state).toBe('removed');
    const { people } = (await owner.call(staffCalls.listStaff)).body.data;
    expect(people.at(-1)).toMatchObject({ id: person.id, state: 'removed' });
  });

  it('a removed person is out at once', async () => {
    const { client, id, secret } = await joined(app, 'keluar@uji.id', 'owner');
    const owner = await app.asStaff('owner');
    await owner.call(staffCalls.removeStaff, { params: { id }, body: {} });
    expect((await client.call(staffCalls.listStaff)).status).toBe(401);
    await app.advance(60);
    expect((await signIn('keluar@uji.id', codeNow(secret))).status).toBe(401);
  });
});

describe('the command', () => {
  const run = (task: Parameters<typeof runStaffTask>[1]) => {
    const { db, keys, clock } = app.services;
    const desk = { db, keys: async () => keys, now: clock.now(), origin: 'https://tiket.id' };
    return runStaffTask(desk, task);
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
});

it('the key of an authenticator opens with its own key and for its own person only', () => {
  const sealed = seal('key', 'person', 'SECRET');
  expect(unseal('key', 'person', sealed)).toBe('SECRET');
  expect(unseal('other', 'person', sealed)).toBeNull();
  expect(unseal('key', 'somebody', sealed)).toBeNull();
  expect(unseal('key', 'person', 'short')).toBeNull();
});

describe('the calls of the staff (§15.11)', () => {
  /** Who may make each call, written out so that the table of acts cannot grade itself. */
  const allowed: Readonly<Record<string, readonly StaffRole[]>> = {
    staffSignOut: staffRoles,
    staffMe: staffRoles,
    staffEvents: staffRoles,
    listStaff: ['owner'],
    inviteStaff: ['owner'],
    changeStaffRoles: ['owner'],
    removeStaff: ['owner'],
    deskFind: ['owner', 'support', 'finance'],
    deskOrder: ['owner', 'support', 'finance'],
    deskAnswers: ['owner', 'support'],
    deskSendAgain: ['owner', 'support'],
    deskRename: ['owner', 'support'],
    deskReissue: ['owner', 'support'],
    deskVoid: ['owner', 'support'],
    deskMove: ['owner', 'support'],
    deskRefund: ['owner', 'finance'],
    deskRefunds: ['owner', 'support', 'finance'],
    controlFigures: ['owner', 'sales', 'support', 'finance'],
    controlSteer: ['owner', 'sales'],
    controlMessage: ['owner', 'sales', 'support'],
    controlRemove: ['owner', 'support'],
    controlGive: ['owner', 'sales'],
    controlDoors: ['owner', 'sales', 'door'],
  };
  const rows = Object.entries<CallShape>(staffCalls).filter(([, { access }]) => access === 'staff');
  const params = { id: randomUUID(), orderCode: 'TIADA-1', slug: 'tidak-ada' };

  it('are all in the table of roles', () => {
    expect(Object.keys(allowed).sort()).toEqual(rows.map(([name]) => name).sort());
  });

  describe.each(staffRoles)('for %s', (role) => {
    it.each(rows)('%s', async (name, call) => {
      const client = await app.asStaff(role);
      const path = apiRoot + callPath(call.path, params);
      const given = call.method === 'GET' ? {} : { body: {} };
      const { status, body } = await client.ask<{ code?: string }>(call.method, path, given);
      if (allowed[name]?.includes(role) === true) {
        expect(body.code).not.toBe('roleMissing');
        expect([200, 404, 409, 422]).toContain(status);
      } else expect([status, body.code]).toEqual([403, 'roleMissing']);
    });
  });
});
