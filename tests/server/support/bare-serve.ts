import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { createClock } from '../../../server/clock.ts';
import type { Db } from '../../../server/db/db.ts';
import { openPresence } from '../../../server/db/presence.ts';
import { setBodyParsers, setErrorHandler } from '../../../server/http/errors.ts';
import { createServe } from '../../../server/http/mount.ts';
import type { Serve } from '../../../server/http/serve.ts';
import { createLimits } from '../../../server/limits/limits.ts';
import { secretHash } from '../../../server/secrets/secret-hash.ts';
import type { Services } from '../../../server/services.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';
import { testConfig } from './test-app.ts';

/** Headers of a call made by our own page. */
export const ownHeaders = { 'x-requested-with': 'test', 'sec-fetch-site': 'same-origin' };

/** A server with only the rows that a test mounts, and three signed-in accounts. */
export interface BareServe {
  readonly app: FastifyInstance;
  readonly serve: Serve;
  readonly db: Db;
  /** Cookie headers: ani and budi are verified, citra is not. */
  readonly cookies: { readonly ani: string; readonly budi: string; readonly citra: string };
  close(): Promise<void>;
}

/** Makes the server on an in-memory database; the caller closes it. */
export async function createBareServe(): Promise<BareServe> {
  const db = await openMigrated();
  const clock = createClock();
  const presence = await openPresence(db, null);
  const signIn = async (name: string, isVerified: boolean) => {
    const id = randomUUID();
    await db.query(
      `insert into accounts (id, email, first_name, last_name, phone_number, is_verified, created_at)
       values ($1, $2, 'A', 'B', '+62812', $3, $4)`,
      [id, `${name}@contoh.id`, isVerified, clock.now()],
    );
    await db.query(
      'insert into auth_sessions (id_hash, account_id, created_at, last_seen_at, expires_at) values ($1, $2, $3, $3, $4)',
      [secretHash(name), id, clock.now(), new Date(clock.now().getTime() + 3_600_000)],
    );
    return `roetix_session=${name}`;
  };
  const cookies = {
    ani: await signIn('ani', true),
    budi: await signIn('budi', true),
    citra: await signIn('citra', false),
  };
  const app = Fastify();
  const config = testConfig();
  const limits = createLimits({ db, config, keys: { device: 'a key of tests' }, log: app.log });
  await app.register(cookie);
  setBodyParsers(app);
  setErrorHandler(app);
  return {
    app,
    db,
    // Serving a row takes no other service than these five.
    serve: createServe(app, { config, db, clock, limits, presence } as unknown as Services),
    cookies,
    close: async () => {
      await app.close();
      await db.close();
    },
  };
}
