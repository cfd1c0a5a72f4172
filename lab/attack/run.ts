import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../server/start-error.ts';
import { type BenchServer, startBenchServer } from '../shared/bench-server.ts';
import { laboratory, Misunderstood } from '../shared/laboratory.ts';
import { productionEnv } from '../shared/production-env.ts';
import type { Attack, AttackResult, Ground } from './attack.ts';
import type { Health } from './health-watch.ts';
import { watchHealth } from './watch-health.ts';

const casesFolder = new URL('./cases/', import.meta.url);
const serveScript = fileURLToPath(new URL('./serve.ts', import.meta.url));
// Attacks open gates and read e-mails with the development tools, so the production settings of the benches are removed.
const developmentEnv = {
  ...Object.fromEntries(Object.keys(productionEnv).map((name) => [name, ''])),
  NODE_ENV: 'development',
};
const defaultHealthWithinMs = 1_000;
/** The environment of an attack that needs only the server. */
const bareGround: Ground = { env: {}, clear: async () => {} };

const usage = `npm run lab -- attack [NAME…]

Attacks a server of its own, one attack after another, and watches its health check meanwhile. Without a name: all of them.`;

await laboratory(usage, async (wanted) => {
  const names = readdirSync(casesFolder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Misunderstood(`No attack '${unknown}'; there are ${names.join(', ')}.`);
  const chosen = wanted.length === 0 ? names : wanted;
  let broken = 0;
  let untold = 0;
  for (const [index, name] of chosen.entries()) {
    const { default: attack } = (await import(new URL(`${name}.ts`, casesFolder).href)) as {
      default: Attack;
    };
    console.log(`\n▶ ${name} (${index + 1} of ${chosen.length}): ${attack.promise}`);
    const ground = (await attack.prepare?.()) ?? bareGround;
    if (typeof ground === 'string') {
      console.log(`? cannot be told here: ${ground}`);
      untold += 1;
      continue;
    }
    try {
      if (!(await attempt(attack, ground))) broken += 1;
    } finally {
      await ground.clear();
    }
  }
  const left = untold === 0 ? '' : `, ${untold} could not be told here`;
  console.log(`\n${chosen.length - broken - untold} passed, ${broken} failed${left}`);
  if (broken === 0 && untold > 0) throw new StartError(`${untold} could not be told here.`);
  return broken === 0;
});

async function attempt(attack: Attack, ground: Ground): Promise<boolean> {
  const server = await startBenchServer(serveScript, {
    ...developmentEnv,
    // Development refuses proxied requests; a demo accepts them, but has no tools.
    ...(attack.env?.TRUST_PROXY === undefined ? {} : { NODE_ENV: '', ROETIX_MODE: 'demo' }),
    ADDRESS_LIMIT_FACTOR: '1',
    RATE_LIMITS: 'on',
    ...attack.env,
    ...ground.env,
  });
  try {
    const watch = await watchHealth(server.origin);
    const result = await attack.run(targetOf(server), ground);
    return report(result, await watch.stop(), attack.healthWithinMs ?? defaultHealthWithinMs);
  } finally {
    server.child.kill('SIGCONT');
    await server.stop();
  }
}

function targetOf(server: BenchServer) {
  return {
    origin: server.origin,
    port: Number(new URL(server.origin).port),
    pid: server.child.pid ?? 0,
    say: (line: string) => console.log(`    ${line}`),
  };
}

function report(result: AttackResult, health: Health, withinMs: number): boolean {
  const isHealthy = health.failures === 0 && health.slowestMs <= withinMs;
  const holds = result.holds && isHealthy;
  console.log(
    `${holds ? '✔' : '✘'} ${result.figures}; health asked ${health.asked} times, ${health.failures} failed, slowest ${health.slowestMs} ms`,
  );
  return holds;
}
