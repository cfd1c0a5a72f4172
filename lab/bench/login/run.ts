import { availableParallelism } from 'node:os';
import { calls } from '../../../contract/call/calls.ts';
import { apiRoot, requestedWithHeader, requestedWithValue } from '../../../contract/limits.ts';
import { laboratory, readOptions } from '../../shared/laboratory.ts';
import { type LoginServer, startLoginServer } from './server-process.ts';
import { spread, spreadText } from './spread.ts';

/** The client's timeout for a response (design). */
const clientLimitMs = 10_000;
const probeEveryMs = 25;
/** Number of seeded accounts; sign-ins rotate over them, so that none reaches the limit of failures. */
const people = ['pembeli@contoh.id', 'pembeli2@contoh.id'] as const;
const password = 'tiket1234';

const usage = `Usage: npm run lab -- bench/login [OPTIONS]
  --at-once N   sign-ins sent at the same moment, 1 to 51 (40)
  --tries N     tries per kind of address in the comparison, 0 to 500 (200)
  --help        prints this`;

interface Timed {
  readonly status: number;
  readonly ms: number;
}

async function timed(work: () => Promise<Response>): Promise<Timed> {
  const startedAt = performance.now();
  const answer = await work();
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - startedAt };
}

const post = (server: LoginServer, path: string, body: object) =>
  timed(() =>
    fetch(server.origin + apiRoot + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [requestedWithHeader]: requestedWithValue },
      body: JSON.stringify(body),
    }),
  );

/** Repeats a light read until stopped, to measure its response times for other buyers. */
function probe(server: LoginServer): { stop(): Promise<Timed[]> } {
  const seen: Timed[] = [];
  let isRunning = true;
  const path = server.origin + apiRoot + calls.eventList.path;
  const done = (async () => {
    while (isRunning) {
      seen.push(await timed(() => fetch(path)));
      await new Promise((resolve) => setTimeout(resolve, probeEveryMs));
    }
  })();
  return {
    stop: async () => {
      isRunning = false;
      await done;
      return seen;
    },
  };
}

const statuses = (answers: readonly Timed[]) => {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
};
const times = (answers: readonly Timed[]) => spread(answers.map(({ ms }) => ms));

/** Concurrent sign-ins, with other calls beside them. */
async function burst(server: LoginServer, atOnce: number): Promise<void> {
  const quiet = probe(server);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const before = await quiet.stop();
  const beside = probe(server);
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: atOnce }, (_, index) =>
      post(server, calls.login.path, { email: people[index % people.length], password }),
    ),
  );
  const wholeMs = performance.now() - startedAt;
  const meanwhile = await beside.stop();
  const late = answers.filter(({ ms }) => ms > clientLimitMs).length;
  console.info(`${atOnce} sign-ins at once on ${availableParallelism()} cores`);
  console.info(`  answers            ${statuses(answers)}`);
  console.info(`  each               ${spreadText(times(answers))}`);
  console.info(
    `  all                ${Math.round(wholeMs)} ms; later than ${clientLimitMs / 1000} s: ${late}`,
  );
  console.info(`  event list, quiet  ${spreadText(times(before))}`);
  console.info(`  event list, beside ${spreadText(times(meanwhile))}`);
}

/** The same call for an address with an account and for one without, alternating, so that both run under the same load. */
async function compare(
  server: LoginServer,
  name: string,
  path: string,
  tries: number,
  bodyOf: (email: string) => object,
  prepare: (email: string) => Promise<unknown> = async () => {},
) {
  const seen: { known: Timed[]; unknown: Timed[] } = { known: [], unknown: [] };
  for (let index = 0; index < tries; index += 1) {
    // The server counts the failures of an account; each try starts without any.
    await server.forgetFailures();
    const inTurn =
      index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of inTurn) {
      const email = kind === 'known' ? people[0] : 'tidak-ada@contoh.id';
      await prepare(email);
      seen[kind].push(await post(server, path, bodyOf(email)));
    }
  }
  const [known, unknown] = [times(seen.known), times(seen.unknown)];
  const difference = ((unknown.median - known.median) / known.median) * 100;
  console.info(`\n${name}, ${tries} tries each`);
  console.info(`  known   ${spreadText(known)}  (${statuses(seen.known)})`);
  console.info(`  unknown ${spreadText(unknown)}  (${statuses(seen.unknown)})`);
  console.info(`  difference of the medians ${difference.toFixed(1)} %`);
}

await laboratory(usage, async (args) => {
  const { 'at-once': atOnce, tries } = readOptions(args, {
    'at-once': [40, 1, 51],
    tries: [200, 0, 500],
  });
  const server = await startLoginServer();
  try {
    await post(server, calls.login.path, { email: people[0], password });
    await burst(server, atOnce);
    if (tries > 0) {
      const wrong = 'salah1234';
      await compare(server, 'A wrong password', calls.login.path, tries, (email) => ({
        email,
        password: wrong,
      }));
      await compare(
        server,
        'Asking for a new password',
        calls.forgotPassword.path,
        tries,
        (email) => ({ email }),
      );
      await compare(
        server,
        'A wrong code for a new password',
        calls.resetPassword.path,
        tries,
        (email) => ({
          email,
          otp: '000000',
          password: 'kuda-laut-9',
        }),
        (email) => post(server, calls.forgotPassword.path, { email }),
      );
    }
    return true;
  } finally {
    await server.stop();
  }
});
