import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestedWithHeader } from '../../../contract/limits.ts';
import { readConfig } from '../../../server/config.ts';
import { databaseFolder, openEmbedded } from '../../../server/db/embedded.ts';
import { verify } from '../../../server/upkeep/verify.ts';
import { createTestApp, type TestClient } from '../../../tests/server/support/test-app.ts';
import { freePort } from '../../free-port.ts';
import type { Attack, AttackResult } from '../attack.ts';

const main = new URL('../../../server/main.ts', import.meta.url).pathname;
const concert = 'konser-senja-jakarta';
const diskMegabytes = 320;
const mebibyte = 1024 * 1024;
const buyersInAll = 60;
const startWithinMs = 120_000;
const fillWithinMs = 150_000;
const answerWithinMs = 30_000;

interface Server {
  readonly origin: string;
  readonly child: ChildProcess;
  words(): string;
}

const attack: Attack = {
  promise: 'a full disk costs nothing that was confirmed, and sales begin again once there is room',
  // The common server is only a bystander: the attacked server is a separate one on its own small disk.
  healthWithinMs: 5_000,
  async run({ say }) {
    const mounted = mountDisk();
    if ('why' in mounted) return { holds: false, figures: `could not be tried: ${mounted.why}` };
    const disk = mounted.folder;
    let server: Server | undefined;
    try {
      return await attempt(disk, say, (started) => {
        server = started;
      });
    } finally {
      if (server?.child.exitCode === null) {
        server.child.kill('SIGKILL');
        await once(server.child, 'exit');
      }
      execFileSync('umount', [disk]);
      rmdirSync(disk);
    }
  },
};
export default attack;

async function attempt(
  disk: string,
  say: (line: string) => void,
  onStarted: (server: Server) => void,
): Promise<AttackResult> {
  const dataDir = join(disk, 'data');
  const before = await createTestApp({ env: { DATA_DIR: dataDir }, events: [concert] });
  const buyers = await before.makeBuyers(buyersInAll);
  const seats = (
    await before.services.db.query<{ seat_number: string }>(
      `select s.seat_number from seats s join events e on e.id = s.event_id
       where e.slug = $1 and s.status = 'available' order by s.id limit $2`,
      [concert, buyersInAll],
    )
  ).map((row) => row.seat_number);
  await before.close();
  const at = (index: number) => buyers[index] as TestClient;
  const confirmed = new Set<string>();
  const answers = new Map<number, number>();
  const buy = async ({ origin }: Server, index: number): Promise<void> => {
    const buyer = at(index);
    const call = (path: string, body: object) => post(origin, buyer, path, body, answers);
    await call(`/event/${concert}/session/queue/join`, {});
    const draft = await call(`/event/${concert}/order-draft`, {
      seats: [seats[index]],
      voucher_code: null,
    });
    if (draft?.status === 200) confirmed.add(draft.body.data?.order?.id ?? '');
  };

  say('a disk with little room: nothing new is begun, what is begun goes on');
  const first = await start(dataDir, '128');
  onStarted(first);
  for (let index = 0; index < 10; index += 1) await buy(first, index);
  const bought = confirmed.size;
  fill(disk, 100);
  await sleep(1_200);
  const health = await fetch(`${first.origin}/api/health`);
  const told = (await health.json()) as { data: { database: boolean; disk: { ok: boolean } } };
  const refused = await post(first.origin, at(20), `/event/${concert}/session/queue/join`, {});
  const reading = await fetch(`${first.origin}/api/event/${concert}`);
  const ending = await fetch(`${first.origin}/api/event/${concert}/order-draft`, {
    headers: { cookie: at(0).cookie },
  });
  const isSaid =
    health.status === 503 &&
    told.data.database &&
    !told.data.disk.ok &&
    refused?.status === 503 &&
    refused.retryAfter !== null &&
    reading.status === 200 &&
    ending.status === 200;
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  say('the reserve taken away, and the disk filled to the last byte');
  await spendLog(dataDir);
  const second = await start(dataDir, '0');
  onStarted(second);
  fill(disk, 1);
  const until = Date.now() + fillWithinMs;
  for (let round = 0; second.child.exitCode === null && Date.now() < until; round += 1) {
    const index = 10 + (round % (buyersInAll - 10));
    await buy(second, index);
    if (round < buyersInAll) continue;
    // Each leave and join writes to the log until it is full.
    await fetch(`${second.origin}/api/session`, {
      method: 'DELETE',
      headers: { cookie: at(index).cookie, [requestedWithHeader]: 'attack' },
    }).catch(() => null);
  }
  const ended = second.child.exitCode;
  const saidWhy = /No space left on device/.test(second.words());
  if (ended === null) {
    second.child.kill('SIGKILL');
    await once(second.child, 'exit');
  }

  say('room again: it opens, and all that was confirmed is there');
  rmSync(join(disk, 'filler'), { force: true });
  const db = await openEmbedded(dataDir);
  const rows = await db.query<{ id: string }>('select id from orders');
  await db.close();
  const there = new Set(rows.map((row) => row.id));
  const lost = [...confirmed].filter((id) => !there.has(id)).length;
  const { broken } = await verify(readConfig({ DATA_DIR: dataDir }));
  const last = await start(dataDir, '0');
  onStarted(last);
  const isOpen = (await fetch(`${last.origin}/api/health`)).ok;
  const strange = [...answers].filter(([status]) => status >= 500 && status !== 503);
  const end =
    ended === null ? 'it went on' : `it left with ${ended}${saidWhy ? ' and said why' : ''}`;
  return {
    holds:
      isSaid &&
      isOpen &&
      lost === 0 &&
      broken.length === 0 &&
      strange.length === 0 &&
      bought === 10 &&
      (ended === null || (ended === 1 && saidWhy)),
    figures: `health and refusals ${isSaid ? 'right' : 'wrong'} below the reserve; full: answers ${[...answers].map(([status, count]) => `${count} × ${status}`).join(', ')}, ${end}; ${confirmed.size} confirmed, ${lost} lost, ${broken.length} truths broken`,
  };
}

