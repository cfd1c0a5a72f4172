import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { PageRenderer } from '../contract/stored/rendering.ts';
import { type Clock, createClock } from './clock.ts';
import { isSimulation } from './config/simulation.ts';
import type { Config } from './config.ts';
import { type DatabaseTime, followDatabaseTime } from './db/database-time.ts';
import type { Db } from './db/db.ts';
import { migrate } from './db/migrations/migrate.ts';
import { openDb } from './db/open.ts';
import { openPresence, type Presence } from './db/presence.ts';
import { labelledMailer } from './demo/labelled-mail.ts';
import { mountDemo } from './demo/mount.ts';
import { createDocuments } from './documents/documents.ts';
import { nameUnusablePatterns } from './domain/catalogue/forms.ts';
import { createKeptReads } from './domain/catalogue/kept-reads.ts';
import { createLines } from './domain/line/lines.ts';
import { createContacts } from './domain/session/contacts.ts';
import { alwaysListening, openListening } from './domain/session/listening.ts';
import { createQueueFacts } from './domain/session/queue-facts.ts';
import { createSessionReads } from './domain/session/session-reads.ts';
import { openGateways } from './gateway/open.ts';
import {
  type ConnectionGuard,
  type ConnectionTimes,
  connectionTimes,
  createConnectionGuard,
} from './http/connections.ts';
import { boundlessBudget, createCpuBudget } from './http/cpu-budget.ts';
import { drainOnClose } from './http/drain.ts';
import { frameworkRefusal, setBodyParsers, setErrorHandler } from './http/errors.ts';
import { mountHealth } from './http/health.ts';
import { createServe } from './http/mount.ts';
import { proxiesOf } from './http/proxies.ts';
import { mountReady } from './http/ready.ts';
import { answerThisMachineOnly } from './http/this-machine.ts';
import { readLegalTexts } from './legal/texts.ts';
import { createLimits } from './limits/limits.ts';
import { limitRoutes } from './limits/route-limits.ts';
import { listen } from './listen.ts';
import { logOptions } from './log.ts';
import { createAttachmentMaker } from './mail/attachments.ts';
import { createOutbox } from './mail/outbox.ts';
import { createSmtpSender } from './mail/smtp.ts';
import { openMetrics } from './metrics/metrics.ts';
import { countResponses, type MetricsPort, serveMetrics } from './metrics/metrics-port.ts';
import { once } from './once.ts';
import { takeTasks } from './operator/socket.ts';
import { openPictureStore } from './pictures/picture-store.ts';
import { createPictures } from './pictures/pictures.ts';
import { createPosterColours } from './pictures/poster-colours.ts';
import { createPush } from './push/push.ts';
import { isRealtimeUpgrade } from './realtime/access.ts';
import { createBroker } from './realtime/create-broker.ts';
import { mountQueueLine, sendLinesFirst } from './routes/queue.ts';
import { routeFiles } from './routes/route-files.ts';
import { loadKeys } from './secrets/keys.ts';
import { openSecrets } from './secrets/secret-store.ts';
import { refuseSampleData, seedingOf } from './seed/by-mode.ts';
import { clockOffset, isSeeded, seed as laySeed, type SeedOptions } from './seed/insert.ts';
import { type Services, throughLane } from './services.ts';
import { mountStatic } from './static/static.ts';
import { startWork } from './upkeep/work.ts';

/** For requests outside of the contract, such as notifications of a gateway; the rows have limits of their own. */
const bodyLimitBytes = 16 * 1024;
/** These responses are compressed for each request: a middle quality costs a tenth of the best one. */
const brotliQuality = 4;
const compressFromBytes = 1024;

/** The last part of the delay of a stop, as its divisor, in which real-time connections end. */
const drainShare = 3;

/** The server, ready to listen or to receive injected requests. */
export interface App {
  readonly fastify: FastifyInstance;
  readonly services: Services;
  /** Runs the work of the ticker once: deadlines, promotions, payments to settle. */
  tick(): Promise<void>;
  /** Works on the jobs that are due. */
  drain(): Promise<void>;
  /** Listens on the configured port; returns the port in use. */
  listen(): Promise<number>;
  close(): Promise<void>;
}

export interface AppOptions {
  /** False: only `tick()` does the work of the ticker. */
  readonly ticker?: boolean;
  /** How to seed an empty database; false seeds nothing. By default the mode decides: production has no sample data (§16.2). */
  readonly seed?: SeedOptions | false;
  /** Called after each event that the seed inserts. */
  readonly onSeedProgress?: SeedOptions['onProgress'];
  /** Folder of the built app; by default the one of the build. */
  readonly clientFolder?: string;
  /** Time limits of connections; `connectionTimes` by default. */
  readonly connectionTimes?: ConnectionTimes;
  /** Renders pages; by default the renderer of the build, and none if `clientFolder` is given. */
  readonly renderer?: PageRenderer;
}

