import { randomBytes, randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { type AnswerOf, type CallShape, callPath } from '../../../contract/call/call.ts';
import type { FieldError, Pagination } from '../../../contract/call/envelope.ts';
import { apiRoot, requestedWithHeader, requestedWithValue } from '../../../contract/limits.ts';
import type { StaffRole } from '../../../contract/staff/roles.ts';
import { databaseOn, onServer } from '../../../scripts/postgres/on-server.ts';
import { type App, createApp } from '../../../server/app.ts';
import { type Config, readConfig } from '../../../server/config.ts';
import type { ConnectionTimes } from '../../../server/http/connections.ts';
import { openStaffSession, staffCookieName } from '../../../server/http/staff-session.ts';
import { secretHash } from '../../../server/secrets/secret-hash.ts';
import type { SeedOptions } from '../../../server/seed/insert.ts';
import type { Services } from '../../../server/services.ts';
import { folderFromImage } from '../../support/database/folder-from-image.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';
import { stillClock } from './clocks.ts';

const sessionHours = 12;

export interface TestAppOptions {
  /** Added to DATA_DIR=memory, RATE_LIMITS=off, MAX_TICKETS_PER_PERSON=1000, LOTS_PER_DOMAIN=0 and LOG_LEVEL=silent. */
  readonly env?: Record<string, string>;
  readonly overrides?: Partial<Services>;
  readonly connectionTimes?: ConnectionTimes;
  /** Slugs to seed beside the accounts and vouchers; 'none' seeds nothing, 'all' everything. Default: `smallSeed`. */
  readonly events?: readonly string[] | 'none' | 'all';
  /** False omits the seeded accounts, as a demo does. */
  readonly accounts?: false;
  /** True: the server works on its own once a second, as outside of tests. */
  readonly ticker?: true;
}

/** Events seeded unless a test asks for others: few seats, and every kind of purchase. */
export const smallSeed = [
  'konser-senja-jakarta',
  'pesta-rakyat-bandung',
  'seminar-gratis-yogya',
  'teater-tanpa-form-solo',
] as const;

/** The envelope around `D`; a refusal has null there, in spite of the type. */
export interface Envelope<D> {
  readonly status: number;
  readonly message: string;
  readonly data: D;
  readonly errors?: readonly FieldError[];
  readonly pagination?: Pagination;
  readonly meta?: Record<string, unknown>;
}

/** A response of the API: its status, its parsed JSON (null if it has none) and its headers. */
export interface Answer<B> {
  readonly status: number;
  readonly body: B;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  /** Cookies set by the response, by name; an empty text for a cleared one. */
  readonly cookies: Readonly<Record<string, string>>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';

export interface CallGiven {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Address of the connection; default 127.0.0.1. */
  readonly from?: string;
}

/** A browser tab of one person: sends the cookie and the headers of the app. */
export interface TestClient {
  /** Id of the account; empty for an anonymous one. */
  readonly accountId: string;
  readonly email: string;
  /** The Cookie header, for a WebSocket. */
  readonly cookie: string;
  /** The Cookie header of a known device; empty for a browser without an earlier sign-in. */
  readonly deviceCookie: string;
  /** Makes one call of the route table. */
  call<C extends CallShape>(
    call: C,
    given?: CallGiven,
  ): Promise<Answer<Envelope<NonNullable<AnswerOf<C>>>>>;
  /** Calls any path, unchanged; the caller states the type of the response. */
  ask<B = Envelope<unknown>>(method: Method, path: string, given?: CallGiven): Promise<Answer<B>>;
}

/** As many clients as the number says, where it is a literal up to ten. */
type Clients<N extends number> = TestClient[] & (number extends N ? unknown : Counted<N>);
type Counted<N extends number, T extends TestClient[] = []> = T['length'] extends N
  ? T
  : T['length'] extends 10
    ? unknown
    : Counted<N, [...T, TestClient]>;

export interface TestApp extends App {
  /** A client signed in as a seeded or created account. Throws if there is none. */
  as(email: string): Promise<TestClient>;
  /** A client that is not signed in; it stores the cookies it receives. */
  anonymous(): TestClient;
  /** `count` verified, signed-in accounts, made without hashing a password. */
  makeBuyers<N extends number>(count: N): Promise<Clients<N>>;
  /** A new person of the staff with these roles, signed in without a password. */
  asStaff(...roles: readonly StaffRole[]): Promise<TestClient>;
  /** Advances the server's clock and runs the due work. */
  advance(seconds: number): Promise<void>;
}

/**
 * A whole server on a migrated database of its own (`openMigrated`), called by inject. The caller closes it. With TEST_DATABASE_URL it uses a separate
 * database on that PostgreSQL server, dropped when it closes, unless `env` or `overrides` choose the data.
 */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { DATA_DIR, DATABASE_URL } = options.env ?? {};
  const isPlaced =
    DATA_DIR !== undefined || DATABASE_URL !== undefined || options.overrides?.db !== undefined;
  const ownDatabase = isPlaced ? undefined : await createOwnDatabase();
  const env = { ...ownDatabase?.env, ...options.env };
  if (DATA_DIR !== undefined && DATA_DIR !== 'memory') await folderFromImage(DATA_DIR);
  const inMemory = isPlaced || ownDatabase !== undefined ? {} : { db: await openMigrated() };
  // Data that was there before keeps the clock that it was written by.
  const ticking = isPlaced && options.overrides?.db === undefined ? {} : { clock: stillClock() };
  const app = await createApp(
    testConfig(env),
    { ...inMemory, ...ticking, ...options.overrides },
    {
      ticker: options.ticker ?? false,
      ...(options.connectionTimes === undefined
        ? {}
        : { connectionTimes: options.connectionTimes }),
      seed: seedOf(options.events ?? smallSeed, options.accounts),
    },
  );
  const { db, clock } = app.services;

  const signIn = async (accountId: string) => {
    const id = randomBytes(32).toString('base64url');
    const now = clock.now();
    await db.query(
      `insert into auth_sessions (id_hash, account_id, created_at, last_seen_at, expires_at) values ($1, $2, $3, $3, $4)`,
      [secretHash(id), accountId, now, new Date(now.getTime() + sessionHours * 3_600_000)],
    );
    return `roetix_session=${id}`;
  };
  return {
    ...app,
    close: async () => {
      await app.close();
      await ownDatabase?.drop();
    },
    as: async (email) => {
      const [row] = await db.query<{ id: string }>(
        'select id from accounts where lower(email) = $1',
        [email.toLowerCase()],
      );
      if (row === undefined) throw new Error(`No account ${email}`);
      return client(app, row.id, email, await signIn(row.id));
    },
    anonymous: () => client(app, '', '', ''),
    makeBuyers: async <N extends number>(count: N) => {
      const buyers: TestClient[] = [];
      for (let index = 0; index < count; index += 1) {
        const id = randomUUID();
        const email = `pembeli-${id.slice(0, 8)}@uji.contoh.id`;
        await db.query(
          `insert into accounts (id, email, first_name, last_name, phone_number, is_verified, created_at)
           values ($1, $2, 'Pembeli', 'Uji', '+6281200000000', true, $3)`,
          [id, email, clock.now()],
        );
        buyers.push(client(app, id, email, await signIn(id)));
      }
      return buyers as Clients<N>;
    },
    asStaff: async (...roles) => {
      const id = randomUUID();
      const email = `staf-${id.slice(0, 8)}@uji.contoh.id`;
      await db.query(
        `insert into staff (id, email, name, roles, created_at, password_hash, totp_secret)
         values ($1, $2, 'Staf Uji', $3, $4, 'none', '')`,
        [id, email, roles, clock.now()],
      );
      const session = await openStaffSession(db, id, clock.now());
      return client(app, id, email, `${staffCookieName}=${session}`);
    },
    advance: async (seconds) => {
      clock.advance(seconds);
      await app.tick();
    },
  };
}

async function createOwnDatabase() {
  const url = process.env.TEST_DATABASE_URL;
  if (url === undefined) return undefined;
  const name = `roetix_test_${randomBytes(8).toString('hex')}`;
  await onServer(url, (db) => db.script(`create database ${name}`));
  return {
    env: { DATABASE_URL: databaseOn(url, name) },
    drop: () => onServer(url, (db) => db.script(`drop database ${name}`)),
  };
}

/**
 * Settings of a test: nothing stored, nothing logged. Development mode, or a demo if `env` contains values that development refuses:
 * a public address or a proxy.
 */
export function testConfig(env: Record<string, string> = {}): Config {
  const isPublic = env.PUBLIC_URL !== undefined || env.TRUST_PROXY !== undefined;
  const isNamed = env.ROETIX_MODE !== undefined || env.NODE_ENV !== undefined;
  return readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: 'memory',
    ...(isPublic && !isNamed ? { ROETIX_MODE: 'demo' } : {}),
    RATE_LIMITS: 'off',
    MAX_TICKETS_PER_PERSON: '1000',
    LOTS_PER_DOMAIN: '0',
    LOG_LEVEL: 'silent',
    ...env,
  });
}

