import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { productionEnv } from '../../lab/shared/production-env.ts';
import { fileFindings } from '../../scripts/operator/doctor/files.ts';
import { exitCodeOf, type Finding, linesOf } from '../../scripts/operator/doctor/finding.ts';
import { type Probes, reachFindings } from '../../scripts/operator/doctor/reach.ts';
import { settingFindings } from '../../scripts/operator/doctor/settings.ts';
import { createClock } from '../../server/clock.ts';
import { readSettings } from '../../server/config.ts';
import { secretsFile } from '../../server/secrets/secret-store.ts';
import { seed } from '../../server/seed/insert.ts';
import { StartError } from '../../server/start-error.ts';
import { openMigrated } from '../support/database/open-migrated.ts';

/** A complete production environment whose only finding is its gateway. */
const whole = {
  ...productionEnv,
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

test('the findings of the doctor are sorted worst first, counted, and decide the exit code (§16.90)', () => {
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
  test('every line of a refused start is an error', () => {
    const found = settingFindings({ NODE_ENV: 'production' });
    const { NODE_ENV: _, ...required } = productionEnv;
    expect(names(found, 'error')).toEqual(Object.keys(required));
    expect(exitCodeOf(found)).toBe(2);
  });

  test('a complete production gets one finding: its money is simulated', () => {
    const found = settingFindings(whole);
    expect(said(found, 'error')).toEqual([]);
    expect(names(found, 'warning')).toEqual(['PAYMENT_GATEWAYS']);
  });

  test.each([
    ...['LEGAL_DIR', 'SUPPORT_EMAIL', 'TRUST_PROXY'].map((name) => [name, '']),
    ...[
      ['RATE_LIMITS', 'off'],
      ['PUBLIC_URL', 'https://localhost'],
      ['LOG_LEVEL', 'silent'],
    ],
  ])('a production with %s=%s gets a warning', (name = '', value = '') => {
    const warned = names(settingFindings({ ...whole, [name]: value }), 'warning');
    expect(warned.toSorted()).toEqual([name, 'PAYMENT_GATEWAYS'].toSorted());
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
  const look = (dataDir: string) =>
    fileFindings(readSettings({ DATA_DIR: dataDir }).config, folder);

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
        throw new StartError('The PostgreSQL server of DATABASE_URL does not respond (X).');
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
});
