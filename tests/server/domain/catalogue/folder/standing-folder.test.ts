import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../../contract/call/calls.ts';
import { FolderMistakes } from '../../../../../server/domain/catalogue/folder/mistakes.ts';
import { readFolder } from '../../../../../server/domain/catalogue/folder/read-folder.ts';
import {
  fitPlaces,
  type StoredPlace,
} from '../../../../../server/domain/catalogue/folder/standing-changes.ts';
import { exportFolder } from '../../../../../server/domain/catalogue/folder/stored-folders.ts';
import { expectSound, join as joinQueue } from '../../../support/purchase.ts';
import {
  applyDocument,
  applyStanding,
  askPlaces,
  festival,
  festivalFile,
} from '../../../support/standing.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';

const root = mkdtempSync(join(tmpdir(), 'standing-folder-'));
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ events: [] });
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

async function mistakesOf(document: object): Promise<string[]> {
  const path = join(root, festival);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'event.json'), JSON.stringify(document));
  const failure: unknown = await readFolder(path).then(
    () => null,
    (error: unknown) => error,
  );
  return failure instanceof FolderMistakes ? failure.message.split('\n') : [];
}

describe('a standing category of an event folder', () => {
  const file = festivalFile({ standing: 5, seats: true });
  const [seated, standing] = file.categories;
  const { layout: _, ...planless } = file;
  it.each([
    [
      'rows beside',
      { ...file, categories: [seated, { ...standing, rows: [3] }] },
      'both "rows" and "standing"',
    ],
    ['no plan for the seats', planless, 'The event has no seats. Add "layout", or "map"'],
    ['a plan without seats', { ...file, categories: [standing] }, 'layout: No category has seats.'],
    [
      'no place',
      { ...file, categories: [seated, { ...standing, standing: 0 }] },
      'standing: The value is 0. Must be at least 1.',
    ],
    [
      'too many places',
      { ...file, categories: [seated, { ...standing, standing: 100_001 }] },
      'Must be at most 100000',
    ],
  ])('with %s is a mistake', async (_case, document, words) => {
    expect((await mistakesOf(document)).join('\n')).toContain(words);
  });

  it('is the whole of an event without a plan', async () => {
    expect(await applyDocument(app, festivalFile({ standing: 7 }))).toEqual(
      expect.arrayContaining([`+ ${festival}: 7 standing places in 1 category, 0 forms`]),
    );
    const map = await app.anonymous().call(calls.seatmapCategories, { params: { slug: festival } });
    expect(map.body.data).toMatchObject({
      categories: [{ kind: 'standing', available_seats: 7, max_capacity: 7 }],
      seatLayout: { items: [] },
    });
    expect(await applyDocument(app, festivalFile({ standing: 7 }))).toEqual([]);
    const { files } = await exportFolder(app.services.db, festival);
    const [exported] = files;
    expect(Buffer.from(exported?.bytes ?? '').toString()).toBe(
      JSON.stringify(festivalFile({ standing: 7 })),
    );
  });

  it('grows, and shrinks by free places alone, down to what is held and sold', async () => {
    const category = await applyStanding(app, { standing: 6 });
    const [one, other] = await app.makeBuyers(2);
    await joinQueue(one!, festival);
    await joinQueue(other!, festival);
    await askPlaces(one!, category, 3);
    await askPlaces(other!, category, 2);
    await one!.call(calls.cancelDraft, { params: { slug: festival } });
    const grown = await applyDocument(app, festivalFile({ standing: 9 }));
    expect(grown[0]).toBe(`${festival}: + 3 standing places: Festival`);
    // The held ones are not the first of them.
    const shrunk = await applyDocument(app, festivalFile({ standing: 2 }));
    expect(shrunk[0]).toBe(`${festival}: - 7 standing places: Festival`);
    await expect(applyDocument(app, festivalFile({ standing: 1 }))).rejects.toThrow(
      `${festival}: Festival cannot have 1 standing places: 2 are held, 0 sold; give it at least 2\nNothing was changed.`,
    );
    // Places of past orders come back.
    await applyDocument(app, festivalFile({ standing: 9 }));
    const [row] = await app.services.db.query(
      `select count(*)::int as n from seats where category_id = $1 and status = 'available'`,
      [category],
    );
    expect(row?.n).toBe(7);
    await expectSound(app.services.db);
  });
});

it('fits quantities to any mixture of free, taken and blocked places', () => {
  const place = (number: number, category: string) => ({
    number: `c-${number}`,
    row: 0,
    label: '',
    column: 0,
    category,
    isStanding: true,
    place: null,
  });
  const statuses = ['available', 'held', 'sold', 'block'];
  for (let mixture = 0; mixture < 4 ** 4; mixture += 1) {
    const stored = [0, 1, 2, 3].map((at): StoredPlace => {
      const status = statuses[Math.floor(mixture / 4 ** at) % 4] ?? '';
      const category_id = status === 'block' ? null : 'c';
      return { seat_number: `c-${at + 1}`, category_id, status, is_standing: true };
    });
    const taken = stored.filter(({ status }) => status === 'held' || status === 'sold');
    for (let wanted = 1; wanted <= 6; wanted += 1) {
      const desired = Array.from({ length: wanted }, (_, at) => place(at + 1, 'c'));
      const { seats, refusals } = fitPlaces(stored, desired, () => 'C');
      const numbers = seats.map(({ number }) => number);
      expect(new Set(numbers).size).toBe(Math.max(wanted, taken.length));
      expect(numbers).toEqual(expect.arrayContaining(taken.map((seat) => seat.seat_number)));
      expect(refusals).toHaveLength(taken.length > wanted ? 1 : 0);
    }
  }
});