function seedOf(
  events: NonNullable<TestAppOptions['events']>,
  accounts: false | undefined,
): SeedOptions | false {
  if (events === 'none') return false;
  return {
    ...(events === 'all' ? {} : { only: events }),
    ...(accounts === undefined ? {} : { accounts }),
  };
}

function joined(...cookies: readonly string[]): string {
  return cookies.filter((one) => one !== '').join('; ');
}

function client(app: App, accountId: string, email: string, firstCookie: string): TestClient {
  let cookie = firstCookie;
  let deviceCookie = '';
  const ask = async <B>(
    method: Method,
    path: string,
    given: CallGiven = {},
  ): Promise<Answer<B>> => {
    const request: InjectOptions = {
      method,
      url: path,
      ...(given.query === undefined ? {} : { query: given.query }),
      ...(given.from === undefined ? {} : { remoteAddress: given.from }),
      ...(given.body === undefined ? {} : { payload: given.body as string | object }),
      headers: {
        'sec-fetch-site': 'same-origin',
        [requestedWithHeader]: requestedWithValue,
        ...(cookie + deviceCookie === '' ? {} : { cookie: joined(cookie, deviceCookie) }),
        ...given.headers,
      },
    };
    const response = await app.fastify.inject(request);
    const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
    for (const [name, value] of Object.entries(cookies)) {
      const pair = value === '' ? '' : `${name}=${value}`;
      if (name.endsWith('roetix_device')) deviceCookie = pair;
      else cookie = pair;
    }
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      body: (isJson && response.body !== '' ? JSON.parse(response.body) : null) as B,
      text: response.body,
      headers: response.headers,
      cookies,
    };
  };
  return {
    accountId,
    email,
    get cookie() {
      return cookie;
    },
    get deviceCookie() {
      return deviceCookie;
    },
    ask,
    call: (call, given = {}) =>
      ask(call.method, apiRoot + callPath(call.path, given.params), given),
  };
}
