// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ActorRefFrom, createActor, waitFor } from 'xstate';
import type { CallShape } from '../../../contract/call/call.ts';
import type { Seat, SeatStatus } from '../../../contract/seatmap.ts';
import { selectedSeatsKey } from '../../../contract/stored/storage.ts';
import { seatDraftMachine } from '../../../machines/seat-draft/seat-draft.machine.ts';
import type { Result } from '../../../machines/shared/result.ts';
import { seatDraftEffects } from '../../../src/effects/flows/seats.ts';
import type { Api } from '../../../src/effects/http/api.ts';
import { createBrowserStore } from '../../../src/effects/storage/storage.ts';
import { fileOf } from '../../support/browser/file-of.ts';
import { ok, refused, settle, unreachable } from '../../support/flows/machines.ts';
import { previewAs } from '../../support/flows/orders.ts';
import { pageParts } from '../../support/flows/parts.ts';
import { readingAs } from '../../support/flows/readings.ts';
import { shownText } from '../../support/shown-text.ts';
import { seat, seatmap } from '../screens/purchase-data.tsx';

const slug = 'konser-senja-jakarta';
const store = createBrowserStore(window, () => 'u1');

/** Two rows of four seats. */
const rows = (gone: Readonly<Record<string, SeatStatus>> = {}): Seat[] =>
  ['A', 'B'].flatMap((row, line) =>
    [1, 2, 3, 4].map((number) =>
      seat(`${row}-${number}`, line + 1, number, gone[`${row}-${number}`] ?? 'available'),
    ),
  );

let open: ActorRefFrom<typeof seatDraftMachine>[] = [];
afterEach(() => {
  for (const page of open) page.stop();
  open = [];
});

/** The seat draft machine with its real effects and a server whose map the test controls. */
async function page(over: { readonly realtime?: boolean } = {}) {
  const server = {
    map: seatmap(rows()) as unknown,
    reads: 0,
    draft: ok({}) as Result<unknown>,
    held: refused('noDraft', 'No active order draft') as Result<unknown>,
  };
  const api = {
    call: async ({ method, path }: CallShape) => {
      if (path.endsWith('order-preview')) return ok({ preview: previewAs(null) });
      if (method === 'DELETE') return refused('noDraft', 'No draft');
      if (method === 'GET') return server.held;
      return server.draft;
    },
    file: async () => {
      server.reads += 1;
      return ok(fileOf(server.map));
    },
  } as unknown as Api;
  let hide: (hidden: boolean) => void = () => undefined;
  const parts = pageParts({
    api,
    store,
    watchHidden: (onChange) => {
      hide = onChange;
      onChange(false);
      return () => undefined;
    },
  });
  const { seatmaps } = parts;
  const actors = seatDraftEffects(parts);
  const flow = createActor(seatDraftMachine.provide({ actors }), {
    input: {
      slug,
      reading: readingAs({ slug, step: 'online' }),
      hadDraft: false,
      realtime: true,
      ...over,
    },
  }).start();
  open.push(flow);
  const context = () => flow.getSnapshot().context;
  return {
    flow,
    server,
    seatmaps,
    context,
    hide: (hidden: boolean) => hide(hidden),
    reaches: (state: Parameters<ReturnType<typeof flow.getSnapshot>['matches']>[0]) =>
      waitFor(flow, (snapshot) => snapshot.matches(state)),
    chosen: () => context().seats.map(({ seatNumber }) => seatNumber),
    offered: () => context().offer?.map(({ seatNumber }) => seatNumber),
    /** The page wakes. */
    wake: () => flow.send({ type: 'seats.stale', realtime: true }),
    /** The draft is refused, for its seats are taken. */
    loses: async () => {
      server.draft = refused('seatsTaken', 'Seats not available or already taken');
      flow.send({ type: 'draft.request' });
      await waitFor(flow, (snapshot) => snapshot.matches('releasingThenRetrying'));
      await waitFor(flow, (snapshot) => snapshot.matches('choosing'));
    },
    /** The draft is asked for, and no response comes. */
    asksInVain: async () => {
      server.draft = unreachable();
      flow.send({ type: 'draft.request' });
      await waitFor(flow, (snapshot) => snapshot.matches('verifying'));
      await waitFor(flow, (snapshot) => snapshot.matches('choosing'));
    },
    best: async (count: number, categoryId: string | null = null) => {
      flow.send({ type: 'seats.best', count, categoryId });
      await waitFor(flow, (snapshot) => snapshot.matches('choosing'));
    },
  };
}

async function openPage() {
  const opened = await page();
  await opened.reaches('choosing');
  return opened;
}

/** Waits until the requested read of the map has reported its changes: only then does another one start. */
async function readIsOver({ server, wake }: Awaited<ReturnType<typeof page>>) {
  const { reads } = server;
  await vi.waitFor(() => {
    wake();
    expect(server.reads).toBeGreaterThan(reads + 1);
  });
}

