// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ActorRefFrom, createActor, waitFor } from 'xstate';
import type { CallShape } from '../../../contract/call/call.ts';
import type { Seat, SeatStatus } from '../../../contract/seatmap.ts';
import { selectedSeatsKey } from '../../../contract/stored/storage.ts';
import { seatDraftMachine } from '../../../machines/seat-draft/seat-draft.machine.ts';
import type { Result } from '../../../machines/shared/result.ts';
import { seatDraftEffects } from '../../../src/effects/flows/seats.ts';
import type { Api } from '../../../src/effects/http/api.ts';
import { createSeatmapStore } from '../../../src/effects/seatmap-store.ts';
import { createIdempotencyKeys } from '../../../src/effects/storage/idempotency.ts';
import { createBrowserStore } from '../../../src/effects/storage/storage.ts';
import { fileOf } from '../../support/browser/file-of.ts';
import { ok, refused, settle, unreachable } from '../../support/flows/machines.ts';
import { draftAs, previewAs } from '../../support/flows/orders.ts';
import { readingAs } from '../../support/flows/readings.ts';
import { shownText } from '../../support/shown-text.ts';
import { seat, seatmap } from '../screens/purchase-data.tsx';

const slug = 'konser-senja-jakarta';
const store = createBrowserStore(window, () => 'u1');
const taken = refused('seatsTaken', 'Seats not available or already taken');

/** Two rows of four seats. */
const rows = (gone: Readonly<Record<string, SeatStatus>> = {}): Seat[] =>
  ['A', 'B'].flatMap((row, line) =>
    [1, 2, 3, 4].map((number) =>
      seat(`${row}-${number}`, line + 1, number, gone[`${row}-${number}`] ?? 'available'),
    ),
  );

let open: ActorRefFrom<typeof seatDraftMachine>[] = [];
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  for (const page of open) page.stop();
  open = [];
  vi.useRealTimers();
  vi.restoreAllMocks();
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
  const seatmaps = createSeatmapStore(api);
  let setHidden: (hidden: boolean) => void = () => undefined;
  const actors = seatDraftEffects({
    api,
    now: () => 0,
    wallNow: () => 0,
    store,
    newId: () => 'id-1',
    keys: createIdempotencyKeys(store, () => 'key-1'),
    seatmaps,
    forgetTickets: async () => undefined,
    sayToTabs: () => undefined,
    watchHidden: (onChange) => {
      setHidden = onChange;
      onChange(false);
      return () => undefined;
    },
    addressOf: () => '/',
    leave: () => undefined,
  });
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
    hide: (hidden: boolean) => setHidden(hidden),
    reaches: (state: Parameters<ReturnType<typeof flow.getSnapshot>['matches']>[0]) =>
      waitFor(flow, (snapshot) => snapshot.matches(state)),
    chosen: () => context().seats.map(({ seatNumber }) => seatNumber),
    offered: () => context().offer?.map(({ seatNumber }) => seatNumber),
    best: async (count: number, categoryId: string | null = null) => {
      flow.send({ type: 'seats.best', count, categoryId });
      await waitFor(flow, (snapshot) => snapshot.matches('choosing'));
    },
  };
}

async function openPage(over: { readonly realtime?: boolean } = {}) {
  const opened = await page(over);
  await opened.reaches('choosing');
  return opened;
}

/** Waits until the requested read of the map has reported its changes: only then does another one start. */
async function readIsOver(flow: ActorRefFrom<typeof seatDraftMachine>, server: { reads: number }) {
  const { reads } = server;
  await vi.waitFor(() => {
    flow.send({ type: 'seats.stale', realtime: true });
    expect(server.reads).toBeGreaterThan(reads + 1);
  });
}

