import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMsOf, inWords } from '../../shared/cpu-time.ts';
import type { Attack, AttackResult, Target } from '../attack.ts';
import type { Health } from '../health-watch.ts';
import { watchHealth } from '../watch-health.ts';

const loops = 12;
const seconds = 8;
const mostMs = 100;
/** The control stops the server for so long, so often. */
const stallMs = 150;
const stallEveryMs = 400;

/** Reads that need no account; `turn` makes the address of each its own where a shop cannot have kept its response. */
const reads: Readonly<Record<string, (turn: number) => string>> = {
  'site map': () => '/sitemap.xml',
  robots: () => '/robots.txt',
  list: () => '/api/event-list',
  'pages of the list': (turn) => `/api/event-list?per_page=${1 + (turn % 50)}`,
  search: () => '/api/event-search?q=a',
  'own searches': (turn) => `/api/event-search?q=a%20${turn.toString(36)}`,
  event: () => '/api/event/stadion-nusantara',
  'event page': () => '/event/stadion-nusantara',
  'API document': () => '/api/openapi.json',
  'unknown path': (turn) => `/api/tidak-ada/${turn}`,
  picture: () => '/media/posters/stadion-nusantara.svg',
};

/** Each read in twelve loops at once, while the health check is watched. The control: a server that is stopped now and then has to be noticed. */
async function ordinaryReads({ origin, pid, say }: Target): Promise<AttackResult> {
  const during = async (what: string, act: (isOver: () => boolean) => Promise<unknown>) => {
    const watch = await watchHealth(origin);
    const endsAt = performance.now() + seconds * 1_000;
    await act(() => performance.now() >= endsAt);
    const health = await watch.stop();
    say(`${what}: health p50 ${health.p50Ms} ms, p95 ${health.p95Ms} ms`);
    return health;
  };
  const isQuick = ({ p95Ms, failures }: Health) => failures === 0 && p95Ms < mostMs;
  const quiet = await during('nothing', () => sleep(seconds * 1_000));
  const stalled = await during('control, a server that stops', async (isOver) => {
    while (!isOver()) {
      process.kill(pid, 'SIGSTOP');
      await sleep(stallMs);
      process.kill(pid, 'SIGCONT');
      await sleep(stallEveryMs - stallMs);
    }
  });
  const broken: string[] = [];
  let turn = 0;
  for (const [name, pathOf] of Object.entries(reads)) {
    const statuses = new Map<number, number>();
    const loop = async (isOver: () => boolean) => {
      while (!isOver()) {
        turn += 1;
        const response = await fetch(origin + pathOf(turn));
        await response.arrayBuffer();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      }
    };
    const before = cpuMsOf(pid);
    const health = await during(name, (isOver) =>
      Promise.all(Array.from({ length: loops }, () => loop(isOver))),
    );
    const after = cpuMsOf(pid);
    const asked = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    const cpu = before === null || after === null ? null : (after - before) / asked;
    const counts = [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ');
    say(`    ${counts}; ${inWords(cpu)}`);
    if (!isQuick(health)) broken.push(name);
    // A page that was not built is a refusal that costs nothing, so it proves nothing.
    if (statuses.has(503)) broken.push(`${name}, which was refused with 503 (npm run build)`);
  }
  return {
    holds: broken.length === 0 && isQuick(quiet) && !isQuick(stalled),
    figures: !isQuick(quiet)
      ? 'a machine too busy to tell: its health was late without any read'
      : broken.length === 0
        ? `all ${Object.keys(reads).length} reads`
        : `broken by ${broken.join(', ')}`,
  };
}

const attack: Attack = {
  promise: 'twelve loops of any read without an account leave the health check under 100 ms',
  run: ordinaryReads,
};
export default attack;
