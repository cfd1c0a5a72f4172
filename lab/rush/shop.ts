import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '../../scripts/postgres/cluster.ts';
import { createApp } from '../../server/app.ts';
import { type Config, readCommandConfig, readConfig } from '../../server/config.ts';
import type { Db } from '../../server/db/db.ts';
import { openDb } from '../../server/db/open.ts';
import { StartError } from '../../server/start-error.ts';
import { checkOut } from '../former/release.ts';
import { killableServer } from '../race/race-server.ts';
import { startMosquitto } from '../shared/mosquitto.ts';
import { sharedKeys } from '../shared/production-env.ts';
import { type Balancer, type ReadyChecks, startBalancer } from './balancer.ts';
import type { Killable } from './options.ts';

/** A process of the shop, as the report names it. */
export interface Part {
  readonly name: string;
  pid(): number | undefined;
}

/** The servers and the database of a rush. */
export interface Shop {
  /** Where the calls go, in turns. */
  readonly origins: readonly string[];
  readonly parts: readonly Part[];
  /** Looks into the database or writes to it, beside the servers. */
  inDatabase<T>(work: (db: Db, config: Config) => Promise<T>): Promise<T>;
  /** Kills a part and resolves once it is back; absent for a part that this shop cannot kill. */
  readonly kill: Partial<Record<Killable, () => Promise<void>>>;
  /** The server processes, each stopped as an operator stops it and started again; a shop that cannot has none. */
  readonly restart: readonly (() => Promise<void>)[];
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Settings of a rush: the limits of a carrier's addresses, and buyers who hurry. */
export const rehearsal = {
  RATE_LIMITS: 'on',
  ADDRESS_LIMIT_FACTOR: '1000',
  LOG_LEVEL: 'silent',
  SESSION_MINUTES: '4',
  PAYMENT_SELECTION_MINUTES: '2',
  PAYMENT_PROCESSING_MINUTES: '2',
};
const loopback = { HOST: '127.0.0.1', PORT: '0' };

/** The delay of a stop leaves the balancer time for two checks that fail. */
const stopDelay = { STOP_DELAY_SECONDS: '3' };
const checks: ReadyChecks = { everyMs: 500, fails: 2 };

/** A server on the embedded database in this process: no part of it can be killed. */
export async function embeddedShop(db?: Db): Promise<Shop> {
  const config = readConfig({ ...rehearsal, ...loopback, DATA_DIR: 'memory' });
  const app = await createApp(config, db === undefined ? {} : { db }, { seed: false });
  const origins: string[] = [];
  return {
    origins,
    parts: [{ name: 'everything', pid: () => process.pid }],
    kill: {},
    restart: [],
    inDatabase: (work) => work(app.services.db, config),
    open: async () => void origins.push(`http://127.0.0.1:${await app.listen()}`),
    close: () => app.close(),
  };
}

/**
 * A PostgreSQL server with fsync, Mosquitto where it is installed, and server processes in development mode, which settles simulated payments
 * on demand; `isBalanced` puts a load balancer before them; before their first restart they are of the release `former`. Throws StartError where it is missing, NoPostgresError without the programs of PostgreSQL.
 */
export async function clusterShop(
  processes: number,
  isBalanced: boolean,
  former: string | null = null,
): Promise<Shop> {
  const release = former === null ? null : checkOut(former);
  if (former !== null && release === null) {
    throw new StartError(`There is no commit ${former} in this clone.`);
  }
  const cluster = await startCluster({ durable: true });
  const broker = await startMosquitto();
  const dataDir = mkdtempSync(join(tmpdir(), 'roetix-rush-'));
  const env = {
    ...rehearsal,
    ...sharedKeys,
    ...(isBalanced ? stopDelay : {}),
    DATA_DIR: dataDir,
    DATABASE_URL: cluster.url,
    ...(broker === null ? {} : { MQTT_URL: broker.url }),
  };
  const config = readConfig({ ...env, ...loopback });
  const servers = await Promise.all(
    Array.from({ length: processes }, () => killableServer(env, release?.folder)),
  );
  const [first] = servers;
  const origins = isBalanced ? [] : servers.map(({ origin }) => origin);
  let balancer: Balancer | undefined;
  return {
    origins,
    restart: servers.map((server) => async () => {
      await server.stop();
      await server.start();
    }),
    parts: [
      ...servers.map((server, index) => ({ name: `api ${index + 1}`, pid: server.pid })),
      { name: 'database', pid: cluster.pid },
      ...(broker === null ? [] : [{ name: 'broker', pid: broker.pid }]),
      { name: 'people', pid: () => process.pid },
    ],
    kill: {
      api: async () => {
        await first?.kill();
        await first?.start();
      },
      database: async () => {
        await cluster.stopAtOnce();
        await cluster.start();
      },
      ...(broker === null
        ? {}
        : {
            broker: async () => {
              await broker.kill();
              await broker.start();
            },
          }),
    },
    async inDatabase(work) {
      const db = await openDb(config);
      try {
        return await work(db, config);
      } finally {
        await db.close();
      }
    },
    async open() {
      // In turn: the first one migrates the schema and generates the keys.
      for (const server of servers) await server.start();
      if (!isBalanced) return;
      balancer = await startBalancer(
        servers.map(({ origin }) => origin),
        checks,
      );
      origins.push(balancer.origin);
    },
    async close() {
      await balancer?.close();
      await Promise.all(servers.map((server) => server.kill()));
      await broker?.kill();
      await cluster.drop();
      release?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A running server of this machine, whose database the settings of the environment name. Throws StartError without DATABASE_URL: the embedded
 * database of a running server cannot be opened a second time.
 */
export async function runningShop(
  origin: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Shop> {
  const config = readCommandConfig(env);
  if (config.databaseUrl === null) {
    throw new StartError('--url needs DATABASE_URL, the database of that server.');
  }
  return {
    origins: [origin.replace(/\/$/, '')],
    parts: [{ name: 'people', pid: () => process.pid }],
    kill: {},
    restart: [],
    async inDatabase(work) {
      const db = await openDb(config);
      try {
        return await work(db, config);
      } finally {
        await db.close();
      }
    },
    open: async () => {},
    close: async () => {},
  };
}