/** Builds the server from its settings; `overrides` replace services. Throws StartError if the database cannot be used. */
export async function createApp(
  config: Config,
  overrides: Partial<Services> = {},
  options: AppOptions = {},
): Promise<App> {
  const connections = createConnectionGuard(config, options.connectionTimes ?? connectionTimes);
  const proxies = proxiesOf(config.trustProxy);
  const warnings = {
    noAddress: once(() =>
      log.warn(
        'a proxy sent an X-Forwarded-For without an address; its callers count as the proxy. Let it send addresses alone.',
      ),
    ),
    untrusted: once(() =>
      log.warn(
        'an X-Forwarded-For came from outside of TRUST_PROXY and does not count. If it is from your proxy, all callers share the limits of one address: npm run doctor names its network.',
      ),
    ),
  };
  const fastify = Fastify({
    ...connections.options,
    logger: logOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // From the right, the first address that is not a trusted proxy is the client; it may have invented the addresses further left.
    trustProxy: proxies.isTrustedPeer,
    bodyLimit: bodyLimitBytes,
    // The longest name that the contract allows in a path, percent-encoded; the default of 100 would respond 414 to a long slug.
    routerOptions: { maxParamLength: 360 },
    frameworkErrors: frameworkRefusal,
    // Fastify reads the header as it came; it has to read it as an upgrade does.
    rewriteUrl: (request) => {
      const fault = proxies.readChain(request);
      if (fault !== null) warnings[fault]();
      if (fault !== null) metrics?.misread(fault);
      return request.url ?? '/';
    },
    // Keep-alive connections must not delay a restart; drain.ts waits for running calls.
    forceCloseConnections: true,
  });
  const log = fastify.log;
  const metrics = overrides.metrics ?? (config.metrics === null ? null : await openMetrics());
  const onLost = (error: Error) => log.error({ err: error }, 'database connection lost');
  const tracing = config.isTraced ? (await import('./tracing/tracing.ts')).openTracing() : null;
  const opened = overrides.db ?? (await openDb(config, onLost, metrics?.waited));
  const db = tracing?.db(opened) ?? opened;
  let time: DatabaseTime | null = null;
  let presence: Presence | undefined;
  try {
    presence =
      overrides.presence ??
      (await openPresence(db, config.databaseDirectUrl ?? config.databaseUrl));
    await migrate(db);
    const offset = config.devTools ? await clockOffset(db) : 0;
    // The embedded database has the same clock as this process.
    if (overrides.clock === undefined && db.kind === 'server') {
      time = await followDatabaseTime(db, log);
    }
    const clock = overrides.clock ?? createClock(offset, time?.now);
    if (options.seed === undefined) await refuseSampleData(db, config.mode);
    const seeding = seedingOf(config.mode, options.seed, options.onSeedProgress);
    if (seeding !== false && !(await isSeeded(db))) await laySeed(db, clock, seeding);
    metrics?.patternsOff(await nameUnusablePatterns(db, log));
    connections.watch(fastify);
    const given = { ...overrides, presence, metrics };
    tracing?.calls(fastify);
    const app = await assemble(fastify, connections, config, db, clock, given, options);
    fastify.addHook('onClose', async () => {
      time?.stop();
      await tracing?.close();
    });
    return app;
  } catch (error) {
    time?.stop();
    await tracing?.close();
    await presence?.close();
    await db.close();
    throw error;
  }
}

