import { type ActName, acts } from './acts.ts';
import { History } from './history.ts';
import { type Moment, rules } from './rules.ts';
import type { World } from './world.ts';

/** Steps of a history: 25 in the median. */
const [shortest, longest] = [15, 36];
const triesForAct = 20;
/** Milliseconds of this machine after which an act counts as waiting for the call that is held. */
const stuckMs = 3_000;
/** Words of the rules to judge by; all without the variable. */
const only = new RegExp(process.env.RULE ?? '');
/** Seconds after the last act, with every line well again: ten minutes, and a day, after which ended charges have been asked about. */
const tenMinutes = [16, 61, 600];
const days = [86_400, 86_400, 16];

export interface Played {
  readonly found: readonly string[];
  readonly told: readonly string[];
  readonly names: ReadonlySet<string>;
}

/** Plays the history of a seed until a rule is broken, or to its end and ten minutes of rest. */
export async function play(world: World, seed: number): Promise<Played> {
  await world.reset();
  const history = new History(world, seed);
  const { luck, told } = history;
  const { state } = world.bank;
  const background: { done: Promise<void> | null; left: number } = { done: null, left: 0 };
  const found: string[] = [];
  let seenAt = 0;

  const check = async (rest: Moment['rest'] = null) => {
    const before = history.facts;
    const now = await history.look();
    history.facts = now;
    history.isStill = history.now() === seenAt;
    seenAt = history.now();
    for (const [name, rule] of Object.entries(rules)) {
      if (!only.test(name)) continue;
      const broken = await rule(history, { before, now, rest });
      found.push(...broken.map((words) => `${name}: ${words}`));
    }
  };
  const release = async () => {
    state.held?.release();
    await background.done;
    background.done = null;
  };
  const step = async () => {
    for (let tries = 0; tries < triesForAct; tries += 1) {
      history.turn();
      state.isDisturbed = state.held !== null;
      const name = luck.one(deck);
      const at = told.length;
      const held = new Promise<'held'>((resolve) => {
        state.onHeld = () => resolve('held');
      });
      let words: string | null = null;
      const done = history.act(acts[name][1]).then(
        (said) => {
          words = said;
        },
        (error: unknown) => {
          found.push(`${name} threw: ${error instanceof Error ? error.stack : String(error)}`);
        },
      );
      const end = await Promise.race([done, held, stuck()]);
      if (end === 'held') Object.assign(background, { done, left: 1 + luck.below(4) });
      if (end === 'stuck') {
        told.push('(it waited for the held call)');
        state.held?.release();
        await done;
      }
      if (end === undefined && words === null && found.length === 0) continue;
      history.names.add(name);
      told.splice(
        at,
        0,
        `${name}${words === null ? '' : ` ${words}`}${end === 'held' ? ' (held)' : ''}`,
      );
      return;
    }
  };

  history.facts = await history.look();
  for (
    let left = shortest + luck.below(longest - shortest);
    left > 0 && found.length === 0;
    left -= 1
  ) {
    await step();
    if (background.done !== null && background.left-- === 0) {
      told.push('(the held call returns)');
      await release();
    }
    await check();
  }
  await release();
  if (found.length === 0) {
    world.bank.mend();
    await world.bank.flush();
    for (const seconds of tenMinutes) await history.pass(seconds);
    await check('tenMinutes');
    history.turn();
    for (const seconds of days) await history.pass(seconds);
    await check('days');
  }
  return { found, told, names: history.names };
}

/** Cards that the acts named in ACTS have beside their own: they are most of what is played then. */
const moreCards = 100;
const more = (process.env.ACTS ?? '').split(',');

/** The names of the acts, each as often as it weighs. */
const deck = Object.entries(acts).flatMap(([name, [weight]]) =>
  Array.from({ length: weight + (more.includes(name) ? moreCards : 0) }, () => name as ActName),
);

function stuck(): Promise<'stuck'> {
  return new Promise((resolve) => setTimeout(() => resolve('stuck'), stuckMs).unref());
}
