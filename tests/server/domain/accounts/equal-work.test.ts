import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { Db } from '../../../../server/db/db.ts';
import { openMigrated } from '../../../support/database/open-migrated.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

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
const clean = (sql: string) => sql.replace(/\s+/g, ' ').trim();

/** E-mails are written after the response, while the next call may already run. */
const note = (sql: string) => {
  const statement = clean(sql);
  if (!statement.startsWith('insert into mails')) work.statements.push(statement);
};

/** A database that records its statements. */
function noting(db: Db): Db {
  const noted: Db = {
    ...db,
    lane: () => noted,
    query: (sql, params) => {
      note(sql);
      return db.query(sql, params);
    },
    tx: (inner) =>
      db.tx((tx) =>
        inner({
          ...tx,
          query: (sql, params) => {
            note(sql);
            return tx.query(sql, params);
          },
        }),
      ),
  };
  return noted;
}

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    events: [],
    overrides: { db: noting(await openMigrated()) },
  });
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
afterAll(() => app.close());

/** The server's work for a call until its response, and the response. */
async function workOf<A extends { status: number; body: unknown }>(call: () => Promise<A>) {
  work.hashes.length = 0;
  work.statements.length = 0;
  const { status, body } = await call();
  return { status, body, hashes: [...work.hashes], statements: [...work.statements] };
}

describe('a request for an address with or without an account', () => {
  test('at sign-in takes the same hash, the same statements and the same sentence, from the first call on', async () => {
    const signIn = (email: string) =>
      workOf(() => app.anonymous().call(calls.login, { body: { email, password: 'salah1234' } }));
    // The unknown address first: the first call must not do extra work for it.
    const nobody = await signIn(unknown);
    const somebody = await signIn(known);
    expect(nobody.status).toBe(401);
    expect(nobody.hashes).toEqual(['verify argon2id v=19 m=19456,t=2,p=1']);
    expect(nobody.statements.length).toBeGreaterThan(4);
    expect(somebody).toEqual(nobody);
    expect(await signIn(google)).toEqual(nobody);
  });

  test('for a new password takes the same steps before the response', async () => {
    const ask = (email: string) =>
      workOf(() => app.anonymous().call(calls.forgotPassword, { body: { email } }));
    const nobody = await ask(unknown);
    const somebody = await ask(known);
    expect([nobody.status, somebody.status]).toEqual([200, 200]);
    expect(nobody.hashes).toEqual([]);
    expect(nobody.statements.length).toBeGreaterThan(4);
    expect(somebody.statements).toEqual(nobody.statements);
    const later = [await ask(unknown), await ask(known)];
    expect(later[0]?.status).toBe(429);
    expect(later[1]?.statements).toEqual(later[0]?.statements);
    expect(Object.keys(later[1]?.body ?? {})).toEqual(Object.keys(later[0]?.body ?? {}));
  });

  test('with a code for a new password takes the same hash, the same statements and the same sentence', async () => {
    const tries = async (email: string) => {
      await app.anonymous().call(calls.forgotPassword, { body: { email } });
      const seen = [];
      for (let count = 0; count < 6; count += 1) {
        const body = { email, otp: '000000', password: 'kuda-laut-9' };
        seen.push(await workOf(() => app.anonymous().call(calls.resetPassword, { body })));
      }
      return seen;
    };
    const notAsked = { email: 'lain-lagi@contoh.id', otp: '000000', password: 'kuda-laut-9' };
    const cold = await workOf(() => app.anonymous().call(calls.resetPassword, { body: notAsked }));
    expect([cold.status, cold.hashes]).toEqual([410, ['hash']]);
    const nobody = await tries(unknown);
    expect(nobody.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 410]);
    expect(nobody.every(({ hashes }) => hashes.join() === 'hash')).toBe(true);
    expect(await tries(known)).toEqual(nobody);
  });

  test('at registration takes the hash in both cases', async () => {
    const register = (email: string) =>
      workOf(() =>
        app.anonymous().call(calls.register, {
          body: {
            firstName: 'Ani',
            lastName: 'Uji',
            phoneNumber: '+6281234567890',
            email,
            password: 'kuda-laut-9',
          },
        }),
      );
    expect((await register(known)).hashes).toEqual(['hash']);
    expect((await register('masih-bebas@contoh.id')).hashes).toEqual(['hash']);
  });
});

describe('a password stored with another cost', () => {
  test('is hashed again when it is next typed correctly, and only then', async () => {
    const { hash } = await import('@node-rs/argon2');
    const old = await hash('tiket1234', { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const { db } = app.services;
    await db.query('update accounts set password_hash = $2 where email = $1', [known, old]);
    const kept = async () =>
      (
        await db.query<{ password_hash: string }>(
          'select password_hash from accounts where email = $1',
          [known],
        )
      )[0]?.password_hash;
    const signIn = (password: string) =>
      workOf(() => app.anonymous().call(calls.login, { body: { email: known, password } }));
    expect((await signIn('salah1234')).status).toBe(401);
    expect(await kept()).toBe(old);
    expect((await signIn('tiket1234')).status).toBe(200);
    const renewed = await kept();
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const again = await signIn('tiket1234');
    expect([again.status, again.hashes]).toEqual([200, ['verify argon2id v=19 m=19456,t=2,p=1']]);
    expect(await kept()).toBe(renewed);
  });
});
