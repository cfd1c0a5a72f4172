import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { openMigrated } from '../../../support/database/open-migrated.ts';
import { openShop } from '../../support/open-shop.ts';
import { recordedDb } from '../../support/recorded-db.ts';

/** Every hash made or checked, and every statement, since the last reset. */
const work = vi.hoisted(() => ({ hashes: [] as string[], statements: [] as string[] }));

vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original();
  return {
    ...real,
    hash: (...given: Parameters<typeof real.hash>) => {
      work.hashes.push('hash');
      return real.hash(...given);
    },
    verify: (...given: Parameters<typeof real.verify>) => {
      // The checked PHC string contains the cost.
      work.hashes.push(`verify ${String(given[0]).split('$').slice(1, 4).join(' ')}`);
      return real.verify(...given);
    },
  };
});

const known = 'pembeli@contoh.id';
const google = 'google@contoh.id';
const unknown = 'tidak-ada@contoh.id';
const verified = 'verify argon2id v=19 m=19456,t=2,p=1';

/** E-mails are written after the response, while the next call may already run. */
const note = (sql: string) => {
  const statement = sql.replace(/\s+/g, ' ').trim();
  if (!statement.startsWith('insert into mails')) work.statements.push(statement);
};

const app = await openShop(
  { events: [], overrides: { db: recordedDb(await openMigrated(), note) } },
  null,
);
beforeAll(async () => {
  await app.services.db.query(
    `insert into accounts (id, email, password_hash, first_name, last_name, phone_number, is_verified, created_at)
     values (gen_random_uuid(), $1, null, 'G', 'U', '', true, $2)`,
    [google, app.services.clock.now()],
  );
});
beforeEach(async () => {
  await app.services.db.query('delete from otp_codes');
  await app.services.db.query('delete from login_failures');
});

/** The server's work for a call until its response, and the response. */
async function workOf<A extends { status: number; body: unknown }>(call: () => Promise<A>) {
  work.hashes.length = 0;
  work.statements.length = 0;
  const { status, body } = await call();
  return { status, body, hashes: [...work.hashes], statements: [...work.statements] };
}
const signIn = (email: string, password: string) =>
  workOf(() => app.anonymous().call(calls.login, { body: { email, password } }));
const forgot = (email: string) =>
  workOf(() => app.anonymous().call(calls.forgotPassword, { body: { email } }));
const password = 'kuda-laut-9';
const reset = (email: string) =>
  workOf(() =>
    app.anonymous().call(calls.resetPassword, { body: { email, otp: '000000', password } }),
  );

test('a sign-in takes the same hash, statements and sentence with and without an account, from the first call on (§17.3)', async () => {
  // The unknown address first: the first call must not do extra work for it.
  const nobody = await signIn(unknown, 'salah1234');
  expect([nobody.status, nobody.hashes]).toEqual([401, [verified]]);
  expect(nobody.statements.length).toBeGreaterThan(4);
  expect(await signIn(known, 'salah1234')).toEqual(nobody);
  expect(await signIn(google, 'salah1234')).toEqual(nobody);
});

test('a request for a new password takes the same steps before the response', async () => {
  for (const status of [200, 429]) {
    const [nobody, somebody] = [await forgot(unknown), await forgot(known)];
    expect([nobody.status, somebody.status, nobody.hashes]).toEqual([status, status, []]);
    expect(nobody.statements.length).toBeGreaterThan(3);
    expect(somebody.statements).toEqual(nobody.statements);
    expect(Object.keys(somebody.body ?? {})).toEqual(Object.keys(nobody.body ?? {}));
  }
});

test('a code for a new password takes the same hash, statements and sentence', async () => {
  const tries = async (email: string) => {
    await forgot(email);
    const seen = [];
    for (let count = 0; count < 6; count += 1) seen.push(await reset(email));
    return seen;
  };
  const unasked = await reset('lain-lagi@contoh.id');
  expect([unasked.status, unasked.hashes]).toEqual([410, ['hash']]);
  const nobody = await tries(unknown);
  expect(nobody.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 410]);
  expect(nobody.every(({ hashes }) => hashes.join() === 'hash')).toBe(true);
  expect(await tries(known)).toEqual(nobody);
});

test('a registration takes the hash for a free address and for a taken one', async () => {
  const person = { firstName: 'Ani', lastName: 'Uji', phoneNumber: '+6281234567890', password };
  for (const email of [known, 'masih-bebas@contoh.id']) {
    const body = { ...person, email };
    const { hashes } = await workOf(() => app.anonymous().call(calls.register, { body }));
    expect(hashes).toEqual(['hash']);
  }
});

test('a password stored with another cost is hashed again when it is next typed correctly, and only then (§17.1)', async () => {
  const { hash } = await import('@node-rs/argon2');
  const old = await hash('tiket1234', { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  const { db } = app.services;
  await db.query('update accounts set password_hash = $2 where email = $1', [known, old]);
  const kept = async () => {
    const [row] = await db.query<{ password_hash: string }>(
      'select password_hash from accounts where email = $1',
      [known],
    );
    return row?.password_hash;
  };
  expect((await signIn(known, 'salah1234')).status).toBe(401);
  expect(await kept()).toBe(old);
  expect((await signIn(known, 'tiket1234')).status).toBe(200);
  const renewed = await kept();
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const again = await signIn(known, 'tiket1234');
  expect([again.status, again.hashes]).toEqual([200, [verified]]);
  expect(await kept()).toBe(renewed);
});
