import { existsSync } from 'node:fs';
import { join } from 'node:path';
import mqtt from 'mqtt';
import nodemailer from 'nodemailer';
import type { Config } from '../../../server/config.ts';
import type { Db } from '../../../server/db/db.ts';
import { databaseFolder } from '../../../server/db/embedded.ts';
import { isFormer, migrations } from '../../../server/db/migrations/migrations.ts';
import { openDb } from '../../../server/db/open.ts';
import { askServer } from '../../../server/operator/socket.ts';
import { sampleDataProblem } from '../../../server/seed/by-mode.ts';
import { StartError } from '../../../server/start-error.ts';
import { error, type Finding, note, warning } from './finding.ts';

const withinMs = 5_000;
/** With a larger difference, deadlines of several processes diverge. */
const clockApartMs = 2_000;

/** The doctor's probes of external services; each rejects without a response. */
export interface Probes {
  /** Whether a server of this installation runs and has the embedded database open. */
  isServed(config: Config): Promise<boolean>;
  openDb(config: Config): Promise<Db>;
  /** Greets the mail server and signs in if the address has a user; sends nothing. */
  greetMail(url: string): Promise<void>;
  greetBroker(url: string): Promise<void>;
  /** The system's clock in milliseconds. */
  now(): number;
}

/** The real probes. Each times out after five seconds. */
export const realProbes: Probes = {
  isServed: async (config) => (await askServer(config, { task: 'list-ticket-keys' })) !== null,
  openDb,
  greetMail: async (url) => {
    const transport = nodemailer.createTransport({
      url,
      connectionTimeout: withinMs,
      greetingTimeout: withinMs,
      socketTimeout: withinMs,
    });
    try {
      await transport.verify();
    } finally {
      transport.close();
    }
  },
  greetBroker: async (url) => {
    const client = mqtt.connect(url, { connectTimeout: withinMs, reconnectPeriod: 0 });
    try {
      await new Promise<void>((resolve, reject) => {
        client.once('connect', () => resolve());
        client.once('error', reject);
        client.once('close', () => reject(new Error('no answer')));
      });
    } finally {
      client.on('error', () => undefined);
      client.end(true);
    }
  },
  now: () => Date.now(),
};

/** Findings about database, mail server and broker. */
export async function reachFindings(
  config: Config,
  probes: Probes = realProbes,
): Promise<Finding[]> {
  const answers = await Promise.all([
    databaseFindings(config, probes),
    greeted('SMTP_URL', 'mail server', config.smtpUrl, probes.greetMail),
    greeted('MQTT_URL', 'broker', config.mqttUrl, probes.greetBroker),
  ]);
  return answers.flat();
}

async function greeted(
  name: string,
  what: string,
  url: string | null,
  greet: (url: string) => Promise<void>,
): Promise<Finding[]> {
  if (url === null) return [];
  try {
    await greet(url);
    return [note(`${name}: the ${what} responds.`)];
  } catch (problem) {
    return [
      error(
        `${name}: the ${what} does not take us (${codeOf(problem)}). Check that it runs and that address, user and password are right.`,
      ),
    ];
  }
}

/** Only the code: a server's message may repeat an address or a user. */
function codeOf(problem: unknown): string {
  const { code } = problem as { code?: unknown };
  return typeof code === 'string' || typeof code === 'number' ? String(code) : 'no answer';
}

async function databaseFindings(config: Config, probes: Probes): Promise<Finding[]> {
  if (config.databaseUrl === null) {
    if (config.dataDir === 'memory' || !existsSync(join(config.dataDir, databaseFolder))) return [];
    try {
      if (await probes.isServed(config)) {
        return [note('A server runs on DATA_DIR: stop it to check its database.')];
      }
    } catch (problem) {
      return [error(messageOf(problem))];
    }
  }
  let db: Db;
  try {
    db = await probes.openDb(config);
  } catch (problem) {
    return [error(messageOf(problem))];
  }
  try {
    return await contentFindings(db, config, probes.now);
  } finally {
    await db.close();
  }
}

function messageOf(problem: unknown): string {
  return problem instanceof StartError ? problem.message : `The database: ${codeOf(problem)}.`;
}

async function contentFindings(db: Db, config: Config, now: () => number): Promise<Finding[]> {
  const findings = await versionFindings(db, config, now);
  const [table] = await db.query<{ name: string | null }>(
    `select to_regclass('applied_steps')::text as name`,
  );
  if (table?.name === null || table === undefined) {
    return [...findings, note('The database is empty: the first start fills it.')];
  }
  const applied = await db.query<{ id: string }>('select id from applied_steps');
  if (isFormer(applied)) {
    return [...findings, note('The database is of the former steps: the next start adopts it.')];
  }
  const known = new Set(migrations.map(({ id }) => id));
  const unknown = applied.filter(({ id }) => !known.has(id));
  if (unknown.length > 0) {
    findings.push(
      error(
        'The database is newer than this program. Run the version that serves it, or a later one.',
      ),
    );
  }
  const behind = migrations.length - (applied.length - unknown.length);
  if (behind > 0) {
    findings.push(
      note(`The database is ${behind} steps behind: the next start brings it up to date.`),
    );
    return findings;
  }
  const problem = await sampleDataProblem(db, config.mode);
  return problem === null ? findings : [...findings, error(problem)];
}

async function versionFindings(db: Db, config: Config, now: () => number): Promise<Finding[]> {
  if (config.databaseUrl === null) return [];
  const before = now();
  const [row] = await db.query<{ version: string; at: Date }>(
    `select current_setting('server_version') as version, clock_timestamp() as at`,
  );
  const after = now();
  const at = row?.at.getTime() ?? before;
  const apartMs = at < before ? before - at : Math.max(0, at - after);
  const findings = [note(`DATABASE_URL: PostgreSQL ${row?.version ?? ''} responds.`)];
  if (apartMs > clockApartMs) {
    findings.push(
      warning(
        `The clock of this machine and that of the database are ${Math.round(apartMs / 1000)} s apart. Synchronise both by NTP.`,
      ),
    );
  }
  return findings;
}