function mountDisk(): { folder: string } | { why: string } {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return { why: 'it mounts a small disk, which takes root on Linux' };
  const disk = mkdtempSync(join(tmpdir(), 'roetix-full-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', disk]);
  return { folder: disk };
}

/** Leaves about 1.5 MB of the log's segment and no pre-allocated one, so that a few dozen calls use it up. */
async function spendLog(dataDir: string): Promise<void> {
  const db = await openEmbedded(dataDir);
  let current: { name: string; at: number } | undefined;
  do {
    await db.query(`select pg_logical_emit_message(true, 'full-disk', repeat('x', 100000))`);
    [current] = await db.query<{ name: string; at: number }>(
      'select file_name as name, file_offset as at from pg_walfile_name_offset(pg_current_wal_insert_lsn())',
    );
  } while (current !== undefined && current.at < 14.5 * mebibyte);
  await db.close();
  const folder = join(dataDir, databaseFolder, 'pg_wal');
  for (const name of readdirSync(folder)) {
    if (/^[0-9A-F]{24}$/.test(name) && name > (current?.name ?? '')) rmSync(join(folder, name));
  }
}

/** Fills the disk except for this many megabytes. */
function fill(disk: string, leftMegabytes: number): void {
  const { bavail, bsize } = statfsSync(disk);
  const bytes = bavail * bsize - leftMegabytes * mebibyte;
  if (bytes > 0) writeFileSync(join(disk, 'filler'), Buffer.alloc(bytes), { flag: 'a' });
}

async function post(
  origin: string,
  buyer: TestClient,
  path: string,
  body: object,
  answers: Map<number, number> = new Map(),
) {
  try {
    const answer = await fetch(`${origin}/api${path}`, {
      method: 'POST',
      headers: {
        cookie: buyer.cookie,
        'content-type': 'application/json',
        [requestedWithHeader]: 'attack',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      body: (await answer.json()) as { data?: { order?: { id: string } } },
    };
  } catch {
    return null;
  }
}

async function start(dataDir: string, reserve: string): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      HOST: '127.0.0.1',
      RATE_LIMITS: 'on',
      ADDRESS_LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      DISK_RESERVE_MB: reserve,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    words = (words + piece).slice(-10_000);
  });
  const origin = `http://127.0.0.1:${port}`;
  const until = Date.now() + startWithinMs;
  while (child.exitCode === null && Date.now() < until) {
    const answer = await fetch(`${origin}/api/health`).catch(() => null);
    if (answer?.ok === true) return { origin, child, words: () => words };
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not start: ${words}`);
}
