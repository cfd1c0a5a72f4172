import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { create } from 'tar';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { gateCalls } from '../../../contract/gate.ts';
import { backUp } from '../../../server/backup/backup.ts';
import { withoutPassword } from '../../../server/backup/postgres-tools.ts';
import { restore } from '../../../server/backup/restore.ts';
import { readTicket } from '../../../server/domain/ticket/ticket-issue.ts';
import { operatorSocket } from '../../../server/operator/socket.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openShop } from '../support/open-shop.ts';
import { paidTickets } from '../support/paid-tickets.ts';
import { theatre } from '../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient, testConfig } from '../support/test-app.ts';

const root = tempFolder();
const at = (name: string) => join(root, name);
const quiet = () => {};
const env = { DATA_DIR: at('data') };
const archive = at('kept.tar.gz');
const secret = 'a secret of the installation';

const app = await openShop({ env, events: [theatre] }, null);
let sold: Awaited<ReturnType<typeof bought>>;

/** The signed code of a ticket, verified with the keys that gates receive. */
async function provenCode(target: TestApp, client: TestClient, id: string): Promise<string> {
  const ticket = await client.call(calls.eTicket, { params: { id } });
  const { body } = await target.anonymous().call(gateCalls.gateKeys);
  const keys = body.data.keys.map((key) => key.public_key);
  const signed = ticket.body.data.ticket.qr_code ?? '';
  expect(readTicket(keys, signed)?.ticketId).toBe(id);
  return signed;
}

/** A buyer with one ticket, and its signed code. */
async function bought(target: TestApp) {
  const { buyer: client, tickets } = await paidTickets(target, 1, theatre);
  const id = tickets[0]?.id ?? '';
  return { client, id, signed: await provenCode(target, client, id) };
}

beforeAll(async () => {
  await app.listen();
  writeFileSync(at('data/picture.png'), secret, { mode: 0o600 });
  sold = await bought(app);
});

