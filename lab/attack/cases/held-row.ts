import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Attack } from '../attack.ts';
import { type AttackBuyer, layBuyers } from '../buyers.ts';
import { ownPostgres } from '../own-postgres.ts';

const held = 'pesta-rakyat-bandung';
const other = 'konser-senja-jakarta';
const holdMs = 60_000;
const buyersOfHeld = 100;
const buyersOfOther = 12;
/** The limit of an account is six joins a minute. */
const joinEveryMs = 11_000;
const readEveryMs = 500;
/** The client's timeout for a response. */
const clientPatienceMs = 10_000;
const readWithinMs = 2_000;

/** Responses to one kind of call. */
interface Tally {
  readonly name: string;
  readonly statuses: Map<string, number>;
  slowestMs: number;
}

const attack: Attack = {
  promise:
    'a row held for 60 s by a stalled process: catalogue and health answer, another event sells, calls of the held event get 503 with Retry-After in time',
  env: { ADDRESS_LIMIT_FACTOR: '1000' },
  prepare: ownPostgres,
  async run({ origin, say }, ground) {
    const connectionString = ground.env.DATABASE_URL ?? '';
    const staller = new pg.Client({ connectionString });
    await staller.connect();
    const buyers = await layBuyers(staller, buyersOfHeld + buyersOfOther);
    const waiting = buyers.slice(0, buyersOfHeld);
    const sellers = buyers.slice(buyersOfHeld);
    const catalogue = tally('catalogue');
    const joins = tally('held event');
    const sales = tally('other event');

    await staller.query('begin');
    await staller.query(
      'select 1 from queue_rooms where event_id = (select id from events where slug = $1) for update',
      [held],
    );
    const until = performance.now() + holdMs;
    /** Starts after a share of the pause, so that the calls are spread. */
    const during = async (act: () => Promise<unknown>, everyMs: number, share = 0) => {
      await sleep(everyMs * share);
      while (performance.now() < until) {
        await act();
        await sleep(everyMs);
      }
    };
    const joinPath = (slug: string) => `${origin}/api/event/${slug}/session/queue/join`;
    const acting = [
      ...waiting.map((buyer, index) =>
        during(() => ask(joins, joinPath(held), buyer), joinEveryMs, index / buyersOfHeld),
      ),
      during(() => ask(catalogue, `${origin}/api/event-list?page=1&per_page=10`), readEveryMs),
      during(() => ask(catalogue, `${origin}/api/event/${held}`), readEveryMs),
      ...sellers.map((buyer, index) =>
        during(
          async () => {
            await ask(sales, joinPath(other), buyer);
            await ask(sales, `${origin}/api/session`, buyer, 'DELETE');
          },
          joinEveryMs,
          index / buyersOfOther,
        ),
      ),
    ];
    say(`the room of ${held} is held for ${holdMs / 1000} s while ${buyersOfHeld} buyers join it`);
    await Promise.all(acting);
    await staller.query('rollback');
    const after = tally('held event afterwards');
    // The last buyers have made the fewest calls, so their budgets are not used up.
    for (const buyer of waiting.slice(-5)) {
      await ask(after, joinPath(held), buyer);
    }
    await staller.end();

    for (const each of [catalogue, joins, sales, after]) say(lineOf(each));
    return {
      holds:
        only(catalogue, '200') &&
        catalogue.slowestMs <= readWithinMs &&
        only(joins, '503, to be tried again') &&
        joins.slowestMs < clientPatienceMs &&
        only(sales, '200') &&
        only(after, '200'),
      figures: [catalogue, joins, sales, after].map(lineOf).join('; '),
    };
  },
};
export default attack;

function tally(name: string): Tally {
  return { name, statuses: new Map(), slowestMs: 0 };
}

function only({ statuses }: Tally, status: string): boolean {
  return statuses.size === 1 && statuses.has(status);
}

function lineOf({ name, statuses, slowestMs }: Tally): string {
  const counts = [...statuses].map(([status, count]) => `${count}× ${status}`).join(', ');
  return `${name}: ${counts}, slowest ${slowestMs} ms`;
}

async function ask(
  into: Tally,
  url: string,
  buyer?: AttackBuyer,
  method = buyer === undefined ? 'GET' : 'POST',
): Promise<void> {
  const startedAt = performance.now();
  let status: string;
  try {
    const response = await fetch(url, {
      method,
      headers: { ...buyer?.headers },
      signal: AbortSignal.timeout(clientPatienceMs),
    });
    await response.arrayBuffer();
    const isSoon = response.status === 503 && response.headers.has('retry-after');
    status = isSoon ? '503, to be tried again' : String(response.status);
  } catch {
    status = 'no answer';
  }
  into.statuses.set(status, (into.statuses.get(status) ?? 0) + 1);
  into.slowestMs = Math.max(into.slowestMs, Math.round(performance.now() - startedAt));
}
