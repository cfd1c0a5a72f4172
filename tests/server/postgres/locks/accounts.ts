import { randomUUID } from 'node:crypto';
import { login } from '../../../../server/domain/accounts/accounts-login.ts';
import { signInWithGoogle } from '../../../../server/domain/accounts/google.ts';
import { issueCode, proveCode, tryCode } from '../../../../server/domain/accounts/otp.ts';
import { issueResetCode } from '../../../../server/domain/accounts/password-reset.ts';
import { erasePerson } from '../../../../server/domain/accounts/person.ts';
import { joinQueue } from '../../../../server/domain/session/join.ts';
import { remove } from '../../../../server/domain/staff/people.ts';
import { readCaller } from '../../../../server/http/caller.ts';
import type { Services } from '../../../../server/services.ts';
import { oneBuyer } from '../../support/open-shop.ts';
import { concert } from '../../support/purchase.ts';
import type { TestApp } from '../../support/test-app.ts';
import { actorOf, both, type LockControl, onlyOne, origin, twice, unwaited } from './control.ts';

/** An unknown caller in a network of its own, who solves no challenge. */
function stranger() {
  const site = `203.0.113.${Math.floor(Math.random() * 256)}-${randomUUID()}`;
  return {
    network: { host: site, site, line: site },
    line: site,
    device: null,
    isKnown: false,
    hasProven: () => false,
    prove: () => Promise.reject(new Error('A challenge has to be solved.')),
    countFailure: () => Promise.resolve(true),
    forgetFailure: () => {},
  } as unknown as Parameters<typeof login>[3];
}

const identityOf = (email: string) => ({
  issuer: 'https://issuer.contoh.id',
  subject: randomUUID(),
  email,
  isEmailVerified: true,
  firstName: 'Pembeli',
  lastName: 'Uji',
});

/** Issues a code and returns it. */
async function issuedCode(app: TestApp, accountId: string): Promise<string> {
  const { db, keys, clock } = app.services;
  let code = '';
  await issueCode(db, keys.otp, accountId, clock.now(), origin, async (_tx, issued) => {
    code = typeof issued.code === 'string' ? issued.code : issued.code.value;
  });
  return code;
}

async function isErased(app: TestApp, accountId: string): Promise<boolean> {
  const rows = await app.services.db.query(
    'select 1 from accounts where id = $1 and erased_at is not null',
    [accountId],
  );
  return rows.length > 0;
}

