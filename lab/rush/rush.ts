import { basename, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { growTables } from '../former/release.ts';
import { luckOf } from '../race/luck.ts';
import { characterOf } from './character.ts';
import { hallSlug, writeHall } from './hall.ts';
import { judge } from './judge.ts';
import { lightPerson } from './light-person.ts';
import { watchLine } from './line-watch.ts';
import { machinePerson } from './machine-person.ts';
import type { RushOptions } from './options.ts';
import { layEvent, layPeople, peopleOf } from './people.ts';
import { createSaleEnd } from './sale-end.ts';
import { type Sample, startSampling } from './samples.ts';
import { appPauses, createScene, type Pauses, type Scene } from './scene.ts';
import { createSeatBoard } from './seat-board.ts';
import type { Shop } from './shop.ts';
import { createTally, type Tally } from './tally.ts';
import { createWire, type Wire } from './wire.ts';

/** All that a rush brought, for its report. */
export interface RushResult {
  readonly options: RushOptions;
  readonly slug: string;
  /** Free seats at the start. */
  readonly seats: number;
  readonly tally: Tally;
  readonly wire: Wire;
  readonly samples: readonly Sample[];
  readonly parts: readonly string[];
  readonly kills: readonly { readonly what: string; readonly from: number; readonly to: number }[];
  /** Seconds from the first arrival to the last departure. */
  readonly seconds: number;
  /** Sentences on what must not happen; empty for a sound rush. */
  readonly wrong: readonly string[];
}

/** What the terminal shows meanwhile. */
export interface RushView {
  say(line: string): void;
  sample(sample: Sample, tally: Tally): void;
}

/** The part of the arrivals after which the first part is killed, and the pause between two kills. */
const killAfterShare = 0.5;
const killPauseMs = 15_000;
/** The time in which every connection of a former process meets the new columns. */
const formerGoesOnMs = 10_000;
/** The living processes take up what a dead one left. */
const settleMs = 3_000;

/** Runs a rush in a shop that is not open yet, and checks the data afterwards. */
export async function rush(
  shop: Shop,
  options: RushOptions,
  view: RushView,
  pauses: Pauses = appPauses,
): Promise<RushResult> {
  const { seed } = options;
  const hall = options.event === null ? writeHall(options.seats) : null;
  const folder = hall?.folder ?? resolve(options.event ?? '');
  const slug = hall === null ? basename(folder) : hallSlug;
  view.say(`Laying ${slug} and ${options.people} people …`);
  const seats = await shop.inDatabase(async (db, config) => {
    await layEvent(db, config, { folder, slug, capacity: options.capacity });
    await layPeople(db, seed, options.people);
    return freeSeats(db, slug);
  });
  hall?.drop();
  await shop.open();
  const tally = createTally();
  const wire = createWire(shop.origins, tally);
  const end = createSaleEnd();
  const line = await watchLine(wire, slug, end);
  const parts = {
    slug,
    origins: shop.origins,
    wire,
    tally,
    people: peopleOf(seed),
    line,
    end,
    pauses,
  };
  const scene = createScene({ ...parts, seats: createSeatBoard(wire, slug) }, seats);
  view.say(
    `${seats} seats, capacity ${options.capacity}, ${line.current() === null ? 'without' : 'with'} the document of the line.`,
  );
  const sampling = startSampling(tally, wire, shop.parts, (sample) => view.sample(sample, tally));
  const [, kills] = await Promise.all([
    everybody(scene, options),
    killParts(shop, options, wire, view, () => tally.startedAt),
    restartInTurn(shop, options, view),
  ]);
  const seconds = (performance.now() - tally.startedAt) / 1_000;
  const samples = sampling.stop();
  line.stop();
  if (kills.length > 0) await sleep(settleMs);
  view.say('Checking the data …');
  const wrong = await shop.inDatabase((db) => judge(db, slug, tally));
  wire.close();
  return {
    options,
    slug,
    seats,
    tally,
    wire,
    samples,
    parts: shop.parts.map(({ name }) => name),
    kills,
    seconds,
    wrong: [...tally.wrong, ...wrong],
  };
}

async function everybody(scene: Scene, options: RushOptions): Promise<void> {
  const luck = luckOf(options.seed);
  const { tally } = scene;
  await Promise.all(
    Array.from({ length: options.people }, async (_, index) => {
      const who = characterOf(luck, index, options);
      if (!(await scene.end.pause(who.arrivesAfterMs))) {
        tally.arrived += 1;
        tally.endings['without seats'] += 1;
        return;
      }
      const person = index < options.machines ? machinePerson : lightPerson;
      try {
        tally.endings[await person(scene, who)] += 1;
      } catch (error) {
        tally.endings['gave up'] += 1;
        tally.say(`a person stumbled: ${error instanceof Error ? error.message : String(error)}`);
      }
    }),
  );
}

async function killParts(
  shop: Shop,
  { kill, within }: RushOptions,
  wire: Wire,
  view: RushView,
  startedAt: () => number,
): Promise<RushResult['kills']> {
  const kills: { what: string; from: number; to: number }[] = [];
  const seconds = () => (performance.now() - startedAt()) / 1_000;
  if (kill.length > 0) await sleep(killAfterShare * within * 1_000);
  for (const what of kill) {
    const work = shop.kill[what];
    if (work === undefined) {
      view.say(`This shop has no ${what} to kill.`);
      continue;
    }
    const from = seconds();
    view.say(`The ${what} is killed.`);
    wire.broken();
    await work();
    wire.mended();
    view.say(`The ${what} is back after ${Math.round(seconds() - from)} s.`);
    kills.push({ what, from, to: seconds() });
    await sleep(killPauseMs);
  }
  return kills;
}

/** Restarts every process of the shop, the next once the last is ready; the people notice nothing, or the rush says so. */
async function restartInTurn(
  shop: Shop,
  { restarts, within, former }: RushOptions,
  view: RushView,
): Promise<void> {
  if (restarts > 0) await sleep(killAfterShare * within * 1_000);
  if (former !== null) {
    const tables = await shop.inDatabase(growTables);
    view.say(`A migration added a column to ${tables} tables; ${former} goes on.`);
    await sleep(formerGoesOnMs);
  }
  for (let round = 1; round <= restarts; round += 1) {
    for (const [index, restart] of shop.restart.entries()) {
      view.say(`Server process ${index + 1} is restarted.`);
      await restart();
    }
  }
  if (restarts > 0) view.say('Every server process has been restarted.');
}

async function freeSeats(db: Parameters<typeof judge>[0], slug: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from seats s join events e on e.id = s.event_id
     where e.slug = $1 and s.status = 'available'`,
    [slug],
  );
  return row?.count ?? 0;
}