async function assemble(
  fastify: FastifyInstance,
  connections: ConnectionGuard,
  config: Config,
  db: Db,
  clock: Clock,
  overrides: Partial<Services> & Pick<Services, 'presence' | 'metrics'>,
  options: AppOptions,
): Promise<App> {
  const log = fastify.log;
  if (config.mode === 'development') answerThisMachineOnly(fastify);
  drainOnClose(fastify);
  if (overrides.metrics !== null) countResponses(fastify, overrides.metrics);
  await fastify.register(cookie);
  await fastify.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: compressFromBytes,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  });
  setBodyParsers(fastify);
  setErrorHandler(fastify);
  const keys = overrides.keys ?? (await loadKeys(db, config.keys, openSecrets(config.dataDir)));
  const documents = overrides.documents ?? createDocuments({ log });
  const pictures = createPictures(db.lane('read'), openPictureStore(config));
  const posterColours = createPosterColours(pictures);
  const legal = overrides.legal ?? readLegalTexts(config);
  const outbox =
    overrides.mailer ??
    createOutbox(db.lane('tick'), clock, log, createSmtpSender(config), {
      connections: config.mailConnections,
      makeAttachments: createAttachmentMaker({
        db: db.lane('tick'),
        clock,
        config,
        documents,
        posterColours,
        legal,
      }),
    });
  const mailer = isSimulation(config) ? labelledMailer(outbox) : outbox;
  const broker =
    overrides.broker ??
    (await createBroker({ config, db: db.lane('read'), clock, log, server: fastify.server }));
  const gateways = overrides.gateways ?? openGateways({ config, db, clock, keys, log }, fastify);
  // Vite handles other upgrades itself; without it, each of them would hold its socket open.
  if (!config.devVite) {
    fastify.server.on('upgrade', (request, socket) => {
      if (!isRealtimeUpgrade(request)) socket.destroy();
    });
  }
  const queueFacts = overrides.queueFacts ?? createQueueFacts(db.lane('read'), clock);
  const lines = createLines({ db: db.lane('read'), clock, config, queueFacts });
  const budget =
    overrides.budget ??
    (config.rateLimits ? createCpuBudget(() => clock.now().getTime()) : boundlessBudget);
  const services: Services = {
    config,
    db,
    presence: overrides.presence,
    clock,
    keys,
    broker,
    gateways,
    mailer,
    push: overrides.push ?? createPush(config.push),
    limits: overrides.limits ?? createLimits({ db: db.lane('read'), config, keys, log }),
    queueFacts,
    sessionReads: createSessionReads(db.lane('read'), clock, config),
    contacts: overrides.contacts ?? createContacts(db.lane('tick'), log),
    listening:
      overrides.listening ??
      (options.ticker === false ? alwaysListening : await openListening(db.lane('tick'), clock)),
    lines,
    budget,
    keptReads: overrides.keptReads ?? createKeptReads(db.lane('catalogue'), clock, budget),
    metrics: overrides.metrics,
    wakeJobs: () => work.wake(),
    shutQueues: () => work.shut(),
    documents,
    pictures,
    posterColours,
    legal,
    log,
  };
  // An embedded database has only one process: any e-mail in progress at the start was left by a process that has ended.
  if (db.kind === 'embedded') await mailer.releaseAbandoned();
  const work = await startWork(services, options.ticker !== false);
  limitRoutes(fastify, services);
  const serve = createServe(fastify, services);
  for (const [lane, mount, share] of routeFiles) {
    mount(serve, throughLane(services, lane, share), fastify);
  }
  mountHealth(fastify, services);
  const readiness = mountReady(fastify, {
    key: keys.device,
    isTrustedPeer: proxiesOf(config.trustProxy).isTrustedPeer,
    now: () => clock.now().getTime(),
  });
  mountQueueLine(fastify, services);
  sendLinesFirst(fastify, services, connections);
  if (config.mode === 'demo') mountDemo(fastify, services);
  let isDisturbed: (() => boolean) | undefined;
  if (config.devTools) {
    const { mountDevTools } = await import('../tools/desk/mount.ts');
    const reseed = async () => {
      const seeding = seedingOf(config.mode, options.seed, options.onSeedProgress);
      if (seeding !== false) await laySeed(db, clock, seeding);
    };
    ({ isDisturbed } = await mountDevTools(fastify, services, {
      tick: () => work.tick(),
      drain: () => work.drainSoon(),
      reseed,
      clearLimits: async () => {
        await services.limits.budgets.clear();
        services.budget.clear();
      },
    }));
  }
  await mountStatic(fastify, services, {
    folder: options.clientFolder,
    renderer: options.renderer,
    isDisturbed,
  });

  let operators: Awaited<ReturnType<typeof takeTasks>> | undefined;
  let metricsPort: MetricsPort | undefined;
  let closing: Promise<void> | undefined;
  const shutDown = async () => {
    // A start that failed has no callers to wait for.
    const delayMs = operators === undefined ? 0 : config.stopDelaySeconds * 1000;
    await readiness.beginStop(delayMs - delayMs / drainShare);
    // By now new connections go to other processes, and calls are still taken.
    await broker.drain(delayMs / drainShare);
    await operators?.close();
    await Promise.all([work.stop(), mailer.stop()]);
    await services.contacts.flush();
    await broker.close();
    await fastify.close();
    await services.documents.close();
    await metricsPort?.close();
    await overrides.presence.close();
    await db.close();
  };
  return {
    fastify,
    services,
    tick: () => work.tick(),
    drain: () => work.drain(),
    listen: async () => {
      const port = await listen(fastify, config);
      operators = await takeTasks(throughLane(services, 'upkeep'), port);
      metricsPort = await serveMetrics(services, readiness);
      return port;
    },
    close: () => {
      closing ??= shutDown();
      return closing;
    },
  };
}
