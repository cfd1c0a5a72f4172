import * as z from 'zod/mini';
import type { PageSettings } from '../contract/settings.ts';
import {
  type ChallengeSettings,
  challengeProblems,
  readChallengeSettings,
} from './challenge/settings.ts';
import { type Clocks, clocksOf, clockVariables } from './config/clocks.ts';
import {
  type DatabaseSettings,
  databaseOf,
  databaseProblems,
  databaseVariables,
} from './config/database.ts';
import { unquoted } from './config/env-file.ts';
import {
  type GatewaySettings,
  gatewayProblems,
  gatewaySecrets,
  gatewaysOf,
  gatewayVariables,
} from './config/gateways.ts';
import { type GoogleSettings, googleOf, googleProblems } from './config/google.ts';
import { type KeySettings, keysOf, keyVariables } from './config/keys.ts';
import {
  type MetricsSettings,
  metricsOf,
  metricsProblems,
  metricsVariables,
} from './config/metrics.ts';
import { type Mode, modeProblems, modes, readMode } from './config/mode.ts';
import { type PushSettings, pushOf, pushProblems, pushVariables } from './config/push.ts';
import { socialOf, socialVariables } from './config/social.ts';
import { isTraced, tracingVariables } from './config/tracing.ts';
import {
  address,
  logLevels,
  mailbox,
  onOff,
  proxyNetworks,
  text,
  wholeNumber,
} from './config/values.ts';
import { type KeepDays, keepVariables, readKeepDays } from './secrets/keep-settings.ts';
import { StartError } from './start-error.ts';

/** Settings of the server, read once from the environment. */
export interface Config extends Clocks, DatabaseSettings, GatewaySettings {
  readonly port: number;
  readonly host: string;
  /** Folder of the embedded database, or 'memory'. */
  readonly dataDir: string;
  /** An S3-compatible store for pictures; null keeps them in the data folder. */
  readonly storageUrl: string | null;
  /** An external MQTT broker that connects several server processes. */
  readonly mqttUrl: string | null;
  readonly mqttTopicPrefix: string;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Address for bounces, to which a plus sign and the token of the e-mail are added; null uses the sender's address. */
  readonly mailBounceAddress: string | null;
  /** The most e-mails that are sent at once. */
  readonly mailConnections: number;
  readonly productName: string;
  /** The purpose of this installation; it decides on everything that must not be public (§16.1). */
  readonly mode: Mode;
  readonly devTools: boolean;
  readonly production: boolean;
  /** Mounts Vite for hot reload. */
  readonly devVite: boolean;
  /** Serves the build with the inspector. */
  readonly qaBuild: boolean;
  /** Networks of the proxies whose X-Forwarded headers are believed; empty without a proxy. */
  readonly trustProxy: readonly string[];
  /** Limits of open sockets: in all, from one address that is not a trusted proxy, and for real-time connections. */
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  readonly maxRealtimeConnections: number;
  /** Hosts of the payment gateway whose pictures and links pages may contain. */
  readonly paymentHosts: readonly string[];
  /** The public address, for links in e-mails; null means the address on which the server listens. */
  readonly publicUrl: string | null;
  readonly organizerUrl: string | null;
  /** Support address for buyers; null uses the default of the pages. */
  readonly supportEmail: string | null;
  /** Folder with the operator's terms and privacy texts (§2.403); null shows the samples. */
  readonly legalDir: string | null;
  /** The shop's pages on other sites, by kind; null shows no icon. */
  readonly social: PageSettings['social'];
  /** The OpenID issuer of 'Sign in with Google'; null uses the stand-in of the development tools, or turns it off. */
  readonly google: GoogleSettings | null;
  /** The keys of notifications to browsers; null sends none. */
  readonly push: PushSettings | null;
  /** The port of the metrics; null serves none. */
  readonly metrics: MetricsSettings | null;
  /** True if `OTEL_*` names a collector of traces. */
  readonly isTraced: boolean;
  /** A server of drand's HTTP API, whose random values enter the draws of waiting rooms; null draws without a beacon. */
  readonly drandUrl: string | null;
  /** Failed reads of the catalogue show labelled sample data in the page (§16.40). */
  readonly demoFallback: boolean;
  readonly rateLimits: boolean;
  /** The most tickets of one event that one person may buy and hold, unless the event has its own limit. */
  readonly maxTicketsPerPerson: number;
  /** Lots of a waiting room for the addresses of one domain that is no public provider; null without a limit. */
  readonly lotsPerDomain: number | null;
  /** Unpaid holds of one event before the first pause, unless the event has its own number. */
  readonly freeUnpaidHolds: number;
  /** Multiplies every limit by network address. */
  readonly addressLimitFactor: number;
  /** A challenge service in place of the built-in proof of work; null uses the latter. */
  readonly challenge: ChallengeSettings | null;
  readonly logLevel: string;
  /** Retention period in days of each kind of row. */
  readonly keep: KeepDays;
  /** Seats of a disputed payment stay out of the sale until an operator frees them. */
  readonly blockDisputedSeats: boolean;
  readonly keys: KeySettings;
}

