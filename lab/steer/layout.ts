import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { freePort } from '../../scripts/free-port.ts';
import { startCluster } from '../../scripts/postgres/cluster.ts';
import { readEnvFile } from '../../server/config/env-file.ts';
import { newTicketKey } from '../../server/secrets/ticket-key.ts';
import { type KillableServer, killableServer } from '../race/race-server.ts';
import { startBalancer } from '../rush/balancer.ts';
import { startBroker } from '../shared/broker.ts';
import { startMosquitto } from '../shared/mosquitto.ts';

const composeFile = 'docs/guide/deploy/compose.yaml';
const settingsFile = 'docs/guide/deploy/production.env';
/** As the checks of the Caddyfile, only faster. */
const checks = { everyMs: 500, fails: 2 };

const settingSchema = z.union([z.string(), z.number()]);
const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({ environment: z.optional(z.record(z.string(), settingSchema)) }),
  ),
});

/** A server process of the layout. */
export interface LayoutServer {
  readonly name: string;
  readonly process: KillableServer;
  readonly metrics: string;
}

/** The services of `docs/guide/deploy/compose.yaml` as processes of this machine. */
export interface Layout {
  /** Where the proxy listens. */
  readonly origin: string;
  readonly servers: readonly LayoutServer[];
  /** The settings of a server process, for commands of the operator. */
  readonly env: Readonly<Record<string, string>>;
  readonly broker: {
    readonly name: string;
    stop(): Promise<void>;
    start(): Promise<void>;
  };
  close(): Promise<void>;
}

/**
 * Starts database, broker, both server processes in production mode and a load balancer in place of Caddy. The servers have the settings of the
 * compose file and of `production.env`; addresses, secrets and the gateway, which is the simulated one, are this machine's. `more` replaces settings.
 * Throws NoPostgresError without the programs of PostgreSQL; an MQTT broker in this process stands in for Mosquitto where it is not installed.
 */
export async function startLayout(more: Readonly<Record<string, string>> = {}): Promise<Layout> {
  const cluster = await startCluster({ durable: true });
  const closers: (() => Promise<unknown>)[] = [() => cluster.drop()];
  const close = async () => {
    for (const one of closers.reverse()) await one();
  };
  try {
    const folder = mkdtempSync(join(tmpdir(), 'roetix-layout-'));
    closers.push(async () => rmSync(folder, { recursive: true, force: true }));
    const broker = await brokerOf();
    closers.push(broker.end);
    const shared = {
      ...readEnvFile(readFileSync(settingsFile, 'utf8')),
      ...ownSecrets(),
    };
    const here = {
      DATABASE_URL: cluster.url,
      MQTT_URL: broker.url,
      DATA_DIR: folder,
      METRICS_HOST: '127.0.0.1',
    };
    const { services } = composeSchema.parse(
      parse(readFileSync(composeFile, 'utf8'), { merge: true }),
    );
    const servers: LayoutServer[] = [];
    let env: Record<string, string> = {};
    for (const [name, { environment }] of Object.entries(services)) {
      if (environment?.ROETIX_MODE === undefined) continue;
      const texts = Object.entries(environment).map(([key, value]) => [key, String(value)]);
      env = { ...Object.fromEntries(texts), ...shared, ...here, ...more };
      const port = String(await freePort());
      const process = await killableServer({
        ...env,
        NODE_ENV: 'production',
        RATE_LIMITS: 'on',
        METRICS_PORT: port,
        ...more,
      });
      closers.push(() => process.kill());
      await process.start();
      servers.push({ name, process, metrics: `http://127.0.0.1:${port}/metrics` });
    }
    const balancer = await startBalancer(
      servers.map(({ process }) => process.origin),
      checks,
    );
    closers.push(() => balancer.close());
    return { origin: balancer.origin, servers, env, broker, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function ownSecrets(): Record<string, string> {
  const secret = () => randomBytes(32).toString('hex');
  return {
    PAYMENT_GATEWAYS: 'simulated',
    // Nobody listens there: an e-mail waits in the outbox.
    SMTP_URL: 'smtp://127.0.0.1:9',
    OTP_KEY: secret(),
    WEBHOOK_KEY: secret(),
    DEVICE_KEY: secret(),
    STAFF_KEY: secret(),
    TICKET_PRIVATE_KEY: newTicketKey().replaceAll('\n', '\\n'),
  };
}

async function brokerOf() {
  const mosquitto = await startMosquitto();
  if (mosquitto !== null) {
    const { url, kill, start } = mosquitto;
    return { name: 'Mosquitto', url, stop: kill, start, end: kill };
  }
  const { url, takeAway, giveBack, end } = await startBroker();
  return {
    name: 'aedes, as Mosquitto is not installed',
    url,
    stop: takeAway,
    start: giveBack,
    end,
  };
}
