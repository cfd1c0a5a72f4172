import * as z from 'zod/mini';
import { defaultTaxRate } from '../contract/limits.ts';
import type { PageSettings } from '../contract/settings.ts';
import { type ChallengeSettings, challengeOf, challengeProblems } from './challenge/settings.ts';
import { proxiesWords, readProxyNetworks } from './http/proxies.ts';
import { StartError } from './start-error.ts';
import { isPrivateTicketKey, isPublicTicketKey } from './ticket-key.ts';

/** Settings of the server, read once from the environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Folder of the embedded database, or 'memory'. */
  readonly dataDir: string;
  /** A PostgreSQL server in place of the embedded one. */
  readonly databaseUrl: string | null;
  /** An external MQTT broker that joins several server processes. */
  readonly mqttUrl: string | null;
  readonly mqttTopicPrefix: string;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly productName: string;
  readonly devTools: boolean;
  readonly production: boolean;
  /** Mounts Vite for hot reload. */
  readonly devVite: boolean;
  /** Serves the build with the inspector. */
  readonly qaBuild: boolean;
  /** Networks of the proxies whose X-Forwarded headers are believed; empty where there is none. */
  readonly trustProxy: readonly string[];
  /** Hosts of the payment gateway that pages may show a picture of or lead to. */
  readonly paymentHosts: readonly string[];
  /** The address people use, for links in letters; null means the one it listens on. */
  readonly publicUrl: string | null;
  readonly organizerUrl: string | null;
  /** Where buyers write to; null takes the default of the pages. */
  readonly supportEmail: string | null;
  /** Our pages on other sites, by kind; null shows no icon, a missing one takes the default of the pages. */
  readonly social: Readonly<Partial<PageSettings['social']>>;
  /** The OpenID issuer of 'Sign in with Google'; null leaves it to the stand-in of the development tools, or off. */
  readonly google: GoogleSettings | null;
  /** The search page sends is_online, topic, time and price along (ruling 1.2-T). */
  readonly searchFilters: boolean;
  /** Reads of the catalogue that fail show labelled sample data in the page (ruling 1.7-A). */
  readonly demoFallback: boolean;
  readonly rateLimits: boolean;
  /** What every limit by network address is multiplied by. */
  readonly addressLimitFactor: number;
  /** A challenge service in place of the built-in proof of work; null where none is set. */
  readonly challenge: ChallengeSettings | null;
  /** Minutes of the session table of the design. */
  readonly sessionMinutes: number;
  readonly paymentSelectionMinutes: number;
  readonly paymentProcessingMinutes: number;
  /** A waiting account that was not heard of for so long loses its place. */
  readonly waitingInactiveMinutes: number;
  /** Seconds after a shown deadline in which an action is still honoured (ruling 1.4-K). */
  readonly graceSeconds: number;
  readonly taxRate: number;
  readonly logLevel: string;
  /** Secrets given from outside; null means that the server makes its own and keeps it in the database. */
  readonly keys: {
    readonly otp: string | null;
    readonly webhook: string | null;
    /** Ed25519 private key, PEM. */
    readonly ticketPrivate: string | null;
    /** Public keys that prove tickets beside its own: former ones, and one that will sign next. Raw, base64url. */
    readonly ticketTrusted: readonly string[];
  };
}

/** A client registered with an OpenID issuer. */
export interface GoogleSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
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