/** Every wrong variable of the environment, one line each. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Each variable with its type; `readConfig` gives an unset or empty one its default. */
const variables = {
  ROETIX_MODE: z.pipe(
    text.check(z.toLowerCase()),
    z.enum(modes, `must be one of ${modes.join(', ')}`),
  ),
  PORT: wholeNumber(0, 65_535),
  HOST: text,
  DATA_DIR: text,
  ...databaseVariables,
  ...metricsVariables,
  ...tracingVariables,
  ...pushVariables,
  STORAGE_URL: address(['http', 'https']),
  DRAND_URL: address(['http', 'https']),
  MQTT_URL: address(['mqtt', 'mqtts', 'ws', 'wss']),
  MQTT_TOPIC_PREFIX: text.check(
    z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be 1 to 40 letters, digits, hyphens or underscores'),
  ),
  SMTP_URL: address(['smtp', 'smtps']),
  MAIL_FROM: mailbox,
  MAIL_BOUNCE_ADDRESS: text.check(
    z.regex(/^[^\s@<>+]{1,30}@[^\s@<>]+$/, 'must be a bare e-mail address without a plus sign'),
  ),
  MAIL_CONNECTIONS: wholeNumber(1, 50),
  PRODUCT_NAME: text.check(z.maxLength(60, 'must have at most 60 characters')),
  DEV_TOOLS: onOff,
  DEV_VITE: onOff,
  QA_BUILD: onOff,
  TRUST_PROXY: proxyNetworks,
  MAX_CONNECTIONS: wholeNumber(10, 1_000_000),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(10, 1_000_000),
  MAX_REALTIME_CONNECTIONS: wholeNumber(1, 1_000_000),
  RATE_LIMITS: onOff,
  ADDRESS_LIMIT_FACTOR: wholeNumber(1, 1_000),
  CHALLENGE_URL: address(['http', 'https']),
  CHALLENGE_SECRET: text,
  CHALLENGE_SITE_KEY: text,
  PUBLIC_URL: address(['http', 'https']),
  ORGANIZER_URL: address(['http', 'https']),
  SUPPORT_EMAIL: text.check(z.regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')),
  LEGAL_DIR: text,
  ...gatewayVariables,
  PAYMENT_HOSTS: text.check(
    z.regex(/^[a-z\d.-]+(,[a-z\d.-]+)*$/, 'must be host names with commas between them'),
  ),
  ...socialVariables,
  GOOGLE_ISSUER: address(['http', 'https']),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  DEMO_FALLBACK: onOff,
  MAX_TICKETS_PER_PERSON: wholeNumber(1, 100_000),
  FREE_UNPAID_HOLDS: wholeNumber(0, 100_000),
  LOTS_PER_DOMAIN: wholeNumber(0, 1_000_000),
  ...clockVariables,
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`),
  ...keyVariables,
  ...keepVariables,
} as const;
/** Their values may contain a password or be one: a message never repeats them. */
const secretVariables: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DATABASE_DIRECT_URL',
  'STORAGE_URL',
  'DRAND_URL',
  'MQTT_URL',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'CHALLENGE_SECRET',
  ...gatewaySecrets,
  // Those of public keys too: an operator may set a private one by mistake.
  ...Object.keys(keyVariables),
]);

type Values = { [Name in keyof typeof variables]?: z.infer<(typeof variables)[Name]> };

/**
 * Reads the settings from an environment. Throws ConfigError with one line for each wrong or missing variable: its name, the mistake, and the
 * correction.
 */
export function readConfig(env: Environment): Config {
  const { config, problems } = readSettings(env);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** The settings for a command, which does not need the settings that a mode requires of a server. Throws ConfigError for invalid values. */
export function readCommandConfig(env: Environment): Config {
  const { config, wrong } = readSettings(env);
  if (wrong.length > 0) throw new ConfigError(wrong);
  return config;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings for a report on an installation: the readable ones, and every problem. Never throws. */
export function readSettings(env: Environment): {
  readonly config: Config;
  readonly problems: readonly string[];
  /** The problems of values that are invalid in themselves. */
  readonly wrong: readonly string[];
} {
  const wrong: string[] = [];
  const given: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(variables)) {
    const value = unquoted(env[name]?.trim() ?? '');
    if (value === '') continue;
    const parsed = schema.safeParse(value);
    if (parsed.success) given[name] = parsed.data;
    else wrong.push(problemOf(name, value, parsed.error.issues[0]?.message ?? 'is not valid'));
  }
  const values = given as Values;
  const reading = readMode(env);
  const config = configOf(values, reading.mode);
  const problems = [
    ...wrong,
    ...reading.problems,
    ...(reading.isClear ? modeProblems(config, new Set(Object.keys(given)), reading.because) : []),
    ...googleProblems(values, config.production),
    ...metricsProblems(values, config),
    ...pushProblems(values),
    ...challengeProblems(values),
    ...databaseProblems(values),
    ...gatewayProblems(values, config),
  ];
  return { config, problems: oneEach(problems), wrong };
}

/** The first line of each variable: an invalid one is not also reported as missing. */
function oneEach(problems: readonly string[]): readonly string[] {
  const told = new Map<string, string>();
  for (const line of problems) {
    const [name = ''] = line.split(' ', 1);
    if (!told.has(name)) told.set(name, line);
  }
  return [...told.values()];
}

function configOf(values: Values, mode: Mode): Config {
  const devTools = values.DEV_TOOLS ?? mode === 'development';
  const productName = values.PRODUCT_NAME ?? 'Roetix';
  return {
    port: values.PORT ?? 3000,
    // The development tools show all e-mails, so they listen on this machine only.
    host: values.HOST ?? (mode === 'development' ? '127.0.0.1' : '0.0.0.0'),
    dataDir: values.DATA_DIR ?? '.data',
    ...databaseOf(values),
    storageUrl: values.STORAGE_URL ?? null,
    drandUrl: values.DRAND_URL ?? null,
    mqttUrl: values.MQTT_URL ?? null,
    mqttTopicPrefix: values.MQTT_TOPIC_PREFIX ?? 'roetix',
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? `${productName} <no-reply@localhost>`,
    mailBounceAddress: values.MAIL_BOUNCE_ADDRESS ?? null,
    mailConnections: values.MAIL_CONNECTIONS ?? 4,
    productName,
    mode,
    devTools,
    production: mode === 'production',
    devVite: values.DEV_VITE ?? false,
    qaBuild: values.QA_BUILD ?? false,
    trustProxy: values.TRUST_PROXY ?? [],
    maxConnections: values.MAX_CONNECTIONS ?? 10_000,
    maxConnectionsPerAddress: values.MAX_CONNECTIONS_PER_ADDRESS ?? 4_000,
    maxRealtimeConnections: values.MAX_REALTIME_CONNECTIONS ?? 5_000,
    ...gatewaysOf(values, mode),
    paymentHosts: values.PAYMENT_HOSTS?.split(',') ?? [],
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    organizerUrl: values.ORGANIZER_URL ?? null,
    supportEmail: values.SUPPORT_EMAIL ?? null,
    legalDir: values.LEGAL_DIR ?? null,
    social: socialOf(values),
    google: googleOf(values),
    metrics: metricsOf(values),
    isTraced: isTraced(values),
    push: pushOf(values),
    demoFallback: values.DEMO_FALLBACK ?? false,
    rateLimits: values.RATE_LIMITS ?? !devTools,
    maxTicketsPerPerson: values.MAX_TICKETS_PER_PERSON ?? 10,
    freeUnpaidHolds: values.FREE_UNPAID_HOLDS ?? 3,
    // 0 means no limit.
    lotsPerDomain: values.LOTS_PER_DOMAIN === 0 ? null : (values.LOTS_PER_DOMAIN ?? 5),
    addressLimitFactor: values.ADDRESS_LIMIT_FACTOR ?? 1,
    challenge: readChallengeSettings(values),
    ...clocksOf(values),
    logLevel: values.LOG_LEVEL ?? 'warn',
    keep: readKeepDays(values),
    blockDisputedSeats: values.BLOCK_DISPUTED_SEATS ?? true,
    keys: keysOf(values),
  };
}

function problemOf(name: string, value: string, words: string): string {
  const shown = secretVariables.has(name) ? '' : ` (it is "${value.slice(0, 80)}")`;
  return `${name} ${words}${shown}. Correct it, or unset it to take the default.`;
}
