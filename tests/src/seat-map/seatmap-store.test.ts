// @vitest-environment node

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { statusLetters } from '../../../contract/seatmap.ts';
import type { Result } from '../../../machines/shared/result.ts';
import type { Api } from '../../../src/effects/http/api.ts';
import {
  createSeatmapStore,
  type SeatMapChange,
  type SeatmapStore,
} from '../../../src/effects/seatmap-store.ts';
import { parseSeatMap } from '../../../src/seat-map/data/parse-seat-map.ts';
import { indexOf, statusOf } from '../../../src/seat-map/data/seat-map-data.ts';
import { fileOf } from '../../support/browser/file-of.ts';
import { ok, refused, unreachable } from '../../support/flows/machines.ts';
import { seatMap as map, seat, seatmap } from '../screens/purchase-data.tsx';

const slug = 'konser-senja-jakarta';

function storeOver(answer: () => Result<Blob>): SeatmapStore {
  return createSeatmapStore({ file: async () => answer() } as unknown as Api);
}

const statusIn = (store: SeatmapStore, number: string) => {
  const seatMap = store.current(slug)?.seatMap;
  return seatMap === undefined ? null : statusOf(seatMap, indexOf(seatMap, number));
};

function changesOf(store: SeatmapStore) {
  const changes: SeatMapChange[] = [];
  store.subscribe((change) => changes.push(change));
  return changes;
}

describe('the seat map of an event', () => {
  it('is read, stored and announced', async () => {
    const store = storeOver(() => ok(fileOf(map)));
    const changes = changesOf(store);
    expect(store.current(slug)).toBeNull();
    const answer = await store.load(slug);
    expect(answer.ok && answer.value.count).toBe(7);
    expect(store.current(slug)).toMatchObject({ version: 1, seatMap: { count: 7, lines: 4 } });
    expect(changes).toEqual([{ slug, indexes: null }]);
  });

  it('is a new object at every change; only statuses are updated in place', async () => {
    const store = storeOver(() => ok(fileOf(map)));
    await store.load(slug);
    const before = store.current(slug);
    const changes = changesOf(store);
    store.patch(slug, [
      { seat_number: 'A-1', status: 'booked' },
      { seat_number: 'B-1', status: 'sold' },
      { seat_number: 'B-1', status: 'booked' },
      { seat_number: 'A-2', status: 'sold' },
      { seat_number: 'Z-9', status: 'sold' },
    ]);
    const after = store.current(slug);
    expect(after).not.toBe(before);
    expect(after?.version).toBe(2);
    expect(after?.seatMap.status).toBe(before?.seatMap.status);
    expect(after?.seatMap.cells).toBe(before?.seatMap.cells);
    expect([statusIn(store, 'A-1'), statusIn(store, 'B-1')]).toEqual(['booked', 'booked']);
    // A-2 was sold already, and Z-9 does not exist.
    expect(changes).toEqual([{ slug, indexes: [0, 4] }]);
  });

  it('updates the available seats of its categories', async () => {
    const store = storeOver(() => ok(fileOf(map)));
    await store.load(slug);
    const left = () => store.current(slug)?.seatMap.categories.map((each) => each.available_seats);
    expect(left()).toEqual([20, null]);
    store.patch(slug, [{ seat_number: 'A-1', status: 'booked' }]);
    expect(left()).toEqual([19, null]);
    store.patch(slug, [
      { seat_number: 'A-1', status: 'available' },
      { seat_number: 'B-1', status: 'booked' },
    ]);
    // The second category has only capacity and sales: 100 less 92.
    expect(left()).toEqual([20, 7]);
  });

  it('announces neither changes without effect nor changes of an unknown map', async () => {
    const store = storeOver(() => ok(fileOf(map)));
    const changes = changesOf(store);
    store.patch(slug, [{ seat_number: 'A-1', status: 'sold' }]);
    await store.load(slug);
    store.patch(slug, [{ seat_number: 'A-1', status: 'available' }]);
    expect(changes).toHaveLength(1);
  });

  it('keeps its arrays when the same seats are read again, and announces which changed', async () => {
    let items = map.seatLayout.items;
    const store = storeOver(() => ok(fileOf(seatmap(items, 'paused'))));
    await store.load(slug);
    const before = store.current(slug)?.seatMap;
    const changes = changesOf(store);
    items = items.map((each) => (each.seat_number === 'A-1' ? { ...each, status: 'sold' } : each));
    await store.load(slug);
    expect(store.current(slug)?.seatMap.cells).toBe(before?.cells);
    expect(statusIn(store, 'A-1')).toBe('sold');
    expect(changes).toEqual([{ slug, indexes: [0] }]);
  });

  it.each([
    ['a seat more', [...map.seatLayout.items, seat('C-1', 5, 1)]],
    [
      'a seat elsewhere',
      map.seatLayout.items.map((each) => (each.id === 'B-3' ? { ...each, column: 6 } : each)),
    ],
    [
      'another price',
      map.seatLayout.items.map((each) => (each.id === 'B-3' ? { ...each, price: 1 } : each)),
    ],
  ])('is another one when it has %s', async (_, items) => {
    let read = map.seatLayout.items;
    const store = storeOver(() => ok(fileOf(seatmap(read))));
    await store.load(slug);
    const before = store.current(slug)?.seatMap;
    const changes = changesOf(store);
    read = items;
    await store.load(slug);
    expect(store.current(slug)?.seatMap.cells).not.toBe(before?.cells);
    expect(changes).toEqual([{ slug, indexes: null }]);
  });

  it('passes on a failed read, and keeps the previous map', async () => {
    let answer: Result<Blob> = ok(fileOf(map));
    const store = storeOver(() => answer);
    await store.load(slug);
    for (const failure of [refused(403, 'Not online'), unreachable()]) {
      answer = failure;
      expect(await store.load(slug)).toEqual(failure);
    }
    expect(store.current(slug)?.version).toBe(1);
  });

  it('is a failure if invalid; the log names only the faulty fields (ruling 1.8-B)', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const store = storeOver(() => ok(fileOf({ ...map, seatLayout: { items: 'rahasia' } })));
    expect(await store.load(slug)).toMatchObject({
      ok: false,
      failure: { kind: 'broken', status: 200 },
    });
    expect(JSON.stringify(logged.mock.calls)).not.toContain('rahasia');
    expect(JSON.stringify(logged.mock.calls)).toContain('seatLayout.items');
    logged.mockRestore();
  });
});