const switchWords: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  on: true,
  yes: true,
  '0': false,
  false: false,
  off: false,
  no: false,
};
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const text = z.string();
const onOff = z.pipe(
  text.check(
    z.toLowerCase(),
    z.refine((word) => word in switchWords, 'must be on or off'),
  ),
  z.transform((word: string) => switchWords[word] ?? false),
);
function wholeNumber(from: number, to: number) {
  const words = `must be a whole number from ${from} to ${to}`;
  return z.pipe(
    text.check(z.regex(/^\d{1,9}$/, words)),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      z.number().check(z.minimum(from, words), z.maximum(to, words)),
    ),
  );
}
function address(schemes: readonly string[]) {
  const words = `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return text.check(
    z.refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)),
      words,
    ),
  );
}
/** A page elsewhere, or the word that there is none. */
const siteOrNone = text.check(
  z.regex(
    /^(?:none|https?:\/\/[^\s/]\S*)$/,
    'must be an address that begins with https://, or none',
  ),
);
const secret = text.check(
  z.minLength(32, 'must have at least 32 characters; `openssl rand -hex 32` makes one'),
);
const privateKey = z.pipe(
  // One line of an env file cannot hold the line ends of a PEM.
  z.pipe(
    text,
    z.transform((pem: string) => pem.replaceAll('\\n', '\n')),
  ),
  text.check(
    z.refine(
      isPrivateTicketKey,
      'must be an Ed25519 private key in PEM; `openssl genpkey -algorithm ed25519` makes one',
    ),
  ),
);
const proxyNetworks = z.pipe(
  text.check(z.refine((list) => readProxyNetworks(list) !== null, proxiesWords)),
  z.transform((list: string) => readProxyNetworks(list) ?? []),
);
const publicKeys = text.check(
  z.refine(
    (keys) => keys.split(',').every(isPublicTicketKey),
    'must be public keys as GET /api/gate/keys shows them (43 letters each), with commas between them',
  ),
);

/** Each variable with what it must be; an unset or empty one takes its default in `readConfig`. */
const variables = {
  PORT: wholeNumber(0, 65_535),
  HOST: text,
  DATA_DIR: text,
  DATABASE_URL: address(['postgres', 'postgresql']),
  MQTT_URL: address(['mqtt', 'mqtts', 'ws', 'wss']),
  MQTT_TOPIC_PREFIX: text.check(
    z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be 1 to 40 letters, digits, hyphens or underscores'),
  ),
  SMTP_URL: address(['smtp', 'smtps']),
  MAIL_FROM: text.check(
    z.regex(
      /^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/,
      'must hold an e-mail address, like Roetix <tiket@contoh.id>',
    ),
  ),
  PRODUCT_NAME: text.check(z.maxLength(60, 'must have at most 60 characters')),
  DEV_TOOLS: onOff,
  DEV_VITE: onOff,
  QA_BUILD: onOff,
  TRUST_PROXY: proxyNetworks,
  RATE_LIMITS: onOff,
  ADDRESS_LIMIT_FACTOR: wholeNumber(1, 1_000),
  CHALLENGE_URL: address(['http', 'https']),
  CHALLENGE_SECRET: text,
  CHALLENGE_SITE_KEY: text,
  PUBLIC_URL: address(['http', 'https']),
  ORGANIZER_URL: address(['http', 'https']),
  SUPPORT_EMAIL: text.check(z.regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')),
  PAYMENT_HOSTS: text.check(
    z.regex(/^[a-z\d.-]+(,[a-z\d.-]+)*$/, 'must be host names with commas between them'),
  ),
  SOCIAL_CHAT_URL: siteOrNone,
  SOCIAL_PHOTOS_URL: siteOrNone,
  SOCIAL_VIDEOS_URL: siteOrNone,
  GOOGLE_ISSUER: address(['http', 'https']),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  SEARCH_FILTERS: onOff,
  DEMO_FALLBACK: onOff,
  SESSION_MINUTES: wholeNumber(1, 240),
  PAYMENT_SELECTION_MINUTES: wholeNumber(1, 240),
  PAYMENT_PROCESSING_MINUTES: wholeNumber(2, 240),
  QUEUE_INACTIVE_MINUTES: wholeNumber(1, 1_440),
  GRACE_SECONDS: wholeNumber(0, 120),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`),
  OTP_KEY: secret,
  WEBHOOK_KEY: secret,
  TICKET_PRIVATE_KEY: privateKey,
  TICKET_PUBLIC_KEYS: publicKeys,
} as const;
/** Their values may hold a password or be one: a message never repeats them. */
const secretVariables: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'MQTT_URL',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'CHALLENGE_SECRET',
  'OTP_KEY',
  'WEBHOOK_KEY',
  'TICKET_PRIVATE_KEY',
  // Public, but a private one may stand there by mistake.
  'TICKET_PUBLIC_KEYS',
]);

type Values = { [Name in keyof typeof variables]?: z.infer<(typeof variables)[Name]> };

/** One page on another site as far as it is set: nothing, no icon, or an address. */
function socialOf(kind: keyof PageSettings['social'], value: string | undefined) {
  return value === undefined ? {} : { [kind]: value === 'none' ? null : value };
}

