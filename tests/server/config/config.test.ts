import { describe, expect, test } from 'vitest';
import { productionEnv } from '../../../scripts/operator/production-env.ts';
import { ConfigError, readConfig } from '../../../server/config.ts';
import { laneLimitsOf } from '../../../server/db/lanes.ts';
import { newTicketKey, publicPartOf } from '../../../server/secrets/ticket-key.ts';

const publicKey = publicPartOf(newTicketKey());

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  test('a public server listens on all addresses, unless HOST is set', () => {
    expect(readConfig(productionEnv).host).toBe('0.0.0.0');
    expect(readConfig({ ...productionEnv, HOST: '10.0.0.7' }).host).toBe('10.0.0.7');
  });

  test.each([
    ['DATABASE_READ_URL', 'postgres://u:rahasia@copy/x'],
    ['DATABASE_DIRECT_URL', 'postgres://u:rahasia@behind/x'],
    ['DATABASE_CONNECTIONS', '40'],
    ['DATABASE_LOCK_TIMEOUT_MS', '1000'],
    ['DATABASE_STATEMENT_TIMEOUT_MS', '3000'],
  ])('%s needs the database, and no address is repeated', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toEqual([
      expect.stringMatching(new RegExp(`^${name} is set without DATABASE_URL`)),
    ]);
    expect(problems.join()).not.toContain('rahasia');
    expect(problemsOf({ DATABASE_URL: 'postgres://db/x', [name]: value })).toEqual([]);
  });

  test('connections and time limits of the database are settings', () => {
    const config = readConfig({
      DATABASE_URL: 'postgres://pooler/x',
      DATABASE_DIRECT_URL: 'postgres://db/x',
      DATABASE_CONNECTIONS: '50',
      DATABASE_LOCK_TIMEOUT_MS: '1000',
      DATABASE_STATEMENT_TIMEOUT_MS: '3000',
    });
    expect(config.databaseDirectUrl).toBe('postgres://db/x');
    const { buy, read, tick, health, upkeep } = laneLimitsOf(config.databaseLanes);
    expect([buy, read, tick, health, upkeep].map(({ slots }) => slots)).toEqual([27, 12, 8, 1, 2]);
    expect(buy).toMatchObject({ slotsPerName: 11, lockMs: 1000, statementMs: 3000 });
    expect(read).toMatchObject({ lockMs: 250, statementMs: 3000 });
    expect(problemsOf({ DATABASE_URL: 'postgres://db/x', DATABASE_CONNECTIONS: '3' })).toEqual([
      expect.stringMatching(/^DATABASE_CONNECTIONS must be /),
    ]);
  });

  test('an empty environment gives the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '.data',
      devTools: true,
      production: false,
      rateLimits: false,
      mqttTopicPrefix: 'roetix',
      productName: 'Roetix',
      sessionMinutes: 15,
      paymentSelectionMinutes: 5,
      paymentProcessingMinutes: 11,
      queuePresentSeconds: 120,
      queuePassedMinutes: 30,
      graceSeconds: 15,
      stopDelaySeconds: 0,
      diskReserveBytes: 128 * 1024 * 1024,
      logLevel: 'warn',
      databaseUrl: null,
      mqttUrl: null,
      smtpUrl: null,
    });
  });

  test('an empty value means unset', () => {
    expect(readConfig({ PORT: '', DATA_DIR: ' ' })).toMatchObject({ port: 3000, dataDir: '.data' });
  });

  test('production turns the tools off and the limits on', () => {
    expect(readConfig(productionEnv)).toMatchObject({
      devTools: false,
      rateLimits: true,
      production: true,
    });
  });

  test.each([
    ['PORT', 'abc', 'whole number from 0 to 65535'],
    ['PORT', '70000', 'whole number from 0 to 65535'],
    ['PORT', '-1', 'whole number'],
    ['SESSION_MINUTES', '0', 'from 1 to 240'],
    ['GRACE_SECONDS', '1.5', 'whole number'],
    ['DEV_TOOLS', 'maybe', 'on or off'],
    ['RATE_LIMITS', '2', 'on or off'],
    ['MQTT_TOPIC_PREFIX', 'a/b', 'letters, digits'],
    ['PUBLIC_URL', 'roetix.id', 'http:// or https://'],
    ['MQTT_URL', 'http://broker', 'mqtt://'],
    ['LOG_LEVEL', 'loud', 'must be one of'],
    ['MAIL_FROM', 'nobody', 'e-mail address'],
    ['OTP_KEY', 'short', 'at least 32 characters'],
    ['DEVICE_KEY', 'short', 'at least 32 characters'],
    ['PAYMENT_GATEWAYS', 'paypal', 'names of payment gateways'],
    ['PAYMENT_GATEWAYS', 'simulated,Doku', 'names of payment gateways'],
    ['ROETIX_MODE', 'open', 'must be one of development, demo, production'],
    ['TICKET_PRIVATE_KEY', 'x', 'Ed25519'],
    ['TICKET_PUBLIC_KEYS', 'x', 'public keys'],
    ['TICKET_PUBLIC_KEYS', `${publicKey},`, 'with commas between them'],
    ['TICKET_PUBLIC_KEYS', 'A'.repeat(43), 'GET /api/gate/keys'],
    ['TICKET_PUBLIC_KEYS', `${publicKey}=`, '43 letters'],
  ])('%s=%s is one line that names it and says what it must be', (name, value, words) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} `));
    expect(problems[0]).toContain(words);
    expect(problems[0]).not.toContain('\n');
  });

  test('public ticket keys are read one by one', () => {
    expect(
      readConfig({ TICKET_PUBLIC_KEYS: `${publicKey},${publicKey}` }).keys.ticketTrusted,
    ).toEqual([publicKey, publicKey]);
    expect(readConfig({}).keys.ticketTrusted).toEqual([]);
  });

  test('every invalid variable has its own line', () => {
    const problems = problemsOf({ PORT: 'x', LOG_LEVEL: 'x', SMTP_URL: 'x' });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'SMTP_URL',
      'LOG_LEVEL',
    ]);
  });

  test.each([
    'DATABASE_URL',
    'SMTP_URL',
    'MQTT_URL',
    'OTP_KEY',
    'DEVICE_KEY',
    'TICKET_PRIVATE_KEY',
    'TICKET_PUBLIC_KEYS',
  ])('the value of %s is never repeated', (name) => {
    expect(problemsOf({ [name]: 'x:hunter2@y' })[0]).not.toContain('hunter2');
  });

  test('the build with the inspector is refused in production', () => {
    const problems = problemsOf({ ...productionEnv, QA_BUILD: '1' });
    expect(problems.join('\n')).toMatch(/^QA_BUILD is on while NODE_ENV is production/);
    expect(readConfig({ QA_BUILD: '1' }).qaBuild).toBe(true);
    expect(readConfig({}).qaBuild).toBe(false);
  });

  test('the development tools are refused in production', () => {
    const problems = problemsOf({ ...productionEnv, DEV_TOOLS: '1' });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^DEV_TOOLS .*NODE_ENV/);
  });
});
