import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { timings } from '../../machines/shared/timings.ts';
import { readCommandConfig } from '../../server/config.ts';
import type { Db } from '../../server/db/db.ts';
import { openPostgres } from '../../server/db/postgres.ts';
import { hallSlug, writeHall } from '../rush/hall.ts';
import { layEvent, layPeople, peopleOf } from '../rush/people.ts';
import { createTally } from '../rush/tally.ts';
import { createWire } from '../rush/wire.ts';
import { endOnSignal } from '../shared/end-on-signal.ts';
import { laboratory, numbersIn, until, verdict } from '../shared/laboratory.ts';
import { type Layout, startLayout } from './layout.ts';
import { openPages, type Pages } from './pages.ts';

const usage = `npm run lab -- steer [BUYERS]

Starts the layout of docs/guide/deploy/compose.yaml as processes of this machine, in production mode, and opens the queue pages of BUYERS (1000) buyers.
Then it steers the sale with the commands of the operator and prints what the pages show: a message with the broker up and down, a pause, and a rate
of 100 a minute for five minutes. It takes eight minutes.

It needs the programs of PostgreSQL.`;

const seed = 20;
const insideFirst = 20;
const rate = 100;
const minutes = 5;
/** Leaves enough people in the line for the five minutes. */
const rateBeforePause = 60;
const pauseWatchMs = 10_000;
const messageWithinMs = 5_000;
const onePollMs = timings.linePoll * (1 + timings.pollJitter);

await laboratory(usage, async (args) => {
  const [buyers = 0] = numbersIn(args, 1000);
  // One address has all the connections.
  const starting = startLayout({ ADDRESS_LIMIT_FACTOR: '1000' });
  endOnSignal(starting);
  const layout = await starting;
  return prove(layout, buyers).finally(() => layout.close());
});

async function prove(layout: Layout, buyers: number): Promise<boolean> {
  const db = await openPostgres({ url: layout.env.DATABASE_URL ?? '' });
  const hall = writeHall(2 * buyers);
  await layEvent(db, readCommandConfig(layout.env), {
    folder: hall.folder,
    slug: hallSlug,
    capacity: insideFirst,
  });
  hall.drop();
  await layPeople(db, seed, buyers);
  const wire = createWire([layout.origin], createTally());
  const people = peopleOf(seed);
  // The address of the shop is https, so the cookie is bound to its host.
  const cookies = Array.from({ length: buyers }, (_, index) => `__Host-${people.cookieOf(index)}`);
  const pages = await openPages(wire, layout.origin, hallSlug, cookies);
  const lines: boolean[] = [];
  const say = (holds: boolean, line: string) => {
    lines.push(verdict(line, holds ? [] : ['This does not hold.']));
  };
  try {
    await until(() => pages.connected() === buyers);
    console.log(
      `${layout.servers.length} processes in production mode, ${layout.broker.name}; ${pages.waiting()} of ${buyers} buyers wait, ${pages.connected()} pages have real-time.`,
    );
    await message(
      layout,
      pages,
      'Antrean berjalan lancar',
      messageWithinMs,
      say,
      'with the broker',
    );
    await layout.broker.stop();
    await message(layout, pages, 'Tanpa perantara pesan', onePollMs, say, 'without the broker');
    await layout.broker.start();
    await pause(layout, db, pages, say);
    await keepRate(layout, db, say);
    return lines.every((holds) => holds);
  } finally {
    pages.close();
    wire.close();
    await db.close();
  }
}

type Say = (holds: boolean, line: string) => void;

async function message(
  layout: Layout,
  pages: Pages,
  text: string,
  withinMs: number,
  say: Say,
  how: string,
): Promise<void> {
  const waiting = pages.waiting();
  const startedAt = performance.now();
  const given = command(layout, 'message', hallSlug, text).then(() => performance.now());
  const times = await pages.untilAllShow(text, 2 * onePollMs).catch(String);
  const doneAt = await given;
  if (typeof times === 'string') return say(false, `A message ${how}: ${times}`);
  const lateMs = Math.max(...times) - (doneAt - startedAt);
  say(
    lateMs <= withinMs,
    `A message ${how} is on all ${waiting} pages ${seconds(Math.max(0, lateMs))} after the command (at most ${seconds(withinMs)}).`,
  );
}

async function pause(layout: Layout, db: Db, pages: Pages, say: Say): Promise<void> {
  await command(layout, 'rate', hallSlug, String(rateBeforePause));
  await command(layout, 'capacity', hallSlug, '100000');
  const before = await letInSince(db, 0);
  await until(async () => (await letInSince(db, 0)) >= before + 20);
  const startedAt = performance.now();
  const shown = pages.untilAllShow('"paused":true', onePollMs).catch(String);
  await command(layout, 'pause', hallSlug);
  const commandMs = performance.now() - startedAt;
  const [row] = await db.query<{ at: Date }>('select clock_timestamp() as at');
  const pausedAt = row?.at.getTime() ?? 0;
  const waiting = pages.waiting();
  const times = await shown;
  await sleep(pauseWatchMs);
  const late = await letInSince(db, pausedAt + 1_000);
  say(
    late === 0,
    `A pause by command: ${late} people let in from the next second on, ${waiting} wait.`,
  );
  if (typeof times === 'string') return say(false, `The pause: ${times}`);
  const lateMs = Math.max(0, Math.max(...times) - commandMs);
  say(lateMs <= messageWithinMs, `Every waiting page says so after ${seconds(lateMs)}.`);
}

async function keepRate(layout: Layout, db: Db, say: Say): Promise<void> {
  await command(layout, 'rate', hallSlug, String(rate));
  await command(layout, 'open', hallSlug);
  const first = await firstSince(db);
  await sleep(first + minutes * 60_000 + 2_000 - Date.now());
  for (let minute = 0; minute < minutes; minute += 1) {
    const from = first + minute * 60_000;
    const count = (await letInSince(db, from)) - (await letInSince(db, from + 60_000));
    say(Math.abs(count - rate) <= 5, `Rate ${rate}, minute ${minute + 1}: ${count} let in.`);
  }
  console.log(`  The fullest second of these minutes let in ${await fullestSecond(db, first)}.`);
}

async function fullestSecond(db: Db, since: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from purchase_sessions where online_at >= $1
     group by date_trunc('second', online_at) order by 1 desc limit 1`,
    [new Date(since)],
  );
  return row?.count ?? 0;
}

/** The moment, in milliseconds, at which the first person is let in from now on. */
async function firstSince(db: Db): Promise<number> {
  const [row] = await db.query<{ at: Date }>('select clock_timestamp() as at');
  const now = row?.at.getTime() ?? 0;
  await until(async () => (await letInSince(db, now)) > 0);
  const [first] = await db.query<{ at: Date }>(
    'select min(online_at) as at from purchase_sessions where online_at > $1',
    [new Date(now)],
  );
  return first?.at.getTime() ?? now;
}

async function letInSince(db: Db, at: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from purchase_sessions where online_at >= $1',
    [new Date(at)],
  );
  return row?.count ?? 0;
}

/** Runs `npm run event -- …` as an operator does. */
async function command(layout: Layout, ...args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/operator/event.ts', ...args], {
    env: { ...process.env, ...layout.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`event ${args.join(' ')} left with ${code}`);
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
