// @vitest-environment node

import { describe, expect, it, vi } from 'vitest';
import { type SeatStatus, statusLetters } from '../../../contract/seatmap.ts';
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
const { items } = map.seatLayout;
const withSeat = (number: string, change: object) =>
  items.map((each) => (each.seat_number === number ? { ...each, ...change } : each));

const storeOver = (answer: () => Result<Blob>): SeatmapStore =>
  createSeatmapStore({ file: async () => answer() } as unknown as Api);

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
  it('is read, stored and announced; changes of an unknown map or without effect are not', async () => {
    const store = storeOver(() => ok(fileOf(map)));
    const changes = changesOf(store);
    store.patch(slug, [{ seat_number: 'A-1', status: 'sold' }]);
    expect(store.current(slug)).toBeNull();
    const answer = await store.load(slug);
    expect(answer.ok && answer.value.count).toBe(7);
    expect(store.current(slug)).toMatchObject({ version: 1, seatMap: { count: 7, lines: 4 } });
    store.patch(slug, [{ seat_number: 'A-1', status: 'available' }]);
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

  it.each([
    [
      'keeps its arrays when the same seats are read again',
      withSeat('A-1', { status: 'sold' }),
      [0],
    ],
    ['is another one with a seat more', [...items, seat('C-1', 5, 1)], null],
    ['is another one with a seat elsewhere', withSeat('B-3', { column: 6 }), null],
    ['is another one with another price', withSeat('B-3', { price: 1 }), null],
  ])('%s, and announces what changed', async (_, later, indexes) => {
    let read = items;
    const store = storeOver(() => ok(fileOf(seatmap(read, 'paused'))));
    await store.load(slug);
    const before = store.current(slug)?.seatMap;
    const changes = changesOf(store);
    read = later;
    await store.load(slug);
    expect(store.current(slug)?.seatMap.cells === before?.cells).toBe(indexes !== null);
    expect(statusIn(store, 'A-1')).toBe(indexes === null ? 'available' : 'sold');
    expect(changes).toEqual([{ slug, indexes }]);
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

  it('is a failure if invalid; the log names only the faulty fields (§3.7)', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const store = storeOver(() => ok(fileOf({ ...map, seatLayout: { items: 'rahasia' } })));
    const broken = { ok: false, failure: { kind: 'broken', status: 200 } };
    expect(await store.load(slug)).toMatchObject(broken);
    const log = JSON.stringify(logged.mock.calls);
    expect(log).not.toContain('rahasia');
    expect(log).toContain('seatLayout.items');
  });
});

describe('a server with layout versions (§7.47)', () => {
  type Items = typeof items;
  const layoutOf = (of: Items, version = 'versi-satu') => ({
    ...map,
    seatLayout: { ...map.seatLayout, items: of, version },
  });
  const free: Items = items.map((each) =>
    each.status === 'block' ? each : { ...each, status: 'available' },
  );
  const letterOf = ({ status }: { status: SeatStatus }) =>
    status === 'block' ? '' : (statusLetters[status as keyof typeof statusLetters] ?? '?');

  /** A server whose seats have these states, and its calls in order. */
  function server(stateOf: () => Items, layout: Result<Blob>, whole?: unknown) {
    const asked: string[] = [];
    const file = async (call: { path: string }, { prefersMinimal = false }) => {
      const isLayout = call.path.endsWith('{version}');
      asked.push(isLayout ? 'layout' : prefersMinimal ? 'states' : 'whole');
      if (isLayout) return layout;
      const { seatLayout, ...rest } = layoutOf([]);
      const statuses = stateOf().map(letterOf).join('');
      return ok(
        fileOf(prefersMinimal ? { ...rest, seatLayout: { ...seatLayout, statuses } } : whole),
      );
    };
    return { store: createSeatmapStore({ file } as unknown as Api), asked };
  }

  it('is asked for the layout once, then only for statuses (§3.96)', async () => {
    let now = items;
    const { store, asked } = server(() => now, ok(fileOf(layoutOf(free))));
    expect((await store.load(slug)).ok).toBe(true);
    const whole = storeOver(() => ok(fileOf(layoutOf(items))));
    await whole.load(slug);
    expect(store.current(slug)).toEqual(whole.current(slug));
    const changes = changesOf(store);
    now = withSeat('A-1', { status: 'sold' });
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
    const { store, asked } = server(() => items, layout, layoutOf(items, 'versi-dua'));
    expect((await store.load(slug)).ok).toBe(true);
    expect(store.current(slug)?.seatMap.layout).toBe('versi-dua');
    expect(asked).toEqual(['states', 'layout', 'whole']);
  });
});

describe('a worker thread', () => {
  it.each([
    ['parses the bytes and ends', 'parses', 1],
    ['is replaced by this thread if it fails to start', 'fails', 1],
    ['is replaced by this thread if the browser refuses it', 'is refused', 0],
  ])('%s', async (_, how, ends) => {
    const terminate = vi.fn();
    const replied = vi.fn();
    class FakeWorker {
      onmessage: ((event: { data: unknown }) => void) | null = null;
      onerror: (() => void) | null = null;
      terminate = terminate;
      constructor() {
        if (how === 'is refused') throw new Error('Refused by a policy.');
      }
      async postMessage(bytes: Blob) {
        if (how === 'fails') return this.onerror?.();
        replied();
        this.onmessage?.({ data: await parseSeatMap(bytes) });
      }
    }
    vi.stubGlobal('Worker', FakeWorker);
    const answered = await storeOver(() => ok(fileOf(map))).load(slug);
    expect(answered.ok && answered.value.count).toBe(7);
    expect(terminate).toHaveBeenCalledTimes(ends);
    expect(replied).toHaveBeenCalledTimes(how === 'parses' ? 1 : 0);
  });
});
