import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { apiRoot, challengeHeader, challengeStatus } from '../../../contract/limits.ts';
import type { Attack, Target } from '../attack.ts';

const newcomers = 500;
const signIns = 2_000;
/** Correct sign-ins per second: 2,500 within ten minutes, with a margin. */
const rightPerSecond = 4.5;
const wrongPerSecond = 40;
/** One of this many wrong passwords comes from an attacker who solves challenges. */
const solvedEvery = 40;
const withinMs = 2_000;
const password = 'kuda-laut-9';

interface Timed {
  readonly status: number;
  /** Response time of the server without the client's work on a challenge. */
  readonly ms: number;
  readonly wasAsked: boolean;
}

const attack: Attack = {
  promise: `${newcomers} registrations and ${signIns} sign-ins from one address succeed beside ${wrongPerSecond} wrong passwords a second, each within ${withinMs / 1000} s`,
  async run(target) {
    solver = startSolver();
    const flood = startFlood(target);
    const right: Timed[] = [];
    await paced(newcomers, rightPerSecond, async (index) => {
      right.push(await register(target.origin, index));
    });
    target.say(`registrations: ${figuresOf(right)}`);
    const signedIn: Timed[] = [];
    await paced(signIns, rightPerSecond, async (index) => {
      signedIn.push(await signIn(target.origin, emailOf(index % newcomers), password, true));
    });
    const wrong = await flood.stop();
    await solver.stop();
    target.say(`sign-ins: ${figuresOf(signedIn)}`);
    const all = [...right, ...signedIn];
    return {
      holds:
        all.every(({ status, ms }) => status === 200 && ms <= withinMs) &&
        !wrong.has(200) &&
        [...wrong.keys()].every((status) => status < 500),
      figures: `${figuresOf(all)}; wrong ones ${[...wrong].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
    };
  },
};
export default attack;

let solver: Solver;

/** Sends wrong passwords for these and other accounts at a fixed rate until stopped; returns the responses by status. */
function startFlood({ origin }: Target): { stop(): Promise<Map<number, number>> } {
  const statuses = new Map<number, number>();
  const open = new Set<Promise<void>>();
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    const email = sent % 2 === 0 ? emailOf(sent % newcomers) : `siapa${sent}@uji.contoh.id`;
    const work = signIn(origin, email, 'salah1234', sent % solvedEvery === 0).then(
      ({ status }) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      },
      () => {
        statuses.set(599, (statuses.get(599) ?? 0) + 1);
      },
    );
    open.add(work);
    void work.finally(() => open.delete(work));
  }, 1_000 / wrongPerSecond);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
      return statuses;
    },
  };
}

/** Starts `count` tasks at a fixed rate, however long each takes, and waits for all. */
async function paced(
  count: number,
  perSecond: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  const begun: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    const wait = startedAt + (index * 1_000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    begun.push(work(index));
  }
  await Promise.all(begun);
}

function emailOf(index: number): string {
  return `orang${index}@uji.contoh.id`;
}

function register(origin: string, index: number): Promise<Timed> {
  const body = {
    firstName: 'Orang',
    lastName: 'Uji',
    phoneNumber: '+6281234567890',
    email: emailOf(index),
    password,
  };
  return post(origin, '/auth/register', body, true);
}

function signIn(origin: string, email: string, typed: string, solves: boolean): Promise<Timed> {
  return post(origin, '/auth/login', { email, password: typed }, solves);
}

/** Makes a call as an unknown browser does: solves the challenge and repeats the call. */
async function post(origin: string, path: string, body: object, solves: boolean): Promise<Timed> {
  let ms = 0;
  let proof: Record<string, string> = {};
  for (let tries = 0; ; tries += 1) {
    const startedAt = performance.now();
    const response = await fetch(origin + apiRoot + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'roetix',
        origin,
        ...proof,
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { meta?: { challenge?: unknown } };
    ms += performance.now() - startedAt;
    if (!solves || response.status !== challengeStatus || tries === 2) {
      return { status: response.status, ms, wasAsked: tries > 0 };
    }
    proof = { [challengeHeader]: await solver.solve(answer.meta?.challenge) };
  }
}

interface Solver {
  solve(challenge: unknown): Promise<string>;
  stop(): Promise<void>;
}

function startSolver(): Solver {
  const child: ChildProcess = fork(fileURLToPath(new URL('../solver.ts', import.meta.url)));
  const waiting = new Map<number, (answer: string) => void>();
  let asked = 0;
  child.on('message', ({ id, answer }: { id: number; answer: string }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  return {
    solve: (challenge) =>
      new Promise((resolve) => {
        asked += 1;
        waiting.set(asked, resolve);
        child.send({ id: asked, challenge });
      }),
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

function figuresOf(answers: readonly Timed[]): string {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
  const good = answers.filter(({ status }) => status === 200).length;
  const asked = answers.filter(({ wasAsked }) => wasAsked).length;
  return `${good} of ${answers.length} succeed, ${asked} after a challenge, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms`;
}