describe('the best seats', () => {
  it('are those of the current seat map', async () => {
    const { best, chosen, seatmaps, context } = await openPage();
    await best(2);
    expect(chosen()).toEqual(['A-2', 'A-3']);
    seatmaps.patch(slug, [{ seat_number: 'A-2', status: 'sold' }]);
    await best(3);
    expect(chosen()).toEqual(['B-1', 'B-2', 'B-3']);
    await best(5, 'festival');
    expect(context().found).toEqual([]);
    expect(chosen()).toEqual(['B-1', 'B-2', 'B-3']);
  });
});

describe('a conflict', () => {
  it('[F45] names the lost seats, and offers as many beside the remaining ones', async () => {
    const { flow, server, best, reaches, chosen, offered, context } = await openPage();
    await best(3);
    expect(chosen()).toEqual(['A-1', 'A-2', 'A-3']);
    server.draft = taken;
    server.map = seatmap(rows({ 'A-1': 'in_transaction' }));
    flow.send({ type: 'draft.request' });
    await reaches('releasingThenRetrying');
    await reaches('choosing');
    expect(chosen()).toEqual(['A-2', 'A-3']);
    expect(context().lostSeats).toEqual(['A-1']);
    expect(offered()).toEqual(['A-4']);
    flow.send({ type: 'offer.take' });
    expect(chosen()).toEqual(['A-2', 'A-3', 'A-4']);
  });

  it('offers no replacement for a seat that is no longer on the map', async () => {
    const { flow, server, best, reaches, offered } = await openPage();
    await best(1);
    server.draft = taken;
    server.map = seatmap(rows().filter(({ seat_number }) => seat_number !== 'A-2'));
    flow.send({ type: 'draft.request' });
    await reaches('releasingThenRetrying');
    await reaches('choosing');
    expect(offered()).toEqual([]);
  });

  it('[F28] does not call seats lost that a draft without an answer may hold', async () => {
    const { flow, server, best, reaches, chosen, context } = await openPage();
    await best(2);
    server.draft = unreachable();
    server.map = seatmap(rows({ 'A-2': 'in_transaction', 'A-3': 'in_transaction' }));
    flow.send({ type: 'draft.request' });
    await reaches('verifying');
    await reaches('choosing');
    flow.send({ type: 'seats.stale', realtime: true });
    await readIsOver(flow, server);
    expect(chosen()).toEqual(['A-2', 'A-3']);
    expect(context().lostSeats).toEqual([]);
    expect(shownText(context().error)).toBe('Failed to create order draft');
  });

  it('[R22] goes on to the order form once the map says whose the seats are', async () => {
    const { flow, server, best, reaches } = await openPage();
    await best(2);
    server.draft = unreachable();
    flow.send({ type: 'draft.request' });
    await reaches('verifying');
    await reaches('choosing');
    server.held = ok(
      draftAs({}, [
        {
          category_id: 'vip',
          category_name: 'VIP',
          quantity: 2,
          price_per_item: 750_000,
          seats: ['A-2', 'A-3'].map((seat_number, at) => ({
            ticket_id: `t${at}`,
            seat_number,
            row: 1,
            column: at + 2,
          })),
        },
      ]),
    );
    const map = seatmap(rows({ 'A-2': 'in_transaction', 'A-3': 'in_transaction' }));
    server.map = { ...(map as object), mine: ['A-2', 'A-3'] };
    flow.send({ type: 'seats.stale', realtime: true });
    await waitFor(flow, (snapshot) => snapshot.status === 'done');
    expect(flow.getSnapshot().output).toEqual({ kind: 'drafted' });
  });

  it('[R22] calls seats lost as soon as the map says that they are not ours', async () => {
    const { flow, server, best, reaches, chosen, context } = await openPage();
    await best(2);
    server.draft = unreachable();
    flow.send({ type: 'draft.request' });
    await reaches('verifying');
    await reaches('choosing');
    server.map = { ...(seatmap(rows({ 'A-2': 'in_transaction' })) as object), mine: [] };
    flow.send({ type: 'seats.stale', realtime: true });
    await vi.waitFor(() => expect(context().lostSeats).toEqual(['A-2']));
    expect(chosen()).toEqual(['A-3']);
  });
});