describe('a backup of the embedded database (§16.24)', () => {
  it('is refused while another one is under way, which releases the log when it dies', async () => {
    const { db } = app.services;
    const slots = () => db.query('select 1 from pg_replication_slots');
    const socket = connect(operatorSocket(app.services.config) ?? '').setEncoding('utf8');
    socket.write('"hold"\n');
    expect(await once(socket, 'data')).toEqual(['"held"\n']);
    expect(await slots()).toHaveLength(1);
    await expect(backUp(testConfig(env), archive, quiet)).rejects.toThrow(
      /another backup may be under way/,
    );
    socket.destroy();
    await vi.waitFor(async () => expect(await slots()).toEqual([]), 60_000);
  });

  it('[F96] is made while the server sells, complete and verified, and readable only by its owner', async () => {
    const { db } = app.services;
    const mark = (n: number) =>
      db.query('insert into server_facts (name, value) values ($1, $2)', [`mark-${n}`, 'x']);
    for (let n = 1; n <= 5; n += 1) await mark(n);
    let isDone = false;
    let marks = 5;
    const selling = (async () => {
      while (!isDone) {
        marks += 1;
        await mark(marks);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    const said: string[] = [];
    const made = await backUp(testConfig(env), archive, (line) => said.push(line)).finally(() => {
      isDone = true;
    });
    await selling;
    expect(made.verdict.broken).toEqual([]);
    expect(made.verdict.counts).toMatchObject({ tickets: 1 });
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    expect(said).toContain('Verifying the copy');
    expect(readdirSync(root).filter((name) => name.startsWith('kept'))).toEqual(['kept.tar.gz']);
    // Without dropping the replication slot the log would grow without limit.
    expect(await db.query('select 1 from pg_replication_slots')).toEqual([]);

    const config = testConfig({ DATA_DIR: at('restored') });
    const done = await restore(config, archive, false, quiet);
    expect(done.verdict.broken).toEqual([]);
    expect(done.kept).toEqual([]);
    expect(readFileSync(at('restored/picture.png'), 'utf8')).toBe(secret);
    expect(readdirSync(at('restored')).sort()).toEqual(['database', 'picture.png', 'secrets.json']);
    const again = await createTestApp({ env: { DATA_DIR: at('restored') }, events: 'none' });
    try {
      const kept = await again.services.db.query<{ n: number }>(
        `select split_part(name, '-', 2)::int as n from server_facts where name like 'mark-%' order by 1`,
      );
      // It contains everything confirmed before its start, and later rows without a gap.
      expect(kept.length).toBeGreaterThanOrEqual(5);
      expect(kept.map(({ n }) => n)).toEqual(kept.map((_, index) => index + 1));
      expect(kept.length).toBeLessThanOrEqual(marks);
      const { client, id, signed } = sold;
      expect(await provenCode(again, await again.as(client.email), id)).toBe(signed);
    } finally {
      await again.close();
    }
  });
});

describe('a restore (§16.24)', () => {
  it('refuses a folder in use, and one that is not empty', async () => {
    await expect(restore(testConfig(env), archive, true, quiet)).rejects.toThrow(
      /is in use by process \d+/,
    );
    await expect(restore(testConfig(env), archive, false, quiet)).rejects.toThrow(
      /holds something already.*--replace/,
    );
    expect((await app.anonymous().ask('GET', '/api/health')).status).toBe(200);
  });

  it('moves existing data aside when told to replace it', async () => {
    mkdirSync(at('full'));
    writeFileSync(at('full/mine.txt'), 'mine');
    const done = await restore(testConfig({ DATA_DIR: at('full') }), archive, true, quiet);
    expect(done.verdict.broken).toEqual([]);
    const [kept = ''] = done.kept;
    expect(readFileSync(join(kept, 'mine.txt'), 'utf8')).toBe('mine');
    expect(existsSync(at('full/mine.txt'))).toBe(false);
    expect(existsSync(at('full/database/PG_VERSION'))).toBe(true);
    expect(existsSync(at('full/server.lock'))).toBe(false);
  });

  const cut = (bytes: number) => (file: string) => truncateSync(file, bytes);
  it.each<[string, (file: string) => void]>([
    ['cut off', (file) => cut(statSync(file).size - 1_000)(file)],
    ['cut off early', cut(5_000)],
    ['empty', cut(0)],
    ['text', (file) => writeFileSync(file, 'not a backup at all\n'.repeat(1_000))],
    [
      'damaged',
      (file) => {
        const bytes = readFileSync(file);
        bytes[bytes.length >> 1]! ^= 0xff;
        writeFileSync(file, bytes);
      },
    ],
  ])('refuses a file that is %s, and changes nothing', async (what, harm) => {
    const file = at(`${what}.tar.gz`);
    cpSync(archive, file);
    harm(file);
    const config = testConfig({ DATA_DIR: at('never') });
    await expect(restore(config, file, false, quiet)).rejects.toThrow(
      /no whole backup|was not made by|is damaged/,
    );
    expect(existsSync(at('never'))).toBe(false);
  });

  it('refuses a foreign archive, one with other contents, a missing file, and one for another engine', async () => {
    const config = testConfig({ DATA_DIR: at('never') });
    const server = testConfig({ DATABASE_URL: 'postgres://x@127.0.0.1:1/none' });
    writeFileSync(at('a.txt'), 'a');
    await create({ file: at('other.tar.gz'), gzip: true, cwd: root }, ['a.txt']);
    const files = [{ path: 'a.txt', size: 1, sha256: 'b'.repeat(64) }];
    const made = { engine: 'embedded', created_at: '2026-01-01T00:00:00.000Z' };
    const manifest = { format: 'roetix-backup', version: 1, ...made, files };
    writeFileSync(at('manifest.json'), JSON.stringify(manifest));
    const forged = ['manifest.json', 'a.txt'];
    await create({ file: at('forged.tar.gz'), gzip: true, cwd: root }, forged);
    symlinkSync('/etc/hostname', at('a.lnk'));
    await create({ file: at('linked.tar.gz'), gzip: true, cwd: root }, [...forged, 'a.lnk']);
    const inner = at('inner');
    mkdirSync(inner);
    writeFileSync(at('outside.txt'), 'a');
    const sha256 = createHash('sha256').update('a').digest('hex');
    const outside = { ...manifest, files: [{ path: '../outside.txt', size: 1, sha256 }] };
    writeFileSync(join(inner, 'manifest.json'), JSON.stringify(outside));
    const leaving = { file: at('outside.tar.gz'), gzip: true, cwd: inner, preservePaths: true };
    await create(leaving, ['manifest.json', '../outside.txt']);
    for (const [of, file, words] of [
      [config, at('other.tar.gz'), 'was not made by npm run backup'],
      [config, at('forged.tar.gz'), 'is damaged'],
      [config, at('linked.tar.gz'), 'was not made by npm run backup'],
      [config, at('outside.tar.gz'), "path contains '..'"],
      [config, at('gone.tar.gz'), 'no file'],
      [server, archive, 'is a backup of an embedded database'],
    ] as const) {
      await expect(restore(of, file, false, quiet)).rejects.toThrow(words);
    }
    expect(existsSync(at('never'))).toBe(false);
  });
});

it('a password reaches the tools of PostgreSQL only by the environment', () => {
  const { url, env: passed } = withoutPassword(
    'postgres://ani:rah%40sia@db:5433/shop?sslmode=require',
  );
  expect(url).toBe('postgres://ani@db:5433/shop?sslmode=require');
  expect(passed).toEqual({ PGPASSWORD: 'rah@sia' });
});

describe.runIf(process.env.TEST_DATABASE_URL !== undefined)(
  'a backup of a PostgreSQL server',
  () => {
    it('restores a dump made and checked in one snapshot, and moves existing data to a schema', async () => {
      const shop = await createTestApp({ events: [theatre] });
      const databaseUrl = shop.services.config.databaseUrl ?? '';
      const config = testConfig({ DATABASE_URL: databaseUrl });
      const { client, id, signed } = await bought(shop);
      const file = at('server.tar.gz');
      const made = await backUp(config, file, quiet);
      expect(made.verdict.broken).toEqual([]);
      await expect(restore(config, file, true, quiet)).rejects.toThrow(/is in use/);
      await shop.services.db.query(`update events set name = 'Sesudah' where slug = $1`, [theatre]);
      await Promise.all([shop.services.db.close(), shop.services.presence.close()]);
      await expect(restore(config, file, false, quiet)).rejects.toThrow(/holds something already/);
      const done = await restore(config, file, true, quiet);
      expect(done.verdict.broken).toEqual([]);
      expect(done.kept).toEqual([expect.stringMatching(/^schema before_\d+$/)]);
      const again = await createTestApp({ env: { DATABASE_URL: databaseUrl }, events: 'none' });
      try {
        expect(await provenCode(again, await again.as(client.email), id)).toBe(signed);
        const titles = await again.services.db.query(
          `select name from events where slug = $1 union all select name from ${done.kept[0]?.slice('schema '.length)}.events where slug = $1`,
          [theatre],
        );
        expect(titles).toHaveLength(2);
        expect(titles[0]).not.toEqual({ name: 'Sesudah' });
        expect(titles[1]).toEqual({ name: 'Sesudah' });
      } finally {
        await again.close();
        await shop.close();
      }
    });
  },
);
