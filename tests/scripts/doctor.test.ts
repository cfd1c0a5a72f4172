import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileFindings } from '../../scripts/operator/doctor/files.ts';
import { exitCodeOf, type Finding, linesOf } from '../../scripts/operator/doctor/finding.ts';
import { type Probes, reachFindings, realProbes } from '../../scripts/operator/doctor/reach.ts';
import { settingFindings } from '../../scripts/operator/doctor/settings.ts';
import { productionEnv } from '../../scripts/operator/production-env.ts';
import { createClock } from '../../server/clock.ts';
import { readSettings } from '../../server/config.ts';
import { embeddedOver } from '../../server/db/embedded.ts';
import { secretsFile } from '../../server/secrets/secret-store.ts';
import { newTicketKey } from '../../server/secrets/ticket-key.ts';
import { seed } from '../../server/seed/insert.ts';
import { StartError } from '../../server/start-error.ts';
import { openMigrated } from '../support/database/open-migrated.ts';

const keys = {
  OTP_KEY: 'k'.repeat(32),
  WEBHOOK_KEY: 'k'.repeat(32),
  DEVICE_KEY: 'k'.repeat(32),
  STAFF_KEY: 'k'.repeat(32),
};
/** A complete production environment whose only finding is its gateway. */
const whole = {
  ...productionEnv,
  ...keys,
  TICKET_PRIVATE_KEY: newTicketKey(),
  DATABASE_URL: 'postgres://roetix:hunter2@db.contoh.id/roetix',
  LEGAL_DIR: '/srv/roetix/legal',
  SUPPORT_EMAIL: 'bantuan@roetix.contoh.id',
  TRUST_PROXY: '10.0.0.0/8',
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'roetix-doctor-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const said = (findings: readonly Finding[], severity: Finding['severity']) =>
  findings.filter((each) => each.severity === severity).map(({ words }) => words);
const names = (findings: readonly Finding[], severity: Finding['severity']) =>
  said(findings, severity).map((words) => words.split(' ')[0]);

test('the findings of the doctor are sorted worst first, counted, and decide the exit code', () => {
  const found: Finding[] = [
    { severity: 'note', words: 'n' },
    { severity: 'warning', words: 'w' },
    { severity: 'error', words: 'e' },
  ];
  const lines = ['✘ error    e', '! warning  w', '· note     n', '1 errors, 1 warnings'];
  expect(linesOf(found)).toEqual(lines);
  expect([3, 2, 1, 0].map((count) => exitCodeOf(found.slice(0, count)))).toEqual([2, 1, 0, 0]);
});

describe('of settings', () => {
  test('development has no finding', () => {
    expect(exitCodeOf(settingFindings({}))).toBe(0);
  });

  test('every line of a refused start is an error', () => {
    const found = settingFindings({ NODE_ENV: 'production' });
    const refused = ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'PAYMENT_GATEWAYS'];
    expect(names(found, 'error')).toEqual(refused);
    expect(exitCodeOf(found)).toBe(2);
  });

  test('a complete production gets one finding: its money is simulated', () => {
    const found = settingFindings(whole);
    expect(said(found, 'error')).toEqual([]);
    expect(names(found, 'warning')).toEqual(['PAYMENT_GATEWAYS']);
  });

  test.each([
    ...['DATABASE_URL', 'LEGAL_DIR', 'SUPPORT_EMAIL', 'TRUST_PROXY'].map((name) => [name, '']),
    ...[
      ['RATE_LIMITS', 'off'],
      ['PUBLIC_URL', 'https://localhost'],
      ['LOG_LEVEL', 'silent'],
    ],
  ])('a production with %s=%s gets a warning', (name = '', value = '') => {
    const warned = names(settingFindings({ ...whole, [name]: value }), 'warning');
    expect(warned.toSorted()).toEqual([name, 'PAYMENT_GATEWAYS'].toSorted());
  });

  test('a production on the embedded database gets a warning about its single key file, one in memory an error', () => {
    expect(names(settingFindings(productionEnv), 'warning')).toContain('TICKET_PRIVATE_KEY');
    expect(names(settingFindings({ ...productionEnv, DATA_DIR: 'memory' }), 'error')).toEqual([
      'DATA_DIR',
    ]);
  });

  test('a demo gets warnings about keys that its processes do not share, and about plain http', () => {
    const demo = { ROETIX_MODE: 'demo' };
    expect(exitCodeOf(settingFindings(demo))).toBe(0);
    const open = { DATABASE_URL: 'postgres://h/x', PUBLIC_URL: 'http://demo.contoh.id' };
    const found = settingFindings({ ...demo, ...open });
    expect(names(found, 'warning').toSorted()).toEqual(['PUBLIC_URL', 'TICKET_PRIVATE_KEY,']);
  });

  test('no secret is ever repeated', () => {
    const secret = 'hunter2-hunter2-hunter2-hunter2-hunter2';
    const env = {
      ...whole,
      OTP_KEY: secret,
      SMTP_URL: `smtp://u:${secret}@mail.contoh.id`,
      MQTT_URL: `mqtt://u:${secret}@mqtt.contoh.id`,
      GOOGLE_CLIENT_SECRET: secret,
    };
    expect(linesOf(settingFindings(env)).join('\n')).not.toContain('hunter2');
  });
});

