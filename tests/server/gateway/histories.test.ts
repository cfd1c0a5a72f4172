import { afterAll, beforeAll, expect, it } from 'vitest';
import { acts } from '../../../lab/histories/acts.ts';
import { play } from '../../../lab/histories/play.ts';
import { openWorld, type World } from '../../../lab/histories/world.ts';
import { runSeed } from '../../support/browser/seed.ts';

const count = Number(process.env.HISTORIES ?? 40);
/** A day's date: any other seed is as good. */
const usualSeed = 20_261_127;
/** Histories that one pair of processes plays: the rows that it has deleted make its tables slow. */
const perWorld = 500;
/** Findings after which the rest says nothing new. */
const enough = Number(process.env.FINDINGS ?? 5);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('our books and those of the gateways agree after every step of any history', async () => {
  const first = runSeed(usualSeed);
  const found: string[] = [];
  const counts = new Map<string, number>();
  const lengths: number[] = [];
  const began = performance.now();
  for (let index = 0; index < count && found.length < enough; index += 1) {
    if (index > 0 && index % perWorld === 0) {
      await world.close();
      world = await openWorld();
    }
    const history = await play(world, first + index);
    for (const name of history.names) counts.set(name, (counts.get(name) ?? 0) + 1);
    lengths.push(history.told.length);
    if (history.found.length === 0) continue;
    found.push(
      `seed ${first + index}\n  ${history.told.join('\n  ')}\n  => ${history.found.join('\n  => ')}`,
    );
  }
  if (process.env.HISTORIES !== undefined) {
    const seconds = (performance.now() - began) / 1000;
    const median = lengths.toSorted((a, b) => a - b)[lengths.length >> 1];
    const rows = Object.keys(acts).map(
      (name) => `${String(counts.get(name) ?? 0).padStart(6)}  ${name}`,
    );
    console.log(
      `${lengths.length} histories in ${seconds.toFixed(0)} s, ${median} acts in the median\n${rows.join('\n')}`,
    );
  }
  expect(found.join('\n\n')).toBe('');
});
