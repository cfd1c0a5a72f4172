import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { NoPostgresError, startCluster } from '../../../scripts/postgres/cluster.ts';
import { BenchError, type BenchServer, startBenchServer } from '../../shared/bench-server.ts';
import { type Figures, measureServer } from './measure.ts';
import { pgbench } from './pgbench.ts';
import { lineEvent, seatEvent } from './scene.ts';
import { table } from './table.ts';

const usage = `Usage: npm run lab -- bench/server [OPTIONS]
  --seconds N        seconds of each measurement, 1 to 30 (3)
  --waiting N,N,…    people in line while polls are measured, rising, at most 1000000 (500,2000)
  --against FOLDER   another revision of this project with its packages installed, measured in the same run
  --help             prints this`;

const serve = fileURLToPath(new URL('./serve.ts', import.meta.url));
const serveBare = fileURLToPath(new URL('./serve-bare.ts', import.meta.url));

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    waiting: { type: 'string', default: '500,2000' },
    against: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const waiting = values.waiting.split(',').map(Number);
const isSound =
  Number.isInteger(seconds) &&
  seconds >= 1 &&
  seconds <= 30 &&
  waiting.every(
    (count, index) =>
      Number.isInteger(count) && count > (waiting[index - 1] ?? 0) && count <= 1_000_000,
  );

const key = () => randomBytes(32).toString('hex');
const keys = {
  OTP_KEY: key(),
  WEBHOOK_KEY: key(),
  DEVICE_KEY: key(),
  STAFF_KEY: key(),
  TICKET_PRIVATE_KEY: generateKeyPairSync('ed25519')
    .privateKey.export({ format: 'pem', type: 'pkcs8' })
    .toString(),
};

const say = (line: string) => console.info(line);

/** A throw-away PostgreSQL with fsync, the server of `root` over it, and its figures. */
async function figuresOf(name: string, root: string): Promise<Figures> {
  say(`\n${name}`);
  const cluster = await startCluster({ durable: true });
  try {
    const database = await pgbench(cluster.url, seconds);
    say(
      `  pgbench               ${database.selects.toFixed(0)} selects/s, ${database.commits.toFixed(0)} commits/s`,
    );
    const bare = await startBenchServer(serveBare);
    let server: BenchServer | undefined;
    try {
      server = await startBenchServer(serve, {
        ...keys,
        LOG_LEVEL: 'error',
        DATABASE_URL: cluster.url,
        BENCH_ROOT: root,
        BENCH_EVENTS: `${lineEvent},${seatEvent}`,
      });
      const places = { server: server.origin, bare: bare.origin, database: cluster.url };
      return await measureServer(places, { seconds, waiting, say });
    } finally {
      await bare.stop();
      await server?.stop();
    }
  } finally {
    await cluster.drop();
  }
}

if (values.help || !isSound) {
  console.info(usage);
  process.exitCode = values.help ? 0 : 1;
} else {
  try {
    const here = fileURLToPath(new URL('../../..', import.meta.url));
    const before =
      values.against === undefined
        ? null
        : await figuresOf(values.against, resolve(values.against));
    const now = await figuresOf('this revision', here);
    say(table(now, before));
  } catch (error) {
    if (!(error instanceof BenchError || error instanceof NoPostgresError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