it('the best seats are those of the current seat map', async () => {
  const on = await openPage();
  await on.best(2);
  expect(on.chosen()).toEqual(['A-1', 'A-2']);
  on.seatmaps.patch(slug, [{ seat_number: 'A-2', status: 'sold' }]);
  await on.best(3);
  expect(on.chosen()).toEqual(['B-1', 'B-2', 'B-3']);
  await on.best(5, 'festival');
  expect(on.context().found).toEqual([]);
  expect(on.chosen()).toEqual(['B-1', 'B-2', 'B-3']);
});

describe('a conflict (§4.57)', () => {
  const held = { 'A-1': 'in_transaction', 'A-2': 'in_transaction' } as const;

  it('[F45] names the lost seats, and offers as many beside the remaining ones (§2.215)', async () => {
    const on = await openPage();
    await on.best(3);
    expect(on.chosen()).toEqual(['A-1', 'A-2', 'A-3']);
    on.server.map = seatmap(rows({ 'A-1': 'in_transaction' }));
    await on.loses();
    expect(on.chosen()).toEqual(['A-2', 'A-3']);
    expect(on.context().lostSeats).toEqual(['A-1']);
    expect(on.offered()).toEqual(['A-4']);
    on.flow.send({ type: 'offer.take' });
    expect(on.chosen()).toEqual(['A-2', 'A-3', 'A-4']);
  });

  it('[F28] does not call seats lost that a draft without an answer may hold', async () => {
    const on = await openPage();
    await on.best(2);
    on.server.map = seatmap(rows(held));
    await on.asksInVain();
    on.wake();
    await readIsOver(on);
    expect(on.chosen()).toEqual(['A-1', 'A-2']);
    expect(on.context().lostSeats).toEqual([]);
    expect(shownText(on.context().error)).toBe('Failed to create order draft');
  });

  it('[§2.216] calls seats lost as soon as the map says that they are not ours', async () => {
    const on = await openPage();
    await on.best(2);
    await on.asksInVain();
    on.server.map = { ...seatmap(rows({ 'A-1': 'in_transaction' })), mine: [] };
    on.wake();
    await vi.waitFor(() => expect(on.context().lostSeats).toEqual(['A-1']));
    expect(on.chosen()).toEqual(['A-2']);
  });
});

describe('the map of an open page (§2.208)', () => {
  it('is read again when the page wakes: lost seats are named, others offered while they last', async () => {
    const on = await openPage();
    await on.best(2);
    const seatMap = on.seatmaps.current(slug)?.seatMap;
    on.server.map = seatmap(rows({ 'A-2': 'sold' }));
    on.wake();
    await vi.waitFor(() => expect(on.context().lostSeats).toEqual(['A-2']));
    await vi.waitFor(() => expect(on.offered()).toEqual(['A-3']));
    expect(on.chosen()).toEqual(['A-1']);
    // The arrays keep their identity, so nothing renders again.
    expect(on.seatmaps.current(slug)?.seatMap.cells).toBe(seatMap?.cells);
    on.server.map = seatmap(rows({ 'A-2': 'sold', 'A-3': 'sold' }));
    on.wake();
    await vi.waitFor(() => expect(on.offered()).toEqual(['B-1']));
  });

  it('is read every thirty seconds while the broker is offline and the page visible, and not otherwise', async () => {
    vi.useFakeTimers();
    const { flow, server, hide, wake } = await page({ realtime: false });
    await vi.waitFor(() => expect(flow.getSnapshot().matches('choosing')).toBe(true));
    const readsAfter = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      await settle();
      return server.reads;
    };
    const before = server.reads;
    expect(await readsAfter(29_000)).toBe(before);
    expect(await readsAfter(2_000)).toBe(before + 1);
    hide(true);
    expect(await readsAfter(60_000)).toBe(before + 1);
    hide(false);
    expect(await readsAfter(30_000)).toBe(before + 2);
    wake();
    // The broker is online again: one more read, then its messages suffice.
    expect(await readsAfter(90_000)).toBe(before + 3);
    flow.send({ type: 'seats.stale', realtime: false });
    expect(await readsAfter(1_000)).toBe(before + 4);
    flow.stop();
    expect(await readsAfter(90_000)).toBe(before + 4);
  });
});

const twice = seat('A-1', 1, 1);
it.each([
  [null, 'Seatmap configuration is missing or invalid.'],
  [{ categories: [] }, 'Seatmap configuration is missing or invalid.'],
  [seatmap([]), 'Seatmap configuration is missing or invalid.'],
  [
    seatmap([twice, { ...twice, id: '2', seat_number: 'A-2' }]),
    'Invalid seatmap configuration. Please check the data.',
  ],
])('a malformed map is refused in the words of §2.209: %#', async (map, words) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const on = await page();
  on.server.map = map;
  await on.reaches('refused');
  expect(shownText(on.context().error)).toBe(words);
});

it('[F02] restores the kept choice as far as the fresh map still offers it', async () => {
  store.write(selectedSeatsKey, ['B-1', 'A-1', 'Z-9'], slug);
  const opened = await page();
  opened.server.map = seatmap(rows({ 'A-1': 'sold' }));
  await opened.reaches('choosing');
  expect(opened.chosen()).toEqual(['B-1']);
});
