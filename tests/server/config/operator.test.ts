import { once } from 'node:events';
import { mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../server/app.ts';
import { databaseFolder } from '../../../server/db/embedded.ts';
import { lockFolder } from '../../../server/db/folder-lock.ts';
import { brokenInvariants } from '../../../server/domain/invariants/invariants.ts';
import { performOn, performTask } from '../../../server/operator/perform.ts';
import { askServer, operatorSocket, takeTasks } from '../../../server/operator/socket.ts';
import type { OperatorTask } from '../../../server/operator/tasks.ts';
import { accounts } from '../../../server/seed/accounts.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testConfig } from '../support/test-app.ts';

const concert = 'konser-senja-jakarta';
const folder = tempFolder();
let app: App;
let port: number;
const config = () => testConfig({ DATA_DIR: join(folder, 'data') });
const socketPath = () => operatorSocket(config()) ?? '';

beforeAll(async () => {
  // A folder as the server creates it; the rows are in memory, which is faster.
  mkdirSync(join(folder, 'data', databaseFolder), { recursive: true });
  const db = await openMigrated();
  app = await createApp(config(), { db }, { ticker: false, seed: { only: [concert] } });
  port = await app.listen();
});
afterAll(() => app.close());

/** The server's response to bytes that no command sends. */
async function answerTo(text: string): Promise<string> {
  const socket = connect(socketPath()).setEncoding('utf8');
  let said = '';
  socket.on('data', (piece) => {
    said += piece;
  });
  socket.end(text);
  await once(socket, 'close');
  return said;
}

const perform = (task: OperatorTask) => performTask(config(), task);
const passTask = (slug: string, revokeOthers: boolean) =>
  perform({ task: 'gate-pass', slug, revokeOthers });

describe('a server of an embedded database', () => {
  it('receives tasks on a socket that only its own user may open, and on no port', () => {
    const file = statSync(socketPath());
    expect(file.isSocket()).toBe(true);
    expect(file.mode & 0o777).toBe(0o600);
  });

  it('that is still starting makes a command say when to give it again', async () => {
    const starting = join(folder, 'starting');
    mkdirSync(join(starting, databaseFolder), { recursive: true });
    const unlock = lockFolder(starting);
    const asked = performTask(testConfig({ DATA_DIR: starting }), { task: 'event-list' });
    await expect(asked).rejects.toThrow('once it says that it is ready');
    unlock();
  });

  it('lists, makes and drops keys while it runs', async () => {
    const { db, keys } = app.services;
    const [signing = ''] = await perform({ task: 'list-ticket-keys' });
    expect(signing).toContain(keys.ticketPublic);
    expect(signing).toContain('signs and verifies');
    const [made = ''] = await perform({ task: 'follow-ticket-key' });
    const all = await perform({ task: 'list-ticket-keys' });
    expect(all).toEqual([signing, `${made}  verifies`]);
    const dropping = perform({ task: 'drop-ticket-key', id: made.slice(0, 16) });
    await expect(dropping).rejects.toThrow('signs tickets');
    expect(JSON.stringify(all)).not.toContain('PRIVATE');
    expect(await brokenInvariants(db)).toEqual([]);
  });

  it('exports all data about a person, however large', async () => {
    const { db, clock } = app.services;
    const email = accounts[1]?.email ?? '';
    await db.query(
      `insert into mails (recipient, subject, body_text, created_at) select $1, 'surat', repeat('x', 100), $2
       from generate_series(1, 500)`,
      [email, clock.now()],
    );
    const [told = ''] = await perform({ task: 'export-person', email });
    expect(JSON.parse(told).letters).toHaveLength(500);
  });

  it('names the reason of a refusal, and keeps running', async () => {
    await expect(passTask('tidak-ada', false)).rejects.toThrow('Event not found');
    for (const line of ['{}', 'nonsense', '{"task":"gate-pass","slug":1}']) {
      expect(await answerTo(`${line}\n`)).toContain('of another version');
    }
    expect(await answerTo('{"task":')).toBe('');
    expect(await answerTo('x'.repeat(50_000))).toBe('');
    expect(await perform({ task: 'list-ticket-keys' })).not.toEqual([]);
  });
});

describe('without a running server', () => {
  it('the command works directly on the database, with the keys and the address of the settings', async () => {
    const db = await openMigrated();
    const settings = testConfig({ PUBLIC_URL: 'https://tiket.contoh.id', DATA_DIR: folder });
    const first = await performOn(db, settings, { task: 'list-ticket-keys' });
    expect(first).toHaveLength(1);
    expect(first[0]).toContain('signs and verifies');
    expect(await performOn(db, settings, { task: 'list-ticket-keys' })).toEqual(first);
    const pass = { task: 'gate-pass', slug: concert, revokeOthers: false } as const;
    await expect(performOn(db, settings, pass)).rejects.toThrow('Event not found');
    await db.close();
  });

  it('a server of PostgreSQL, in memory, or of a folder with too long a path has no socket', async () => {
    expect(operatorSocket(testConfig({ DATA_DIR: 'memory' }))).toBeNull();
    expect(operatorSocket(testConfig({ DATABASE_URL: 'postgres://h/x' }))).toBeNull();
    const dataDir = join(folder, 'x'.repeat(100));
    mkdirSync(dataDir);
    const tasks = await takeTasks({ ...app.services, config: { ...config(), dataDir } }, port);
    expect(readdirSync(dataDir)).toEqual([]);
    await tasks.close();
  });

  it('a server that stops removes its socket', async () => {
    const path = socketPath();
    await app.close();
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
    expect(await askServer(config(), { task: 'list-ticket-keys' })).toBeNull();
  });

  it('a killed server leaves a dead socket, which the next server replaces', async () => {
    const server = createServer().listen(socketPath());
    await once(server, 'listening');
    const left = `${socketPath()}.left`;
    renameSync(socketPath(), left);
    server.close();
    await once(server, 'close');
    renameSync(left, socketPath());
    expect(await askServer(config(), { task: 'list-ticket-keys' })).toBeNull();
    const next = await takeTasks({ ...app.services, config: config() }, port);
    expect(await askServer(config(), { task: 'no-such' } as never).catch(String)).toContain(
      'of another version',
    );
    await next.close();
  });
});