describe('the map of an open page', () => {
  it('is read again when the page wakes: lost seats are named, the others stay chosen', async () => {
    const { flow, server, best, chosen, offered, seatmaps, context } = await openPage();
    await best(2);
    const seatMap = seatmaps.current(slug)?.seatMap;
    server.map = seatmap(rows({ 'A-3': 'sold' }));
    flow.send({ type: 'seats.stale', realtime: true });
    await vi.waitFor(() => expect(context().lostSeats).toEqual(['A-3']));
    await vi.waitFor(() => expect(offered()).toEqual(['A-1']));
    expect(chosen()).toEqual(['A-2']);
    // The arrays keep their identity, so nothing renders again.
    expect(seatmaps.current(slug)?.seatMap.cells).toBe(seatMap?.cells);
  });

  it('names a chosen seat that was lost while the order was being created', async () => {
    const { flow, best, seatmaps, context, server } = await openPage();
    await best(1);
    seatmaps.patch(slug, [{ seat_number: 'A-2', status: 'sold' }]);
    server.map = seatmap(rows({ 'A-2': 'sold' }));
    flow.send({ type: 'seats.stale', realtime: true });
    await vi.waitFor(() => expect(context().lostSeats).toEqual(['A-2']));
  });

  it('searches again when an offered seat is gone on the new map', async () => {
    const { flow, best, server, offered } = await openPage();
    await best(2);
    server.map = seatmap(rows({ 'A-3': 'sold' }));
    flow.send({ type: 'seats.stale', realtime: true });
    await vi.waitFor(() => expect(offered()).toEqual(['A-1']));
    server.map = seatmap(rows({ 'A-3': 'sold', 'A-1': 'sold' }));
    flow.send({ type: 'seats.stale', realtime: true });
    await vi.waitFor(() => expect(offered()).toEqual(['A-4']));
  });

  it('is read every thirty seconds while the broker is offline and the page visible, and not otherwise', async () => {
    vi.useFakeTimers();
    const { flow, server, hide } = await page({ realtime: false });
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
    flow.send({ type: 'seats.stale', realtime: true });
    // The broker is online again: one more read, then its messages suffice.
    expect(await readsAfter(90_000)).toBe(before + 3);
    flow.send({ type: 'seats.stale', realtime: false });
    expect(await readsAfter(1_000)).toBe(before + 4);
    flow.stop();
    expect(await readsAfter(90_000)).toBe(before + 4);
  });

  it('keeps its last state when a read fails', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const { flow, server, best, chosen, context } = await openPage();
    await best(1);
    server.map = 'broken';
    flow.send({ type: 'seats.stale', realtime: true });
    await readIsOver(flow, server);
    expect(chosen()).toEqual(['A-2']);
    expect(context().error).toBeNull();
    expect(flow.getSnapshot().matches('choosing')).toBe(true);
  });
});

describe('a malformed map', () => {
  const twice = seat('A-1', 1, 1);
  it.each([
    [null, 'Seatmap configuration is missing or invalid.'],
    [{ categories: [] }, 'Seatmap configuration is missing or invalid.'],
    [seatmap([]), 'Seatmap configuration is missing or invalid.'],
    [
      seatmap([twice, { ...twice, id: '2', seat_number: 'A-2' }]),
      'Invalid seatmap configuration. Please check the data.',
    ],
  ])('is refused in the words of §8: %#', async (map, words) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const opened = await page();
    opened.server.map = map;
    await opened.reaches('refused');
    expect(shownText(opened.context().error)).toBe(words);
  });
});

it('[F02] restores the kept choice as far as the fresh map still offers it', async () => {
  store.write(selectedSeatsKey, ['B-1', 'A-1', 'Z-9'], slug);
  const opened = await page();
  opened.server.map = seatmap(rows({ 'A-1': 'sold' }));
  await opened.reaches('choosing');
  expect(opened.chosen()).toEqual(['B-1']);
});
