import { describe, expect, test } from 'vitest';
import { productionEnv } from '../../../lab/shared/production-env.ts';
import { readConfig, readSettings } from '../../../server/config.ts';
import { laneLimitsOf } from '../../../server/db/lanes.ts';
import { newTicketKey, publicPartOf } from '../../../server/secrets/ticket-key.ts';

const publicKey = publicPartOf(newTicketKey());
const problemsOf = (env: Record<string, string>) => readSettings(env).problems;

describe('readConfig (§16.5)', () => {
  test('an empty environment gives the documented defaults, and an empty value means unset (§16.6)', () => {
    const defaults = {
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
      logLevel: 'warn',
      databaseUrl: null,
      mqttUrl: null,
      smtpUrl: null,
      qaBuild: false,
    };
    expect(readConfig({})).toMatchObject(defaults);
    expect(readConfig({ PORT: '', DATA_DIR: ' ' })).toMatchObject(defaults);
    expect(readConfig({ ...productionEnv, HOST: '10.0.0.7' }).host).toBe('10.0.0.7');
    expect(readConfig({ QA_BUILD: '1' }).qaBuild).toBe(true);
  });

  test.each([
    ['DATABASE_READ_URL', 'postgres://u:rahasia@copy/x'],
    ['DATABASE_DIRECT_URL', 'postgres://u:rahasia@behind/x'],
    ['DATABASE_CONNECTIONS', '40'],
    ['DATABASE_LOCK_TIMEOUT_MS', '1000'],
    ['DATABASE_STATEMENT_TIMEOUT_MS', '3000'],
  ])('%s needs the database, and no address is repeated', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toEqual([expect.stringContaining(`${name} is set without DATABASE_URL`)]);
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
    const few = { DATABASE_URL: 'postgres://db/x', DATABASE_CONNECTIONS: '3' };
    expect(problemsOf(few)).toEqual([expect.stringMatching(/^DATABASE_CONNECTIONS must be /)]);
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
    ['MQTT_URL', 'http://hunter2@broker', 'mqtt://'],
    ['SMTP_URL', 'x:hunter2@y', 'smtp://'],
    ['DATABASE_URL', 'x:hunter2@y', 'postgres://'],
    ['LOG_LEVEL', 'loud', 'must be one of'],
    ['MAIL_FROM', 'nobody', 'e-mail address'],
    ['OTP_KEY', 'hunter2', 'at least 32 characters'],
    ['DEVICE_KEY', 'hunter2', 'at least 32 characters'],
    ['PAYMENT_GATEWAYS', 'paypal', 'names of payment gateways'],
    ['PAYMENT_GATEWAYS', 'simulated,Doku', 'names of payment gateways'],
    ['ROETIX_MODE', 'open', 'must be one of development, demo, production'],
    ['TICKET_PRIVATE_KEY', 'hunter2', 'Ed25519'],
    ['TICKET_PUBLIC_KEYS', 'hunter2', 'public keys'],
    ['TICKET_PUBLIC_KEYS', `${publicKey},`, 'with commas between them'],
    ['TICKET_PUBLIC_KEYS', 'A'.repeat(43), 'GET /api/gate/keys'],
    ['TICKET_PUBLIC_KEYS', `${publicKey}=`, '43 letters'],
  ])(
    '%s=%s is one line that names it, says what it must be and repeats no secret',
    (name, value, words) => {
      const problems = problemsOf({ [name]: value });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${name} .*$`));
      expect(problems[0]).toContain(words);
      expect(problems[0]).not.toContain('hunter2');
    },
  );

  test('public ticket keys are read one by one', () => {
    const keysOf = (env: Record<string, string>) => readConfig(env).keys.ticketTrusted;
    const TICKET_PUBLIC_KEYS = `${publicKey},${publicKey}`;
    expect(keysOf({ TICKET_PUBLIC_KEYS })).toEqual([publicKey, publicKey]);
    expect(keysOf({})).toEqual([]);
  });

  test('every invalid variable has its own line', () => {
    const problems = problemsOf({ PORT: 'x', LOG_LEVEL: 'x', SMTP_URL: 'x' });
    const names = problems.map((problem) => problem.split(' ')[0]);
    expect(names).toEqual(['PORT', 'SMTP_URL', 'LOG_LEVEL']);
    expect(() => readConfig({ PORT: 'x' })).toThrow(
      expect.objectContaining({ problems: [problems[0]] }),
    );
  });
});
