import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';
import { type Clock, createClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import { migrate } from './db/migrate.ts';
import { openDb } from './db/open.ts';
import { frameworkRefusal, setBodyParsers, setErrorHandler } from './http/errors.ts';
import { mountHealth } from './http/health.ts';
import { createServe } from './http/mount.ts';
import { loadKeys } from './keys.ts';
import { logOptions } from './log.ts';
import { createOutbox, smtpCarrier } from './mail/outbox.ts';
import { clockOffsetName, isSeeded, seed as laySeed, type SeedOptions } from './seed/insert.ts';
import type { Services } from './services.ts';

const bodyLimitBytes = 256 * 1024;
/** Seat maps are compressed per request: a middle quality costs a tenth of the best one. */
const brotliQuality = 4;
const compressFromBytes = 1024;

/** The server, ready to listen or to be asked by inject. */
export interface App {
  readonly fastify: FastifyInstance;
  readonly services: Services;
  /** Runs once what the ticker does every second: deadlines, promotions, payments to settle. */
  tick(): Promise<void>;
  /** Listens on the configured port; returns the port in use. */
  listen(): Promise<number>;
  close(): Promise<void>;
}

export interface AppOptions {
  /** False leaves the ticker to `tick()`. */
  readonly ticker?: boolean;
  /** What to seed an empty database with; false seeds nothing. */
  readonly seed?: SeedOptions | false;
}

/** Builds the server from its settings; `overrides` replace services made here. Throws StartError when the database cannot be used. */
export async function createApp(
  config: Config,
  overrides: Partial<Services> = {},
  options: AppOptions = {},
): Promise<App> {
  const fastify = Fastify({
    logger: logOptions(config.logLevel),
    disableRequestLogging: true,
    trustProxy: config.trustProxy,
    bodyLimit: bodyLimitBytes,
    frameworkErrors: frameworkRefusal,
    // Open streams and keep-alive connections must not hold up a restart.
    forceCloseConnections: true,
  });
  const log = fastify.log;
  const db =
    overrides.db ?? (await openDb(config, (error) => log.error({ err: error }, 'database connection lost')));
  try {
    await migrate(db);
    const clock = overrides.clock ?? createClock(await clockOffset(db, config));
    if (options.seed !== false && !(await isSeeded(db))) await laySeed(db, clock, options.seed);
    return await assemble(fastify, config, db, clock, overrides, options);
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function clockOffset(db: Db, config: Config): Promise<number> {
  if (!config.devTools) return 0;
  const [row] = await db.query<{ value: string }>('select value from server_facts where name = $1', [
    clockOffsetName,
  ]);
  return Number(row?.value ?? 0);
}

async function assemble(
  fastify: FastifyInstance,
  config: Config,
  db: Db,
  clock: Clock,
  overrides: Partial<Services>,
  options: AppOptions,
): Promise<App> {
  const log = fastify.log;
  await fastify.register(cookie);
  await fastify.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: compressFromBytes,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  });
  setBodyParsers(fastify);
  setErrorHandler(fastify);
  const keys = overrides.keys ?? (await loadKeys(db, config.keys));
  const mailer = overrides.mailer ?? createOutbox(db, clock, log, smtpCarrier(config));
  const parts = await import('./parts-pending.ts');
  const broker = overrides.broker ?? (await parts.pendingBroker());
  const gateway = overrides.gateway ?? (await parts.pendingGateway());
  const services: Services = { config, db, clock, keys, broker, gateway, mailer, log };
  const ticker = await parts.pendingTicker(services);
  const serve = createServe(fastify, services);
  for (const routes of await parts.pendingRoutes()) routes(serve, services, fastify);
  mountHealth(fastify, services);

  let closing: Promise<void> | undefined;
  const shutDown = async () => {
    await ticker.stop();
    await fastify.close();
    await broker.close();
    await db.close();
  };
  return {
    fastify,
    services,
    tick: () => ticker.tick(),
    listen: async () => {
      await fastify.listen({ port: config.port, host: config.host });
      const address = fastify.server.address();
      return typeof address === 'object' && address !== null ? address.port : config.port;
    },
    close: () => {
      closing ??= shutDown();
      return closing;
    },
  };
}
