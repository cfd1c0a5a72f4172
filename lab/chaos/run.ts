import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../scripts/postgres/cluster.ts';
import { luckOf } from '../race/luck.ts';
import { type Mishaps, type RoundPlan, runRound } from '../race/race.ts';
import { type AwayBroker, startBroker } from '../shared/broker.ts';
import {
  createLog,
  freshSeed,
  laboratory,
  numbersIn,
  verdict,
  withCluster,
} from '../shared/laboratory.ts';
import { watchDeadlines } from './early.ts';

const usage = `npm run lab -- chaos [SEED]

Lets 200 buyers race for 100 seats over two server processes, a PostgreSQL server and an MQTT broker of its own, while, in an order
that comes from the seed, a process is killed, the database is stopped without warning for 10 s, a process is suspended for 15 s, and the broker
is down for 10 s. The clock of the second process is 120 s ahead all the time. Then the twelve invariants of 'npm run verify' must hold,
no confirmed change may be missing, and no hold may have ended before its deadline.

It needs the programs of PostgreSQL.`;

const plan: RoundPlan = {
  buyers: 200,
  seats: 100,
  capacity: 90,
  kills: 1,
  jumps: 0,
  spreadMs: 45_000,
  tries: 4,
  servers: 2,
};
const databaseAwayMs = 10_000;
const standsStillMs = 15_000;
const brokerAwayMs = 10_000;
const clockAheadSeconds = 120;
const clockAhead = new URL('./clock-ahead.mjs', import.meta.url).href;
/** Shorter than the clock error, so that a process whose clock is ahead would treat every hold as overdue. */
const sessionMinutes = { SESSION_MINUTES: '2', PAYMENT_SELECTION_MINUTES: '2' };

await laboratory(usage, async (args) => {
  const [seed = 0] = numbersIn(args, freshSeed());
  return withCluster(async (cluster) => {
    const broker = await startBroker();
    return chaos(cluster, broker, seed).finally(() => broker.end());
  });
});

async function chaos(cluster: Cluster, broker: AwayBroker, seed: number): Promise<boolean> {
  const say = createLog();
  console.log(`Seed ${seed}`);
  const deadlines = watchDeadlines(cluster.url);
  const mishaps: Mishaps = {
    envOf: (index) =>
      index === 1
        ? {
            NODE_OPTIONS: `--import ${clockAhead}`,
            CLOCK_AHEAD_SECONDS: String(clockAheadSeconds),
          }
        : {},
    acts: (servers) => [
      async () => {
        say(`the database is stopped at once for ${databaseAwayMs / 1000} s`);
        await cluster.stopAtOnce();
        await sleep(databaseAwayMs);
        await cluster.start();
        say('the database is back');
      },
      async () => {
        const [server] = servers;
        say(`a process stands still for ${standsStillMs / 1000} s`);
        server?.freeze();
        await sleep(standsStillMs);
        server?.thaw();
        say('it goes on');
      },
      async () => {
        say(`the broker is away for ${brokerAwayMs / 1000} s`);
        await broker.takeAway();
        await sleep(brokerAwayMs);
        await broker.giveBack();
        say('the broker is back');
      },
    ],
    ended: () => deadlines.stop(),
  };
  const data = { DATABASE_URL: cluster.url, MQTT_URL: broker.url, ...sessionMinutes };
  const result = await runRound(data, plan, luckOf(seed), mishaps);
  await deadlines.stop();
  say(
    `${result.calls} calls, ${result.lost} answers lost, ${result.sentAway} sent away with 503, ${result.drafts} drafts (p95 ${result.draftMs} ms), ${result.paid} paid, ${result.refunded} given back`,
  );
  return verdict('all twelve invariants hold, and no hold ended early', result.wrong);
}