describe('a server with layout versions', () => {
  const version = 'versi-satu';
  const layoutOf = (items: typeof map.seatLayout.items, of = version) => ({
    ...map,
    seatLayout: { ...map.seatLayout, items, version: of },
  });
  const free = map.seatLayout.items.map((each) =>
    each.status === 'block' ? each : { ...each, status: 'available' as const },
  );
  const statesOf = (items: typeof map.seatLayout.items, of = version) => ({
    ...map,
    seatLayout: {
      ...map.seatLayout,
      items: [],
      version: of,
      statuses: items
        .filter(({ status }) => status !== 'block')
        .map(({ status }) => statusLetters[status as keyof typeof statusLetters] ?? '?')
        .join(''),
    },
  });

  function server(answers: {
    states: () => unknown;
    layout: () => Result<Blob>;
    whole?: () => unknown;
  }) {
    const asked: string[] = [];
    const store = createSeatmapStore({
      file: async (call: { path: string }, given: { prefersMinimal?: true }) => {
        const name = call.path.endsWith('{version}')
          ? 'layout'
          : given.prefersMinimal
            ? 'states'
            : 'whole';
        asked.push(name);
        if (name === 'layout') return answers.layout();
        return ok(fileOf(name === 'states' ? answers.states() : answers.whole?.()));
      },
    } as unknown as Api);
    return { store, asked };
  }

  it('is asked for the layout once, then only for statuses', async () => {
    let items = map.seatLayout.items;
    const { store, asked } = server({
      states: () => statesOf(items),
      layout: () => ok(fileOf(layoutOf(free))),
    });
    expect((await store.load(slug)).ok).toBe(true);
    const whole = storeOver(() => ok(fileOf(layoutOf(items))));
    await whole.load(slug);
    expect(store.current(slug)).toEqual(whole.current(slug));
    const changes = changesOf(store);
    items = items.map((each) => (each.seat_number === 'A-1' ? { ...each, status: 'sold' } : each));
    await store.load(slug);
    expect(statusIn(store, 'A-1')).toBe('sold');
    expect(changes).toEqual([{ slug, indexes: [0] }]);
    expect(asked).toEqual(['states', 'layout', 'states']);
  });

  it.each([
    ['is gone', refused(404, 'Layout not found')],
    ['has other seats', ok(fileOf(layoutOf(free.slice(0, -1))))],
    ['is no map', ok(fileOf({}))],
  ])('sends the whole map where the layout %s', async (_, layout) => {
    const items = map.seatLayout.items;
    const { store, asked } = server({
      states: () => statesOf(items),
      layout: () => layout,
      whole: () => layoutOf(items, 'versi-dua'),
    });
    expect((await store.load(slug)).ok).toBe(true);
    expect(store.current(slug)?.seatMap.layout).toBe('versi-dua');
    expect(asked).toEqual(['states', 'layout', 'whole']);
  });

  it('an unknown status letter is not available', async () => {
    const items = map.seatLayout.items.map((each) =>
      each.seat_number === 'A-1' ? { ...each, status: 'unknown' as const } : each,
    );
    const { store } = server({
      states: () => statesOf(items),
      layout: () => ok(fileOf(layoutOf(free))),
    });
    await store.load(slug);
    expect(statusIn(store, 'A-1')).toBe('unknown');
  });

  it('without a reachable layout yields a failure', async () => {
    const { store } = server({ states: () => statesOf(free), layout: () => unreachable() });
    expect(await store.load(slug)).toEqual(unreachable());
  });
});

describe('a worker thread', () => {
  /** A fake worker; `answer` processes the bytes. */
  let answer: (worker: FakeWorker, bytes: Blob) => void = () => undefined;
  let ended = 0;
  let isRefused = false;
  class FakeWorker {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onerror: (() => void) | null = null;
    constructor() {
      if (isRefused) throw new Error('Refused by a policy.');
    }
    postMessage(bytes: Blob) {
      answer(this, bytes);
    }
    terminate() {
      ended += 1;
    }
  }
  beforeEach(() => {
    ended = 0;
    isRefused = false;
    vi.stubGlobal('Worker', FakeWorker);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('parses the bytes and ends', async () => {
    answer = async (worker, bytes) => worker.onmessage?.({ data: await parseSeatMap(bytes) });
    const store = storeOver(() => ok(fileOf(map)));
    expect((await store.load(slug)).ok).toBe(true);
    expect(ended).toBe(1);
  });

  it('is replaced by this thread if it fails to start', async () => {
    answer = (worker) => worker.onerror?.();
    const store = storeOver(() => ok(fileOf(map)));
    const answered = await store.load(slug);
    expect(answered.ok && answered.value.count).toBe(7);
    expect(ended).toBe(1);
  });

  it('is replaced by this thread if the browser refuses it', async () => {
    isRefused = true;
    const store = storeOver(() => ok(fileOf(map)));
    const answered = await store.load(slug);
    expect(answered.ok && answered.value.count).toBe(7);
  });
});
