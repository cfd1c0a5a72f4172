import { randomUUID } from 'node:crypto';
import { Refusal } from '../../../server/http/refusal.ts';
import { findScenario } from './registry.ts';
import type { Scenario, Step } from './scenario.ts';
import {
  type BrowserEntry,
  createStage,
  type Stage,
  type StageOptions,
  StepFailure,
} from './stage.ts';

/** An instruction for the browser: `meanwhile` comes back to the server, by its index among the acts. */
export type BrowserAct =
  | { readonly kind: 'see' | 'press' | 'press-if'; readonly words: string }
  | { readonly kind: 'fill'; readonly label: string; readonly value: string }
  | { readonly kind: 'code'; readonly email: string }
  | { readonly kind: 'meanwhile'; readonly place: number }
  | { readonly kind: 'wake' | 'connected' };

/** A scenario that is prepared on the server and waits for its browser. */
export interface Ready {
  readonly run: string;
  readonly name: string;
  readonly lands_on: string;
  readonly entries: readonly BrowserEntry[];
  readonly acts: readonly BrowserAct[];
}

/** Prepares scenarios on the server, one at a time. */
export interface Runner {
  /** Resets the server and takes the steps. Throws 404 for an unknown name, 500 with the step that was refused. */
  prepare(name: string, options: StageOptions): Promise<{ ready: Ready; cookie: string | null }>;
  /** Takes the steps of a `meanwhile`. Throws 409 if another scenario was prepared since, 404 for an unknown act. */
  proceed(name: string, run: string, place: number): Promise<void>;
}

/** A runner that remembers the newest run only: the next reset ends it. */
export function createRunner(): Runner {
  let current: { id: string; name: string; stage: Stage } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  // After two quick clicks the second run waits, else both would reset the server at once.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    prepare: (name, options) =>
      inTurn(async () => {
        const scenario = found(name);
        current = null;
        const stage = createStage(options);
        await stage.tool('POST', '/dev/reset', { keep_events: true });
        await takeSteps(scenario.steps, stage);
        const cookie = scenario.as === null ? null : await cookieOf(stage, scenario.as);
        const run = randomUUID();
        current = { id: run, name, stage };
        const { path } = scenario;
        return {
          cookie,
          ready: {
            run,
            name,
            lands_on: typeof path === 'string' ? path : path(stage),
            entries: stage.entries,
            acts: (scenario.acts ?? []).map(toBrowser),
          },
        };
      }),
    proceed: (name, run, place) =>
      inTurn(async () => {
        const act = found(name).acts?.[place];
        if (act?.kind !== 'meanwhile') throw new Refusal(404, 'No such act of this situation');
        if (current?.id !== run || current.name !== name) {
          throw new Refusal(409, `Another situation was set up since: open /dev/go/${name} again`);
        }
        await takeSteps(act.steps, current.stage);
      }),
  };
}

function found(name: string): Scenario {
  const scenario = findScenario(name);
  if (scenario === null) throw new Refusal(404, 'No such situation; /dev lists them all');
  return scenario;
}

/** The session cookie of the person that the browser becomes; signs in if no step did. */
async function cookieOf(stage: Stage, email: string): Promise<string | null> {
  await stage.tab(email);
  return stage.cookieOf(email);
}

async function takeSteps(steps: readonly Step[], stage: Stage): Promise<void> {
  for (const [index, { says, run }] of steps.entries()) {
    try {
      await run(stage);
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error;
      const words = `Step ${index + 1}, "${says}", was refused: ${error.asked} answered ${error.status} "${error.answer}"`;
      throw new Refusal(500, words, { meta: { step: index, hint: hintFor(error) } });
    }
  }
}

/** Advice to a tester about a refused step. */
function hintFor({ status }: StepFailure): string {
  if (status === 429) {
    return 'The server counts calls: start it without RATE_LIMITS=on, or wait a minute.';
  }
  if (status === 404) {
    return 'A seeded event or account is missing: lay the whole seed again with "Reset everything" on the desk.';
  }
  return 'Another tester may have acted on this server at the same moment, or its settings (SESSION_MINUTES and the like) are not the usual ones. Open the address again; if it fails again, press "Reset everything" on the desk.';
}

function toBrowser(act: NonNullable<Scenario['acts']>[number], place: number): BrowserAct {
  switch (act.kind) {
    case 'see':
      return { kind: 'see', words: act.words };
    case 'press':
    case 'press-if':
      return { kind: act.kind, words: act.name };
    case 'meanwhile':
      return { kind: 'meanwhile', place };
    default:
      return act;
  }
}
