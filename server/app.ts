import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { PageRenderer } from '../contract/rendering.ts';
import { type Clock, createClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import { migrate } from './db/migrate.ts';
import { openDb } from './db/open.ts';
import { type DevTools, mountDevTools } from './dev/mount.ts';
import { createDocuments } from './documents/documents.ts';
import { createRoomFacts } from './domain/room-facts.ts';
import { drainOnClose } from './drain.ts';
import { createSimulatedGateway } from './gateway/simulated.ts';
import { boundlessBudget, createCpuBudget } from './http/cpu-budget.ts';
import { frameworkRefusal, setBodyParsers, setErrorHandler } from './http/errors.ts';
import { mountHealth } from './http/health.ts';
import { createServe } from './http/mount.ts';
import { createRateCounter } from './http/rate-limit.ts';
import type { Routes } from './http/serve.ts';
import { loadKeys } from './keys.ts';
import { listen } from './listen.ts';
import { logOptions } from './log.ts';
import { createOutbox, smtpCarrier } from './mail/outbox.ts';
import { routes as mediaRoutes } from './media.ts';
import { routes as openApiRoutes } from './openapi-routes.ts';
import { takeTasks } from './operator/socket.ts';
import { isRealtimeUpgrade } from './realtime/access.ts';
import { createBroker } from './realtime/create-broker.ts';
import { routes as accountRoutes } from './routes/account.ts';
import { routes as catalogueRoutes } from './routes/catalogue.ts';
import { routes as formRoutes } from './routes/forms.ts';
import { routes as gateRoutes } from './routes/gate.ts';
import { routes as googleRoutes } from './routes/google.ts';
import { routes as orderRoutes } from './routes/order.ts';
import { routes as paymentRoutes } from './routes/payment.ts';
import { routes as seatmapRoutes } from './routes/seatmap.ts';
import { routes as sessionRoutes } from './routes/session.ts';
import { routes as ticketRoutes } from './routes/tickets.ts';
import { routes as webhookRoutes } from './routes/webhook.ts';
import { clockOffsetName, isSeeded, seed as laySeed, type SeedOptions } from './seed/insert.ts';
import type { Services } from './services.ts';
import { mountStatic } from './static.ts';
import { startSweeping } from './sweep.ts';
import { startTicker } from './ticker.ts';

const bodyLimitBytes = 256 * 1024;
/** Other answers are compressed at each request: a middle quality costs a tenth of the best one. */
const brotliQuality = 4;
const compressFromBytes = 1024;

const routeFiles: readonly Routes[] = [
  accountRoutes,
  googleRoutes,
  catalogueRoutes,
  seatmapRoutes,
  formRoutes,
  sessionRoutes,
  orderRoutes,
  paymentRoutes,
  ticketRoutes,
  gateRoutes,
  webhookRoutes,
  openApiRoutes,
  mediaRoutes,
];

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
  /** Folder of the built app; the one of the build when left out. */
  readonly clientFolder?: string;
  /** What draws pages; the one of the build when left out, and none where `clientFolder` is given. */
  readonly renderer?: PageRenderer;
}

/** Builds the server from its settings; `overrides` replace services made here. Throws StartError when the database cannot be used. */
export async function createApp(
  config: Config,
  overrides: Partial<Services> = {},
  options: AppOptions = {},
): Promise<App> {
  const fastify = Fastify({
    logger: logOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // One proxy is believed: what stands further left in X-Forwarded-For was sent by the caller.
    trustProxy: config.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    bodyLimit: bodyLimitBytes,
    // The longest name the contract lets stand in an address, percent-encoded; the default of 100 would answer 414 to a long slug.
    routerOptions: { maxParamLength: 360 },
    frameworkErrors: frameworkRefusal,
    // Keep-alive connections must not hold up a restart; calls that have begun are waited for in drain.ts.
    forceCloseConnections: true,
  });
  const log = fastify.log;
  const db =
    overrides.db ??
    (await openDb(config, (error) => log.error({ err: error }, 'database connection lost')));
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
  const [row] = await db.query<{ value: string }>(
    'select value from server_facts where name = $1',
    [clockOffsetName],
  );
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
  drainOnClose(fastify);
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
  const broker =
    overrides.broker ?? (await createBroker({ config, db, clock, log, server: fastify.server }));
  const gateway = overrides.gateway ?? createSimulatedGateway({ db, clock, keys, log });
  // Vite answers upgrades of its own; without it nobody would, and each would hold its socket for ever.
  if (!config.devVite) {
    fastify.server.on('upgrade', (request, socket) => {
      if (!isRealtimeUpgrade(request)) socket.destroy();
    });
  }
  const roomFacts = overrides.roomFacts ?? createRoomFacts(db, clock);
  const services: Services = {
    config,
    db,
    clock,
    keys,
    broker,
    gateway,
    mailer,
    roomFacts,
    budget:
      overrides.budget ??
      (config.rateLimits ? createCpuBudget(() => clock.now().getTime()) : boundlessBudget),
    documents: overrides.documents ?? createDocuments({ log }),
    log,
  };
  const ticker = startTicker(services, { auto: options.ticker !== false });
  const sweeping = startSweeping(services);
  const counter = createRateCounter();
  const serve = createServe(fastify, services, counter);
  for (const mount of routeFiles) mount(serve, services, fastify);
  mountHealth(fastify, services);
  let tools: DevTools | undefined;
  if (config.devTools) {
    const reseed = async () => {
      if (options.seed !== false) await laySeed(db, clock, options.seed);
    };
    tools = await mountDevTools(fastify, services, {
      tick: () => ticker.tick(),
      reseed,
      clearLimits: () => {
        counter.clear();
        services.budget.clear();
      },
    });
  }
  await mountStatic(fastify, services, {
    folder: options.clientFolder,
    renderer: options.renderer,
    isDisturbed: tools?.isDisturbed,
  });

  let operators: Awaited<ReturnType<typeof takeTasks>> | undefined;
  let closing: Promise<void> | undefined;
  const shutDown = async () => {
    await operators?.close();
    sweeping.stop();
    await ticker.stop();
    await broker.close();
    await fastify.close();
    await services.documents.close();
    await db.close();
  };
  return {
    fastify,
    services,
    tick: () => ticker.tick(),
    listen: async () => {
      const port = await listen(fastify, config);
      operators = await takeTasks(services, port);
      return port;
    },
    close: () => {
      closing ??= shutDown();
      return closing;
    },
  };
}
