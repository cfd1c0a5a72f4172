import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BenchServer, startBenchServer } from '../../shared/bench-server.ts';
import { laboratory, Misunderstood, readOptions, withCluster } from '../../shared/laboratory.ts';
import { type Figures, measureServer, type Scope } from './measure.ts';
import { pgbench } from './pgbench.ts';
import { lineEvent, seatEvent } from './scene.ts';
import { table } from './table.ts';

const usage = `npm run lab -- bench/server [OPTIONS]
  --seconds N        seconds of each measurement, 1 to 30 (3)
  --waiting N,N,…    people in line while polls are measured, rising, at most 1000000 (500,2000)
  --against FOLDER   another revision of this project with its packages installed, measured in the same run`;

const serve = fileURLToPath(new URL('./serve.ts', import.meta.url));
const serveBare = fileURLToPath(new URL('./serve-bare.ts', import.meta.url));

const say = (line: string) => console.info(line);

/** A throw-away PostgreSQL with fsync, the server of `root` over it, and its figures. */
async function figuresOf(name: string, root: string, scope: Scope): Promise<Figures> {
  say(`\n${name}`);
  return withCluster(async (cluster) => {
    const database = await pgbench(cluster.url, scope.seconds);
    say(
      `  pgbench               ${database.selects.toFixed(0)} selects/s, ${database.commits.toFixed(0)} commits/s`,
    );
    const bare = await startBenchServer(serveBare);
    let server: BenchServer | undefined;
    try {
      server = await startBenchServer(serve, {
        LOG_LEVEL: 'error',
        DATABASE_URL: cluster.url,
        BENCH_ROOT: root,
        BENCH_EVENTS: `${lineEvent},${seatEvent}`,
      });
      const places = { server: server.origin, bare: bare.origin, database: cluster.url };
      return await measureServer(places, scope);
    } finally {
      await bare.stop();
      await server?.stop();
    }
  });
}

await laboratory(usage, async (args) => {
  const texts = { waiting: '500,2000', against: null };
  const given = readOptions(args, { seconds: [3, 1, 30] }, texts);
  const waiting = (given.waiting ?? '').split(',').map(Number);
  const isRising = waiting.every(
    (count, index) =>
      Number.isInteger(count) && count > (waiting[index - 1] ?? 0) && count <= 1_000_000,
  );
  if (!isRising) throw new Misunderstood('--waiting takes rising numbers up to 1000000.');
  const scope = { seconds: given.seconds, waiting, say };
  const { against } = given;
  const before = against === null ? null : await figuresOf(against, resolve(against), scope);
  const here = fileURLToPath(new URL('../../..', import.meta.url));
  say(table(await figuresOf('this revision', here, scope), before));
  return true;
});