/**
 * Reads the settings from an environment. Throws ConfigError with one line for each wrong variable: its name, what is wrong,
 * and how to mend it.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const given: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(variables)) {
    const value = env[name]?.trim();
    if (value === undefined || value === '') continue;
    const parsed = schema.safeParse(value);
    if (parsed.success) given[name] = parsed.data;
    else problems.push(problemOf(name, value, parsed.error.issues[0]?.message ?? 'is not valid'));
  }
  const values = given as Values;
  const production = env.NODE_ENV === 'production';
  if (production && values.DEV_TOOLS === true) {
    problems.push(
      "DEV_TOOLS is on while NODE_ENV is production: the development tools read everybody's mail and move the clock. Unset DEV_TOOLS, or unset NODE_ENV on a machine of your own.",
    );
  }
  if (production && values.QA_BUILD === true) {
    problems.push(
      'QA_BUILD is on while NODE_ENV is production: its inspector steers the app of whoever opens it. Unset QA_BUILD, or unset NODE_ENV on a machine of your own.',
    );
  }
  problems.push(...googleProblems(values, production), ...challengeProblems(values));
  if (problems.length > 0) throw new ConfigError(problems);
  const devTools = values.DEV_TOOLS ?? !production;
  const productName = values.PRODUCT_NAME ?? 'Roetix';
  return {
    port: values.PORT ?? 3000,
    // The development tools show everybody's mail: unless told otherwise, to this machine alone.
    host: values.HOST ?? (devTools ? '127.0.0.1' : '0.0.0.0'),
    dataDir: values.DATA_DIR ?? '.data',
    databaseUrl: values.DATABASE_URL ?? null,
    mqttUrl: values.MQTT_URL ?? null,
    mqttTopicPrefix: values.MQTT_TOPIC_PREFIX ?? 'roetix',
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? `${productName} <no-reply@localhost>`,
    productName,
    devTools,
    production,
    devVite: values.DEV_VITE ?? false,
    qaBuild: values.QA_BUILD ?? false,
    trustProxy: values.TRUST_PROXY ?? [],
    paymentHosts: values.PAYMENT_HOSTS?.split(',') ?? [],
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    organizerUrl: values.ORGANIZER_URL ?? null,
    supportEmail: values.SUPPORT_EMAIL ?? null,
    social: {
      ...socialOf('chat', values.SOCIAL_CHAT_URL),
      ...socialOf('photos', values.SOCIAL_PHOTOS_URL),
      ...socialOf('videos', values.SOCIAL_VIDEOS_URL),
    },
    google: googleOf(values),
    searchFilters: values.SEARCH_FILTERS ?? false,
    demoFallback: values.DEMO_FALLBACK ?? false,
    rateLimits: values.RATE_LIMITS ?? !devTools,
    addressLimitFactor: values.ADDRESS_LIMIT_FACTOR ?? 1,
    challenge: challengeOf(values),
    sessionMinutes: values.SESSION_MINUTES ?? 15,
    paymentSelectionMinutes: values.PAYMENT_SELECTION_MINUTES ?? 5,
    paymentProcessingMinutes: values.PAYMENT_PROCESSING_MINUTES ?? 11,
    waitingInactiveMinutes: values.QUEUE_INACTIVE_MINUTES ?? 5,
    graceSeconds: values.GRACE_SECONDS ?? 15,
    taxRate: defaultTaxRate,
    logLevel: values.LOG_LEVEL ?? 'warn',
    keys: {
      otp: values.OTP_KEY ?? null,
      webhook: values.WEBHOOK_KEY ?? null,
      ticketPrivate: values.TICKET_PRIVATE_KEY ?? null,
      ticketTrusted: values.TICKET_PUBLIC_KEYS?.split(',') ?? [],
    },
  };
}

const googleIssuer = 'https://accounts.google.com';

function googleOf(values: Values): GoogleSettings | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = values;
  if (clientId === undefined || clientSecret === undefined) return null;
  return { issuer: values.GOOGLE_ISSUER ?? googleIssuer, clientId, clientSecret };
}

function googleProblems(values: Values, production: boolean): string[] {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_ISSUER: issuer } = values;
  const problems: string[] = [];
  if ((id === undefined) !== (secret === undefined)) {
    problems.push(
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both, or neither to leave Google sign-in off.',
    );
  }
  if (issuer !== undefined && id === undefined) {
    problems.push('GOOGLE_ISSUER needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. Set them too.');
  }
  if (production && issuer?.startsWith('http:') === true) {
    problems.push(
      'GOOGLE_ISSUER begins with http:// while NODE_ENV is production: the client secret would travel readable. Use https://.',
    );
  }
  return problems;
}

function problemOf(name: string, value: string, words: string): string {
  const shown = secretVariables.has(name) ? '' : ` (it is "${value.slice(0, 80)}")`;
  return `${name} ${words}${shown}. Correct it, or unset it to take the default.`;
}