describe('of files', () => {
  const plenty = () => 10 * 1024 ** 3;
  const look = (dataDir: string, free = plenty) =>
    fileFindings(readSettings({ DATA_DIR: dataDir }).config, folder, free);

  test('a missing folder is no finding, a missing build is a note', () => {
    const found = look(join(folder, 'new'));
    expect(said(found, 'error')).toEqual([]);
    expect(said(found, 'warning')).toEqual([expect.stringContaining('npm run build')]);
  });

  test('permissions for other users are reported with the remedy', () => {
    const dataDir = join(folder, 'open');
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o755);
    writeFileSync(join(dataDir, secretsFile), JSON.stringify({ otp: 'hunter2'.repeat(6) }));
    chmodSync(join(dataDir, secretsFile), 0o644);
    const found = look(dataDir);
    expect(said(found, 'warning')).toContainEqual(expect.stringContaining(`chmod 700 ${dataDir}`));
    expect(said(found, 'error')).toEqual([
      expect.stringContaining(`chmod 600 ${join(dataDir, secretsFile)}`),
    ]);
    chmodSync(join(dataDir, secretsFile), 0o600);
    expect(said(look(dataDir), 'error')).toEqual([]);
    expect(linesOf(look(dataDir)).join('\n')).not.toContain('hunter2');
  });

  test.each([
    [2 * 1024 ** 3, []],
    [500 * 1024 ** 2, ['warning']],
    [10 * 1024 ** 2, ['error']],
  ])('a disk with %d bytes left: %j', (free, severities) => {
    const found = look(join(folder, 'new'), () => free);
    const about = found.filter(({ words }) => words.includes('left on its disk'));
    expect(about.map(({ severity }) => severity)).toEqual(severities);
  });
});

describe('of external services', () => {
  const { config } = readSettings({ ...whole, MQTT_URL: 'mqtt://mqtt.contoh.id' });
  const probes: Probes = {
    isServed: async () => false,
    openDb: () => openMigrated(),
    greetMail: async () => undefined,
    greetBroker: async () => undefined,
    now: () => Date.now(),
  };
  const failing = (code: string) => async () => {
    throw Object.assign(new Error('535 u:hunter2 refused'), { code });
  };

  test('no finding if all respond', async () => {
    const found = await reachFindings(config, probes);
    expect(exitCodeOf(found)).toBe(0);
    expect(names(found, 'note').toSorted()).toEqual(['DATABASE_URL:', 'MQTT_URL:', 'SMTP_URL:']);
  });

  test('an unreachable service is an error with its code, without the message of the service', async () => {
    const found = await reachFindings(config, {
      ...probes,
      greetMail: failing('EAUTH'),
      greetBroker: failing('ECONNREFUSED'),
      openDb: async () => {
        throw new StartError('The PostgreSQL server of DATABASE_URL does not answer (X).');
      },
    });
    expect(names(found, 'error')).toEqual(['The', 'SMTP_URL:', 'MQTT_URL:']);
    expect(linesOf(found).join('\n')).toContain('EAUTH');
    expect(linesOf(found).join('\n')).not.toContain('hunter2');
  });

  test('sample data, a wrong clock and another version are reported', async () => {
    const openSeeded = async () => {
      const db = await openMigrated();
      await seed(db, createClock(), { only: [] });
      await db.query(`insert into applied_steps (id) values ('999-later')`);
      return db;
    };
    const found = await reachFindings(config, {
      ...probes,
      openDb: openSeeded,
      now: () => Date.now() - 60_000,
    });
    expect(said(found, 'error')).toEqual([
      expect.stringContaining('newer than this program'),
      expect.stringContaining('sample accounts'),
    ]);
    expect(said(found, 'warning')).toEqual([expect.stringMatching(/clock.*(?:5\d|6\d) s apart/)]);
  });

  test('an empty database is no finding', async () => {
    const { PGlite } = await import('@electric-sql/pglite');
    const openEmpty = async () => embeddedOver(await PGlite.create(), () => undefined);
    const found = await reachFindings(config, { ...probes, openDb: openEmpty });
    expect(exitCodeOf(found)).toBe(0);
    expect(said(found, 'note')).toContainEqual(expect.stringContaining('is empty'));
  });

  test('a mail server and a broker that do not respond are reported within the deadline', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' ? address?.port : 0;
    holder.close();
    await once(holder, 'close');
    await expect(realProbes.greetMail(`smtp://127.0.0.1:${port}`)).rejects.toThrow();
    await expect(realProbes.greetBroker(`mqtt://127.0.0.1:${port}`)).rejects.toThrow();
  });
});