/** The locks of accounts, codes and sign-ins. */
export const accountLocks: readonly LockControl[] = [
  {
    prevents: 'two owners who remove each other at once leave the shop without one',
    file: 'server/domain/staff/people.ts',
    lock: /select id from staff where 'owner' = any\(roles\) order by id for update/,
    stopAfter: /password_hash is not null limit 1/,
    set: async (app) => {
      await app.services.db.query('update staff set removed_at = $1', [app.services.clock.now()]);
      const [one, other] = [await app.asStaff('owner'), await app.asStaff('owner')];
      const removeOf = (id: string) => (services: Services) =>
        remove(services.db, id, { accountId: null }, services.clock.now());
      return {
        first: removeOf(one.accountId),
        second: removeOf(other.accountId),
        isSound: onlyOne,
      };
    },
  },
  {
    prevents: 'parallel guesses of a password all pass the count',
    file: 'server/domain/accounts/accounts-login.ts',
    lock: /pg_advisory_xact_lock\(hashtext\(\$1\)::bigint\)/,
    stopAfter: /count\(\*\) filter \(where address = \$2 and at > \$3\)/,
    set: async (app) => {
      const { db, clock } = app.services;
      const email = `tebak-${randomUUID()}@uji.contoh.id`;
      const visitor = stranger();
      const hasher = { verify: () => Promise.resolve(false) } as unknown as Parameters<
        typeof login
      >[1];
      const guess = (services: Services) =>
        login(services.db, hasher, { email, password: 'salah' }, visitor, clock.now(), origin);
      for (let failure = 1; failure < 5; failure += 1) await guess(app.services).catch(() => {});
      return twice(guess, async () => {
        const rows = await db.query('select 1 from login_failures where address = $1', [
          visitor.network.site,
        ]);
        return rows.length === 5;
      });
    },
  },
  {
    prevents: 'two tries of a code count as one',
    file: 'server/domain/accounts/otp.ts',
    lock: /from otp_codes[\s\S]*limit 1 for update/,
    set: async (app) => {
      const { accountId } = await oneBuyer(app);
      const { keys, clock, db } = app.services;
      await issuedCode(app, accountId);
      const wrong = (services: Services) =>
        services.db.tx((tx) => tryCode(tx, keys.otp, [accountId], 'salah', clock.now()));
      return twice(wrong, async () => {
        const [row] = await db.query('select attempts from otp_codes where account_id = $1', [
          accountId,
        ]);
        return row?.attempts === 2;
      });
    },
  },
  {
    prevents: 'two codes are sent in the pause after one',
    file: 'server/domain/accounts/otp.ts',
    lock: /select email from accounts where id = \$1 for update/,
    stopAfter: /from otp_codes where budget = \$1/,
    set: async (app) => {
      const { accountId } = await oneBuyer(app);
      const { keys, clock } = app.services;
      const issue = (services: Services) =>
        issueCode(services.db, keys.otp, accountId, clock.now(), origin, async () => {});
      return twice(issue, onlyOne);
    },
  },
  {
    prevents: 'two codes for a new password are sent in the pause after one',
    file: 'server/domain/accounts/password-reset.ts',
    lock: /pg_advisory_xact_lock\(hashtext\(\$1\)::bigint\)/,
    stopAfter: /select subject, created_at, expires_at, dead from otp_codes/,
    set: async (app) => {
      const { email } = await oneBuyer(app);
      const { keys, clock } = app.services;
      const visitor = stranger();
      const device = { id: randomUUID() } as unknown as Parameters<typeof issueResetCode>[4];
      const issue = (services: Services) =>
        issueResetCode(
          services.db,
          keys.otp,
          email,
          visitor,
          device,
          clock.now(),
          origin,
          () => {},
        );
      return twice(issue, onlyOne);
    },
  },
  {
    prevents: 'a person is erased who joins a queue in the same moment',
    file: 'server/domain/accounts/person.ts',
    lock: /from accounts where lower\(email\) = lower\(\$1\) and erased_at is null for update/,
    stopAfter: /insert into purchase_sessions/,
    set: async (app) => {
      const buyer = await oneBuyer(app);
      return {
        first: (services) => joinQueue(services, actorOf(buyer), concert),
        second: (services) =>
          erasePerson(services.db, buyer.email, false, app.services.clock.now()),
        isSound: async () => !(await isErased(app, buyer.accountId)),
      };
    },
  },
  {
    prevents: 'of two returns from Google at once one fails',
    file: 'server/domain/accounts/google.ts',
    lock: /pg_advisory_xact_lock\(hashtext\(\$1\)::bigint\)/,
    stopAfter: /from google_identities where issuer = \$1/,
    set: async (app) => {
      const identity = identityOf(`google-${randomUUID()}@uji.contoh.id`);
      const { clock, legal } = app.services;
      const signIn = (services: Services) =>
        signInWithGoogle(services.db, identity, clock.now(), origin, legal);
      return twice(signIn, both);
    },
  },
  {
    prevents: 'somebody who took the address before its owner proves it while the owner links it',
    file: 'server/domain/accounts/google.ts',
    lock: /select id, is_verified from accounts where lower\(email\) = \$1 for update/,
    set: async (app) => {
      const { email, accountId } = await oneBuyer(app);
      const { db, clock, keys, legal } = app.services;
      await db.query('update accounts set is_verified = false where id = $1', [accountId]);
      const code = await issuedCode(app, accountId);
      const identity = identityOf(email);
      return {
        first: (services) => signInWithGoogle(services.db, identity, clock.now(), origin, legal),
        second: (services) =>
          proveCode(services.db, keys.otp, accountId, code, clock.now(), origin),
        isSound: onlyOne,
      };
    },
  },
  {
    prevents: 'a call waits for another one that notes the same sign-in',
    file: 'server/http/caller.ts',
    lock: /select id_hash from auth_sessions where id_hash = \$1 for no key update skip locked/,
    set: async (app) => {
      const buyer = await oneBuyer(app);
      const { db, clock } = app.services;
      await db.query(
        `update auth_sessions set last_seen_at = last_seen_at - interval '10 minutes' where account_id = $1`,
        [buyer.accountId],
      );
      const sessionId = buyer.cookie.slice(buyer.cookie.indexOf('=') + 1);
      const read = (services: Services) => readCaller(services.db, sessionId, clock.now());
      return twice(read, unwaited);
    },
  },
];
