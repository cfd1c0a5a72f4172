import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyingKeys } from '../../../server/domain/ticket/ticket-keys.ts';
import { performOn } from '../../../server/operator/perform.ts';
import { loadKeys } from '../../../server/secrets/keys.ts';
import { memorySecrets, openSecrets, secretsFile } from '../../../server/secrets/secret-store.ts';
import { newTicketKey, publicPartOf } from '../../../server/secrets/ticket-key.ts';
import { openDb } from '../support/open-shop.ts';
import { testConfig } from '../support/test-app.ts';

const none = {
  otp: null,
  webhook: null,
  device: null,
  staff: null,
  ticketPrivate: null,
  ticketTrusted: [],
};
const twoKeys = { otp: 'o'.repeat(43), webhook: 'w'.repeat(43) };
const isRoot = process.getuid?.() === 0;
let folder: string;
let data: string;
const db = await openDb();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'roetix-secrets-'));
  data = join(folder, 'data');
  await db.query(`delete from server_facts where name like 'key.%'`);
  return () => rmSync(folder, { recursive: true, force: true });
});

const file = () => join(data, secretsFile);
const facts = async () =>
  (await db.query(`select name from server_facts where name like 'key.%'`)).map(({ name }) => name);
/** Puts a secret into the database, as an earlier release did. */
const leave = (name: string, value: string) =>
  db.query('insert into server_facts (name, value) values ($1, $2)', [`key.${name}`, value]);

describe('generated secrets (§17.60)', () => {
  test('are in a file readable by its owner only, never in the database', async () => {
    const keys = await loadKeys(db, none, openSecrets(data));
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(readdirSync(data)).toEqual([secretsFile]);
    const text = JSON.stringify(await db.query('select * from server_facts'));
    for (const secret of [keys.otp, keys.webhook, keys.device]) {
      expect(secret.length).toBeGreaterThanOrEqual(32);
      expect(text).not.toContain(secret);
      expect(readFileSync(file(), 'utf8')).toContain(secret);
    }
    expect(text).not.toContain('PRIVATE');
    expect(new Set([keys.otp, keys.webhook, keys.device]).size).toBe(3);
    const { otp, webhook, device, ticketPrivate } = keys;
    const again = await loadKeys(db, none, openSecrets(data));
    expect(again).toMatchObject({ otp, webhook, device, ticketPrivate });
  });

  test('are the same for two processes that start at once', async () => {
    const [first, second] = [openSecrets(data), openSecrets(data)];
    expect(first.read()).toEqual({});
    expect(second.read()).toEqual({});
    const made = first.add({ otp: 'a'.repeat(40) });
    expect(second.add({ otp: 'b'.repeat(40) })).toEqual(made);
  });

  test('of an earlier release move out of the database and stay valid', async () => {
    const left = { ...twoKeys, ticket: newTicketKey() };
    for (const [name, value] of Object.entries(left)) await leave(name, value);
    const keys = await loadKeys(db, none, openSecrets(data));
    expect(keys).toMatchObject({ ...twoKeys, ticketPrivate: left.ticket });
    expect(openSecrets(data).read()).toMatchObject(left);
    expect(await facts()).toEqual(['key.ticket.public']);
    expect(await verifyingKeys(db, keys)).toEqual([publicPartOf(left.ticket)]);
  });

  test('replaced by settings are removed from the database; their tickets stay valid', async () => {
    const left = newTicketKey();
    await leave('ticket', left);
    const secret = 's'.repeat(32);
    const common = { otp: secret, webhook: secret, device: secret, staff: secret };
    const given = { ...none, ...common, ticketPrivate: newTicketKey() };
    const keys = await loadKeys(db, given, openSecrets(data));
    expect(existsSync(file())).toBe(false);
    expect(await facts()).toEqual(['key.ticket.public']);
    expect(await verifyingKeys(db, keys)).toEqual([
      publicPartOf(given.ticketPrivate),
      publicPartOf(left),
    ]);
  });

  test('in the database of a server without a data folder are used from there', async () => {
    await leave('otp', twoKeys.otp);
    expect((await loadKeys(db, none, memorySecrets())).otp).toBe(twoKeys.otp);
    expect(await facts()).toContain('key.otp');
  });

  test('that a file lacks are added to it', async () => {
    openSecrets(data).add({ otp: 'a'.repeat(40) });
    const keys = await loadKeys(db, none, openSecrets(data));
    expect(keys.otp).toBe('a'.repeat(40));
    expect(openSecrets(data).read()).toMatchObject({ otp: keys.otp, device: keys.device });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });
});

describe('an unsafe secrets file', () => {
  test.each([0o644, 0o640, 0o604])('stops the start: mode %o', (mode) => {
    openSecrets(data).add({ otp: 'a'.repeat(40) });
    chmodSync(file(), mode);
    expect(() => openSecrets(data).read()).toThrow(`chmod 600 ${file()}`);
  });

  test.each(['', '{', '{"otp":"short"}', '{"ticket":"no PEM"}', '[]'])(
    'stops the start and is not repeated: %j',
    (text) => {
      openSecrets(data).add({ otp: 'a'.repeat(40) });
      writeFileSync(file(), text);
      expect(() => openSecrets(data).read()).toThrow('does not hold the secrets');
    },
  );

  test.skipIf(isRoot)('stops the start where it cannot be written', () => {
    chmodSync(folder, 0o500);
    try {
      expect(() => openSecrets(data).add({ otp: 'a'.repeat(40) })).toThrow('cannot be written');
    } finally {
      chmodSync(folder, 0o700);
    }
  });
});

test('a command beside a PostgreSQL server neither generates nor adopts keys in another folder than the server’s', async () => {
  await leave('ticket', newTicketKey());
  const config = testConfig({ DATABASE_URL: 'postgres://h/x', DATA_DIR: data });
  const asking = performOn(db, config, { task: 'list-ticket-keys' });
  await expect(asking).rejects.toThrow('Give the command with the settings of the server');
  expect(await facts()).toEqual(['key.ticket']);
  expect(existsSync(file())).toBe(false);
});
