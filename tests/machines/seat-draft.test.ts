import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { DraftResponse, OrderPreview } from '../../contract/order.ts';
import { seatDraftMachine } from '../../machines/seat-draft/seat-draft.machine.ts';
import type {
  DraftInput,
  FindSeatsInput,
  LoadSeatmapInput,
  OrderInput,
  ReplaceSeatsInput,
  SaveSelectionInput,
  SeatsPortInput,
} from '../../machines/seat-draft/seat-draft.ports.ts';
import { choiceProblem } from '../../machines/seat-draft/seat-draft.rules.ts';
import type {
  MapCommand,
  SeatChoice,
  SeatDraftEvent,
  SeatDraftInput,
  SeatmapFacts,
} from '../../machines/seat-draft/seat-draft.types.ts';
import type { Result } from '../../machines/shared/result.ts';
import {
  broken,
  fakePort,
  ok,
  pass,
  refused,
  settle,
  transitionCoverage,
  unreachable,
} from '../support/flows/machines.ts';
import { draftAs, previewAs, voucherAs } from '../support/flows/orders.ts';
import { readingAs } from '../support/flows/readings.ts';
import { shownText } from '../support/shown-text.ts';

const coverage = transitionCoverage(seatDraftMachine);
const slug = 'konser-senja-jakarta';
const online = readingAs({ slug, step: 'online' });
const seat = (seatNumber: string, status = 'available'): SeatChoice => ({
  seatNumber,
  row: 'A',
  column: Number(seatNumber.slice(1)),
  status,
  categoryId: '1',
  categoryName: 'VIP',
  price: 750_000,
});
const best1 = { type: 'seats.best', count: 1, categoryId: null } as const;
const map = (...restored: SeatChoice[]) =>
  ok<SeatmapFacts>({ eventStatus: 'active', restored, mine: null });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(over: Partial<SeatDraftInput> = {}, isRecalled = async () => false) {
  const ports = {
    loadSeatmap: fakePort<Result<SeatmapFacts>, LoadSeatmapInput>(),
    findSeats: fakePort<readonly SeatChoice[], FindSeatsInput>(),
    replaceSeats: fakePort<readonly SeatChoice[], ReplaceSeatsInput>(),
    saveSelection: fakePort<void, SaveSelectionInput>(),
    clearStale: fakePort<void, SeatsPortInput>(),
    previewOrder: fakePort<Result<OrderPreview>, OrderInput>(),
    createDraft: fakePort<Result<DraftResponse | null>, DraftInput>(),
    readDraft: fakePort<Result<DraftResponse>, SeatsPortInput>(),
    cancelDraft: fakePort<Result<null>, SeatsPortInput>(),
  };
  const followed: MapCommand[] = [];
  const actor = createActor(
    seatDraftMachine.provide({
      actors: {
        recallDraft: fromPromise(isRecalled),
        followMap: fromCallback<MapCommand>(({ receive }) => {
          receive((command) => {
            if (command.type !== 'map.follow') throw new Error('A bug in the port.');
            followed.push(command);
          });
        }),
        findSeats: ports.findSeats.logic,
        replaceSeats: ports.replaceSeats.logic,
        loadSeatmap: ports.loadSeatmap.logic,
        saveSelection: ports.saveSelection.logic,
        clearStale: ports.clearStale.logic,
        previewOrder: ports.previewOrder.logic,
        createDraft: ports.createDraft.logic,
        readDraft: ports.readDraft.logic,
        cancelDraft: ports.cancelDraft.logic,
      },
    }),
    {
      input: { slug, reading: online, hadDraft: false, realtime: true, ...over },
      inspect: coverage.inspect,
    },
  ).start();
  await settle();
  return {
    actor,
    ...ports,
    followed,
    at: (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
      actor.getSnapshot().matches(state),
    can: (event: SeatDraftEvent) => actor.getSnapshot().can(event),
    context: () => actor.getSnapshot().context,
    output: () => actor.getSnapshot().output,
    send: (event: SeatDraftEvent) => actor.send(event),
    toggle: (...seats: SeatChoice[]) => {
      for (const each of seats) actor.send({ type: 'seat.toggle', seat: each });
    },
    breakFollower: () => actor.getSnapshot().children.followMap?.send({ type: 'any' } as never),
    chosen: () => actor.getSnapshot().context.seats.map(({ seatNumber }) => seatNumber),
  };
}

async function openChoosing(...restored: SeatChoice[]) {
  const page = await open();
  await page.loadSeatmap.answer(map(...restored));
  return page;
}

async function openPriced(...seats: SeatChoice[]) {
  const page = await openChoosing(...seats);
  await page.previewOrder.answer(ok(previewAs(null)));
  return page;
}

async function openApplied() {
  const page = await openPriced(seat('A1'));
  page.send({ type: 'voucher.apply', code: 'HEMAT10' });
  await page.previewOrder.answer(ok(previewAs(voucherAs('HEMAT10'))));
  await pass(150);
  return page;
}

async function openCreating() {
  const page = await openPriced(seat('A1'), seat('A2'));
  page.send({ type: 'draft.request' });
  return page;
}

describe('access', () => {
  it('loads the map for a buyer who is online', async () => {
    const page = await open();
    expect(page.at('loadingSeatmap')).toBe(true);
    expect(page.loadSeatmap.calls).toEqual([{ slug, chosen: [], quantities: [] }]);
    expect(page.cancelDraft.calls).toEqual([]);
  });

  it.each([
    [null, 'queue'],
    [readingAs({ step: 'notInQueue' }), 'queue'],
    [readingAs({ slug, step: 'queued' }), 'queue'],
    [readingAs({ slug, step: 'expired' }), 'queue'],
    [readingAs({ slug, step: 'paymentSelection' }), 'elsewhere'],
    [readingAs({ slug, step: 'paymentProcessing' }), 'elsewhere'],
    [readingAs({ slug: 'konser-lain', step: 'online' }), 'elsewhere'],
    [readingAs({ slug: 'konser-lain', step: 'queued' }), 'elsewhere'],
  ] as const)('sends everybody else on: %o', async (reading, kind) => {
    const page = await open({ reading, hadDraft: true });
    expect(page.output()).toEqual({ kind });
    expect(page.cancelDraft.calls).toEqual([]);
  });

  it('[F58] goes on when nothing can be recalled', async () => {
    const page = await open({}, async () => Promise.reject(new Error('A bug in the port.')));
    expect(page.at('loadingSeatmap')).toBe(true);
    expect(page.readDraft.calls).toEqual([]);
  });

  it('follows the session while choosing', async () => {
    const stays = await openChoosing();
    const later = { ...online, remainingMs: 5_000 };
    stays.send({ type: 'queue.reading', reading: later });
    expect(stays.context().reading).toEqual(later);
    expect(stays.at('choosing')).toBe(true);
    stays.send({ type: 'queue.reading', reading: readingAs({ slug, step: 'expired' }) });
    expect(stays.output()).toEqual({ kind: 'queue' });
    const moves = await openChoosing();
    moves.send({ type: 'queue.reading', reading: readingAs({ slug, step: 'paymentSelection' }) });
    expect(moves.output()).toEqual({ kind: 'elsewhere' });
  });
});

describe('the map', () => {
  it('brings the kept choice back, prices it and keeps it', async () => {
    const page = await openChoosing(seat('A1'), seat('A2'));
    expect(page.chosen()).toEqual(['A1', 'A2']);
    expect(page.context().lostSeats).toEqual([]);
    expect(page.previewOrder.calls).toEqual([
      { slug, seats: ['A1', 'A2'], quantities: [], voucherCode: null },
    ]);
    expect(page.saveSelection.calls).toEqual([{ slug, seats: ['A1', 'A2'], quantities: [] }]);
  });

  it.each([
    [broken(), 'Failed to load seatmap data. Please try again.'],
    [refused('notFound', 'Not found'), 'Failed to load seatmap data. Please try again.'],
    [
      {
        ok: false,
        failure: {
          kind: 'broken',
          status: 200,
          flaw: 'missing',
          message: '',
        },
      } as const,
      'Seatmap configuration is missing or invalid.',
    ],
  ])('says why it did not load: %o', async (answer, words) => {
    const page = await open();
    await page.loadSeatmap.answer(answer);
    expect(page.at('refused')).toBe(true);
    expect(shownText(page.context().error)).toBe(words);
  });

  it('is read again by itself until it comes, and at once on a wake; its words go with it', async () => {
    const page = await open();
    await page.loadSeatmap.answer(unreachable());
    await pass(999);
    expect(page.at('refused')).toBe(true);
    await pass(1);
    await page.loadSeatmap.answer(broken(503));
    expect(shownText(page.context().error)).toBe('Failed to load seatmap data. Please try again.');
    page.send({ type: 'call.hasten' });
    await settle();
    await page.loadSeatmap.answer(
      ok({ eventStatus: 'active', restored: [seat('A1')], mine: null }),
    );
    expect(page.at('choosing')).toBe(true);
    expect(page.context().error).toBeNull();
    expect(page.chosen()).toEqual(['A1']);
  });

  it.each([
    [refused('unauthenticated', 'No'), 'signedOut'],
    [refused('sessionNotOnline', 'Not online'), 'queue'],
  ] as const)('is not for everybody: %o', async (answer, kind) => {
    const page = await open();
    await page.loadSeatmap.answer(answer);
    expect(page.output()).toEqual({ kind });
  });

  it('survives a bug in the port', async () => {
    const page = await open();
    await page.loadSeatmap.crash();
    expect(shownText(page.context().error)).toBe('Failed to load seatmap data. Please try again.');
  });
});

describe('choosing seats', () => {
  it('adds and drops, keeps each choice and prices the newest', async () => {
    const page = await openChoosing();
    expect(page.at({ choosing: { pricing: 'blank', voucher: 'idle' } })).toBe(true);
    await page.saveSelection.answer();
    expect(page.at({ choosing: { selection: 'kept' } })).toBe(true);
    page.toggle(seat('A1'), seat('A2'));
    expect(page.saveSelection.calls.at(-1)).toEqual({ slug, seats: ['A1', 'A2'], quantities: [] });
    expect(page.previewOrder.calls).toHaveLength(2);
    expect(page.previewOrder.aborted(0)).toBe(true);
    await page.previewOrder.answer(ok(previewAs(null, 111)), 0);
    expect(page.context().preview).toBeNull();
    await page.previewOrder.answer(ok(previewAs(null, 222)));
    expect(page.context().preview?.pricing_details.final_price).toBe(222);
    expect(page.at({ choosing: { pricing: 'priced' } })).toBe(true);
    page.toggle(seat('A1'));
    expect(page.chosen()).toEqual(['A2']);
    expect(page.context().preview).toBeNull();
  });

  it('[F58] never minds a choice that could not be kept', async () => {
    const page = await openChoosing();
    await page.saveSelection.crash();
    expect(page.at({ choosing: { selection: 'kept' } })).toBe(true);
  });

  it('takes five at most, and still lets one go', async () => {
    const page = await openChoosing();
    page.toggle(...['A1', 'A2', 'A3', 'A4', 'A5', 'A6'].map((number) => seat(number)));
    expect(page.chosen()).toEqual(['A1', 'A2', 'A3', 'A4', 'A5']);
    expect(page.can({ type: 'seat.toggle', seat: seat('A6') })).toBe(false);
    expect(page.can({ type: 'seat.toggle', seat: seat('A5', 'sold') })).toBe(true);
    page.toggle(seat('A5', 'sold'));
    expect(page.chosen()).toHaveLength(4);
  });

  it.each(['booked', 'sold', 'in_transaction', 'reserved', 'hampir_habis', 'block', 'neu'])(
    '[F59] does not take a seat that is %s',
    async (status) => {
      const page = await openChoosing();
      page.toggle(seat('A1', status));
      expect(page.chosen()).toEqual([]);
    },
  );

  it('takes nothing while the event is not active', async () => {
    const page = await open();
    await page.loadSeatmap.answer(ok({ eventStatus: 'cancelled', restored: [], mine: null }));
    page.toggle(seat('A1'));
    expect(page.chosen()).toEqual([]);
  });

  it('takes an event without a status for active', async () => {
    const page = await open();
    await page.loadSeatmap.answer(ok({ eventStatus: '', restored: [], mine: null }));
    page.toggle(seat('A1'));
    expect(page.chosen()).toEqual(['A1']);
  });

  it('lets all go', async () => {
    const page = await openPriced(seat('A1'));
    page.send({ type: 'seats.clear' });
    expect(page.chosen()).toEqual([]);
    expect(page.at({ choosing: { pricing: 'blank' } })).toBe(true);
    expect(page.can({ type: 'seats.clear' })).toBe(false);
    expect(page.can({ type: 'draft.request' })).toBe(false);
  });

  it('drops and names seats that went to somebody else', async () => {
    const page = await openPriced(seat('A1'), seat('A2'));
    page.send({ type: 'seats.changed', taken: ['B9'] });
    expect(page.context().preview).not.toBeNull();
    page.send({ type: 'seats.changed', taken: ['A1', 'B9'] });
    expect(page.chosen()).toEqual(['A2']);
    expect(page.context().lostSeats).toEqual(['A1']);
    await page.replaceSeats.answer([]);
    expect(page.previewOrder.calls.at(-1)?.seats).toEqual(['A2']);
    expect(page.saveSelection.calls.at(-1)?.seats).toEqual(['A2']);
    page.toggle(seat('A3'));
    expect(page.context().lostSeats).toEqual([]);
  });
});

describe('seats offered for lost ones', () => {
  async function openOffered() {
    const page = await openPriced(seat('A1'), seat('A2'));
    page.send({ type: 'seats.changed', taken: ['A1'] });
    await page.replaceSeats.answer([seat('A3')]);
    return page;
  }

  it('are searched at once, near the remaining ones', async () => {
    const page = await openPriced(seat('A1'), seat('A2'));
    page.send({ type: 'seats.changed', taken: ['A1'] });
    expect(page.at('findingOffer')).toBe(true);
    expect(page.replaceSeats.calls).toEqual([{ slug, lost: ['A1'], kept: ['A2'] }]);
    expect(page.can({ type: 'offer.take' })).toBe(false);
    await page.replaceSeats.answer([seat('A3')]);
    expect(page.at('choosing')).toBe(true);
    expect(page.context()).toMatchObject({ offer: [seat('A3')], lostSeats: ['A1'] });
    expect(page.chosen()).toEqual(['A2']);
  });

  it('are taken in one go, kept and priced', async () => {
    const page = await openOffered();
    page.send({ type: 'offer.take' });
    expect(page.chosen()).toEqual(['A2', 'A3']);
    expect(page.context()).toMatchObject({ offer: null, lostSeats: [], found: ['A3'] });
    expect(page.previewOrder.calls.at(-1)?.seats).toEqual(['A2', 'A3']);
    expect(page.saveSelection.calls.at(-1)?.seats).toEqual(['A2', 'A3']);
    expect(page.can({ type: 'offer.take' })).toBe(false);
  });

  it.each(['none', 'a bug'] as const)('are not offered when there are none: %s', async (answer) => {
    const page = await openPriced(seat('A1'), seat('A2'));
    page.send({ type: 'seats.changed', taken: ['A1'] });
    await (answer === 'none' ? page.replaceSeats.answer([]) : page.replaceSeats.crash());
    expect(page.context()).toMatchObject({ offer: [], lostSeats: ['A1'] });
    expect(page.can({ type: 'offer.take' })).toBe(false);
    expect(page.at('choosing')).toBe(true);
  });

  it('are looked for again when one of them goes as well', async () => {
    const page = await openOffered();
    page.send({ type: 'seats.changed', taken: ['A3'] });
    expect(page.at('findingOffer')).toBe(true);
    expect(page.replaceSeats.calls[1]).toEqual({ slug, lost: ['A1'], kept: ['A2'] });
    await page.replaceSeats.answer([seat('A4')]);
    expect(page.context().offer).toEqual([seat('A4')]);
  });

  it('stand for everything that was lost since the buyer last chose', async () => {
    const page = await openOffered();
    page.send({ type: 'seats.changed', taken: ['A2'] });
    expect(page.replaceSeats.calls[1]).toEqual({ slug, lost: ['A1', 'A2'], kept: [] });
    await page.replaceSeats.answer([seat('A4'), seat('A5')]);
    page.send({ type: 'offer.take' });
    expect(page.chosen()).toEqual(['A4', 'A5']);
  });

  it.each([{ type: 'seat.toggle', seat: seat('A5') }, { type: 'seats.clear' }] as const)(
    'are gone once the buyer chooses otherwise: %o',
    async (event) => {
      const page = await openOffered();
      page.send(event);
      expect(page.context()).toMatchObject({ offer: null, lostSeats: [] });
    },
  );

  it('are gone once the rest is held, even if that fails', async () => {
    const page = await openOffered();
    page.send({ type: 'draft.request' });
    await page.createDraft.answer(refused('tooManyRequests', ''));
    expect(page.context()).toMatchObject({ offer: null, lostSeats: [] });
  });

  it('leave a voucher that is being checked to its check', async () => {
    const page = await openPriced(seat('A1'), seat('A2'));
    page.send({ type: 'voucher.apply', code: 'HEMAT10' });
    page.send({ type: 'seats.changed', taken: ['A1'] });
    await page.replaceSeats.answer([]);
    expect(page.at({ choosing: { voucher: 'checking' } })).toBe(true);
    expect(page.previewOrder.calls.at(-1)).toEqual({
      slug,
      seats: ['A2'],
      quantities: [],
      voucherCode: 'HEMAT10',
    });
    await page.previewOrder.answer(ok(previewAs(voucherAs('HEMAT10'))));
    await pass(150);
    expect(page.at({ choosing: { voucher: 'applied' } })).toBe(true);
  });

  it('leave a voucher without seats to check it with', async () => {
    const page = await openPriced(seat('A1'));
    page.send({ type: 'voucher.apply', code: 'HEMAT10' });
    page.send({ type: 'seats.changed', taken: ['A1'] });
    await page.replaceSeats.answer([]);
    expect(page.at({ choosing: { voucher: 'rejected', pricing: 'blank' } })).toBe(true);
    expect(page.context()).toMatchObject({
      voucherCode: null,
      voucherError: { key: 'voucher.seatsFirst' },
    });
  });
});

describe('the best seats', () => {
  const best = (count: number, categoryId: string | null = null) =>
    ({ type: 'seats.best', count, categoryId }) as const;

  it('take the place of the choice, are kept and priced', async () => {
    const page = await openPriced(seat('A1'));
    page.send(best(2, '1'));
    expect(page.at('findingSeats')).toBe(true);
    expect(page.findSeats.calls).toEqual([{ slug, count: 2, categoryId: '1' }]);
    await page.findSeats.answer([seat('A3'), seat('A4')]);
    expect(page.chosen()).toEqual(['A3', 'A4']);
    expect(page.context()).toMatchObject({
      found: ['A3', 'A4'],
      search: { count: 2, categoryId: '1' },
    });
    expect(page.saveSelection.calls.at(-1)?.seats).toEqual(['A3', 'A4']);
    expect(page.previewOrder.calls.at(-1)?.seats).toEqual(['A3', 'A4']);
    page.toggle(seat('A3'));
    expect(page.context().found).toBeNull();
  });

  it.each(['none', 'a bug'] as const)(
    'leave the choice when there are none: %s',
    async (answer) => {
      const page = await openPriced(seat('A1'));
      page.send(best(3));
      await (answer === 'none' ? page.findSeats.answer([]) : page.findSeats.crash());
      expect(page.at({ choosing: { pricing: 'priced' } })).toBe(true);
      expect(page.chosen()).toEqual(['A1']);
      expect(page.context().found).toEqual([]);
      page.send(best(1));
      expect(page.context().found).toBeNull();
    },
  );

  it.each([0, 6, 1.5, Number.NaN])('are not looked for in any number: %d', async (count) => {
    const page = await openChoosing();
    expect(page.can(best(count))).toBe(false);
    page.send(best(count));
    expect(page.findSeats.calls).toEqual([]);
  });

  it.each([1, 5])('are looked for one to five at a time: %i', async (count) => {
    const page = await openChoosing();
    expect(page.can(best(count))).toBe(true);
  });

  it('are not looked for while the event is not active, nor once the session is over', async () => {
    const closed = await open();
    await closed.loadSeatmap.answer(ok({ eventStatus: 'cancelled', restored: [], mine: null }));
    expect(closed.can(best(1))).toBe(false);
    const over = await openPriced(seat('A1'));
    over.send({ type: 'voucher.apply', code: 'HEMAT10' });
    await over.previewOrder.answer(refused('unauthenticated', 'No'));
    over.send(best(1));
    expect(over.at({ choosing: { voucher: 'ended' } })).toBe(true);
  });
});

describe('the map that changes', () => {
  it('is followed from the first choice on, and read again when it may be old', async () => {
    const page = await open();
    expect(page.followed).toEqual([]);
    await page.loadSeatmap.answer(map());
    expect(page.followed).toEqual([{ type: 'map.follow', slug, realtime: true, isStale: false }]);
    page.send({ type: 'seats.stale', realtime: false });
    expect(page.followed.at(-1)).toEqual({
      type: 'map.follow',
      slug,
      realtime: false,
      isStale: true,
    });
    page.send(best1);
    await page.findSeats.answer([seat('A1')]);
    expect(page.followed.at(-1)).toEqual({
      type: 'map.follow',
      slug,
      realtime: false,
      isStale: false,
    });
  });

  it('may not be followed: choosing goes on', async () => {
    const page = await openChoosing(seat('A1'));
    page.breakFollower();
    await settle();
    expect(page.at('choosing')).toBe(true);
    page.toggle(seat('A1'));
    expect(page.chosen()).toEqual([]);
  });
});

describe('the price', () => {
  it('may be missing: the words say so, and nothing stops', async () => {
    const page = await openChoosing(seat('A1'));
    await page.previewOrder.answer(unreachable());
    expect(page.at({ choosing: { pricing: 'unpriced' } })).toBe(true);
    expect(shownText(page.context().error)).toBe('Failed to preview order');
    expect(page.can({ type: 'draft.request' })).toBe(true);
  });

  it('survives a bug in the port', async () => {
    const page = await openChoosing(seat('A1'));
    await page.previewOrder.crash();
    expect(page.at({ choosing: { pricing: 'unpriced' } })).toBe(true);
  });

  it('is asked for again by itself, and at once on a wake', async () => {
    const page = await openChoosing(seat('A1'));
    await page.previewOrder.answer(unreachable());
    await pass(1_000);
    expect(page.previewOrder.calls).toHaveLength(2);
    await page.previewOrder.answer(broken(503));
    page.send({ type: 'call.hasten' });
    expect(page.previewOrder.calls).toHaveLength(3);
    await page.previewOrder.answer(ok(previewAs(null)));
    expect(page.at({ choosing: { pricing: 'priced' } })).toBe(true);
    expect(page.context().error).toBeNull();
  });

  it('is not given to a signed-out buyer', async () => {
    const page = await openChoosing(seat('A1'));
    await page.previewOrder.answer(refused('unauthenticated', 'No'));
    expect(page.output()).toEqual({ kind: 'signedOut' });
  });
});

describe('the voucher', () => {
  it('is upper-cased, checked, and applied 150 ms after the answer', async () => {
    const page = await openPriced(seat('A1'));
    page.send({ type: 'voucher.apply', code: ' hemat10 ' });
    expect(page.at({ choosing: { voucher: 'checking' } })).toBe(true);
    expect(page.can({ type: 'voucher.apply', code: 'X' })).toBe(false);
    expect(page.can({ type: 'draft.request' })).toBe(false);
    page.send({ type: 'voucher.apply', code: 'X' });
    expect(page.previewOrder.calls.at(-1)).toEqual({
      slug,
      seats: ['A1'],
      quantities: [],
      voucherCode: 'HEMAT10',
    });
    const valid = voucherAs('HEMAT10');
    await page.previewOrder.answer(ok(previewAs(valid, 900)));
    expect(page.context()).toMatchObject({ voucher: valid, voucherCode: 'HEMAT10' });
    expect(page.context().preview?.pricing_details.final_price).toBe(900);
    await pass(149);
    expect(page.at({ choosing: { voucher: 'releasing' } })).toBe(true);
    page.send({ type: 'voucher.apply', code: 'X' });
    expect(page.at({ choosing: { voucher: 'releasing' } })).toBe(true);
    await pass(1);
    expect(page.at({ choosing: { voucher: 'applied' } })).toBe(true);
  });

  it.each([
    [
      ok(previewAs({ ...voucherAs('LAMA'), is_valid: false, message: 'Voucher habis' })),
      'Voucher habis',
    ],
    [
      ok(previewAs({ ...voucherAs('LAMA'), is_valid: false, message: '' })),
      'Kode voucher tidak valid atau sudah kedaluwarsa',
    ],
    [ok(previewAs(null)), 'Kode voucher tidak valid atau sudah kedaluwarsa'],
    [refused('inputInvalid', 'Kode terlalu panjang'), 'Kode terlalu panjang'],
    [refused('inputInvalid', ''), 'Kode voucher tidak valid atau sudah kedaluwarsa'],
    [broken(), 'Terjadi kesalahan saat memvalidasi voucher'],
    [unreachable(), 'Terjadi kesalahan saat memproses voucher'],
  ])('is rejected with its words: %o', async (answer, words) => {
    const page = await openPriced(seat('A1'));
    page.send({ type: 'voucher.apply', code: 'LAMA' });
    await page.previewOrder.answer(answer);
    expect(page.context()).toMatchObject({ voucher: null, voucherCode: null });
    expect(shownText(page.context().voucherError)).toBe(words);
    await pass(150);
    expect(page.at({ choosing: { voucher: 'rejected' } })).toBe(true);
    expect(page.context().error).toBeNull();
    page.send({ type: 'voucher.remove' });
    expect(page.context().voucherError).toBeNull();
    expect(page.at({ choosing: { voucher: 'idle' } })).toBe(true);
  });

  it('that is edited while its rejection is new can be tried at once under its new code', async () => {
    const page = await openPriced(seat('A1'));
    page.send({ type: 'voucher.apply', code: 'LAMA' });
    await page.previewOrder.answer(ok(previewAs(null)));
    expect(page.at({ choosing: { voucher: 'releasing' } })).toBe(true);
    page.send({ type: 'voucher.remove' });
    expect(page.context().voucherError).toBeNull();
    page.send({ type: 'voucher.apply', code: 'HEMAT10' });
    expect(page.at({ choosing: { voucher: 'checking' } })).toBe(true);
  });

  it('[R6] keeps the order from being asked for while no method carries its total', async () => {
    const page = await openChoosing(seat('A1'), seat('A2'));
    await page.previewOrder.answer(ok({ ...previewAs(null), is_payable: false }));
    expect(choiceProblem(page.context())).toEqual({ key: 'refusal.noMethodCarries' });
    page.send({ type: 'draft.request' });
    expect(page.createDraft.calls).toEqual([]);
    page.send({ type: 'seat.toggle', seat: seat('A2') });
    expect(choiceProblem(page.context())).toBeNull();
    await page.previewOrder.answer(ok({ ...previewAs(null), is_payable: true }));
    page.send({ type: 'draft.request' });
    expect(page.createDraft.calls).toHaveLength(1);
  });

  it('asks for no other price when one came with its refusal', async () => {
    const page = await openPriced(seat('A1'));
    page.send({ type: 'voucher.apply', code: 'LAMA' });
    await page.previewOrder.answer(ok(previewAs(null, 1_000)));
    expect(page.at({ choosing: { pricing: 'priced', voucher: 'releasing' } })).toBe(true);
    expect(page.previewOrder.calls).toHaveLength(2);
    expect(page.context().preview?.pricing_details.final_price).toBe(1_000);
  });

  it('asks for the plain price when its own question failed', async () => {
    const page = await openApplied();
    page.send({ type: 'voucher.apply', code: 'LAIN' });
    await page.previewOrder.answer(unreachable());
    expect(page.previewOrder.calls.at(-1)).toEqual({
      slug,
      seats: ['A1'],
      quantities: [],
      voucherCode: null,
    });
    await page.previewOrder.answer(ok(previewAs(null, 1_000)));
    expect(page.context().preview?.pricing_details.final_price).toBe(1_000);
  });

  it('needs seats first', async () => {
    const page = await openChoosing();
    page.send({ type: 'voucher.apply', code: 'HEMAT10' });
    expect(shownText(page.context().voucherError)).toBe(
      'Please select seats before applying a voucher',
    );
    expect(page.at({ choosing: { voucher: 'rejected' } })).toBe(true);
    expect(page.previewOrder.calls).toEqual([]);
  });

  it('needs seats until its answer comes', async () => {
    const page = await openPriced(seat('A1'));
    page.send({ type: 'voucher.apply', code: 'HEMAT10' });
    page.toggle(seat('A1'));
    expect(page.at({ choosing: { voucher: 'rejected', pricing: 'blank' } })).toBe(true);
    expect(shownText(page.context().voucherError)).toBe(
      'Please select seats before applying a voucher',
    );
  });

  it('needs a code', async () => {
    const page = await openPriced(seat('A1'));
    expect(page.can({ type: 'voucher.apply', code: '  ' })).toBe(false);
    page.send({ type: 'voucher.apply', code: '  ' });
    expect(page.at({ choosing: { voucher: 'idle' } })).toBe(true);
  });

  it('is checked against the seats as they are when it is answered', async () => {
    const page = await openPriced(seat('A1'));
    page.send({ type: 'voucher.apply', code: 'HEMAT10' });
    page.toggle(seat('A2'));
    expect(page.at({ choosing: { voucher: 'checking' } })).toBe(true);
    expect(page.previewOrder.calls.at(-1)).toEqual({
      slug,
      seats: ['A1', 'A2'],
      quantities: [],
      voucherCode: 'HEMAT10',
    });
  });

  it('follows the seats: a new discount, or none any more', async () => {
    const page = await openApplied();
    page.toggle(seat('A2'));
    const more = { ...voucherAs('HEMAT10'), discount_amount: 150_000 };
    await page.previewOrder.answer(ok(previewAs(more)));
    expect(page.context().voucher?.discount_amount).toBe(150_000);
    page.toggle(seat('A3'));
    await page.previewOrder.answer(
      ok(previewAs({ ...more, is_valid: false, message: 'Maksimal dua kursi' })),
    );
    expect(page.at({ choosing: { voucher: 'rejected' } })).toBe(true);
    expect(page.context()).toMatchObject({
      voucher: null,
      voucherCode: null,
      voucherError: { sentence: 'Maksimal dua kursi', code: null },
    });
  });

  it('is removed together with its price', async () => {
    const page = await openApplied();
    page.send({ type: 'voucher.remove' });
    expect(page.context()).toMatchObject({ voucher: null, voucherCode: null, preview: null });
    expect(page.previewOrder.calls.at(-1)?.voucherCode).toBeNull();
  });

  it('is removed without a question when no seat is chosen', async () => {
    const page = await openApplied();
    page.send({ type: 'seats.clear' });
    const asked = page.previewOrder.calls.length;
    page.send({ type: 'voucher.remove' });
    expect(page.previewOrder.calls).toHaveLength(asked);
    expect(page.at({ choosing: { pricing: 'blank', voucher: 'idle' } })).toBe(true);
  });

  it('sends a signed-out buyer to sign in after two seconds', async () => {
    const page = await openPriced(seat('A1'));
    page.send({ type: 'voucher.apply', code: 'HEMAT10' });
    await page.previewOrder.answer(refused('unauthenticated', 'No'));
    expect(shownText(page.context().voucherError)).toBe(
      'Sesi Anda telah berakhir. Silakan login kembali.',
    );
    page.send({ type: 'voucher.apply', code: 'HEMAT10' });
    // The next price is refused as well, and cuts nothing short.
    page.send({ type: 'seat.toggle', seat: seat('A2') });
    await page.previewOrder.answer(refused('unauthenticated', 'No'));
    await pass(1_999);
    expect(page.at({ choosing: { voucher: 'ended' } })).toBe(true);
    await pass(1);
    expect(page.output()).toEqual({ kind: 'signedOut' });
  });
});

describe('creating the draft', () => {
  it('holds the seats with the accepted voucher', async () => {
    const page = await openApplied();
    page.send({ type: 'draft.request' });
    expect(page.createDraft.calls).toEqual([
      { slug, seats: ['A1'], quantities: [], voucherCode: 'HEMAT10', shownTotal: null },
    ]);
    await page.createDraft.answer(ok(draftAs()));
    expect(page.output()).toEqual({ kind: 'drafted' });
  });

  it.each([
    [refused('draftExists', 'Draft already exists'), 'drafted'],
    [refused('paymentLive', 'There is an active payment session'), 'drafted'],
    [refused('unauthenticated', 'No'), 'signedOut'],
    [refused('sessionNotOnline', 'Not online'), 'queue'],
  ] as const)('ends by the refusal: %o', async (answer, kind) => {
    const page = await openCreating();
    await page.createDraft.answer(answer);
    expect(page.output()).toEqual({ kind });
  });

  it.each([
    [refused('inputInvalid', 'Select up to 5 seats'), 'Select up to 5 seats'],
    [refused('tooManyRequests', ''), 'Failed to create order draft'],
  ])('goes back to the seats with the words: %o', async (answer, words) => {
    const page = await openCreating();
    await page.createDraft.answer(answer);
    expect(page.at({ choosing: { pricing: 'priced' } })).toBe(true);
    expect(shownText(page.context().error)).toBe(words);
    expect(page.chosen()).toEqual(['A1', 'A2']);
    page.send({ type: 'draft.request' });
    expect(page.context().error).toBeNull();
  });

  it('a risen price is shown before it is asked for again (decision 055)', async () => {
    const page = await openPriced(seat('A1'));
    const priced = (total: number) => {
      const preview = previewAs(null, total);
      return ok({ ...preview, pricing_details: { ...preview.pricing_details, fees: [] } });
    };
    page.send({ type: 'seat.toggle', seat: seat('A2') });
    await page.previewOrder.answer(priced(200));
    page.send({ type: 'draft.request' });
    expect(page.createDraft.calls.at(-1)?.shownTotal).toBe(200);
    await page.createDraft.answer(refused('priceChanged'));
    expect(page.at('loadingSeatmap')).toBe(true);
    await page.loadSeatmap.answer(map(seat('A1'), seat('A2')));
    expect(page.at({ choosing: { pricing: 'asking' } })).toBe(true);
    expect(page.context().preview).toBeNull();
    expect(page.context().error).toMatchObject({ code: 'priceChanged' });
    await page.previewOrder.answer(priced(300));
    page.send({ type: 'draft.request' });
    expect(page.createDraft.calls.at(-1)?.shownTotal).toBe(300);
  });

  it('survives a bug in the port', async () => {
    const page = await openCreating();
    await page.createDraft.crash();
    expect(page.at('choosing')).toBe(true);
    expect(shownText(page.context().error)).toBe('Failed to create order draft');
  });

  it('is repeated by itself, for the same seats, once it is known that it was not made', async () => {
    const page = await openCreating();
    await page.createDraft.answer(unreachable());
    await page.readDraft.answer(refused('noDraft', 'No draft'));
    await page.loadSeatmap.answer(
      ok({ eventStatus: 'active', restored: [seat('A1'), seat('A2')], mine: [] }),
    );
    expect(shownText(page.context().error)).toBe('Failed to create order draft');
    await pass(1_000);
    expect(page.createDraft.calls).toHaveLength(2);
    expect(page.createDraft.calls[1]).toEqual(page.createDraft.calls[0]);
  });

  it.each([refused('tooManyRequests', ''), 'crash'] as const)(
    'is repeated by itself where no answer came, for the same seats: %o',
    async (end) => {
      const page = await openCreating();
      const fail = () =>
        end === 'crash' ? page.createDraft.crash() : page.createDraft.answer(end);
      await fail();
      await pass(1_000);
      expect(page.createDraft.calls).toHaveLength(2);
      expect(page.createDraft.calls[1]).toEqual(page.createDraft.calls[0]);
      await fail();
      page.send({ type: 'call.hasten' });
      expect(page.createDraft.calls).toHaveLength(3);
      await page.createDraft.answer(refused('inputInvalid', 'Select up to 5 seats'));
      await pass(600_000);
      expect(page.createDraft.calls).toHaveLength(3);
    },
  );

  it('is not repeated once another choice is made', async () => {
    const page = await openCreating();
    await page.createDraft.answer(refused('tooManyRequests', ''));
    page.send({ type: 'seats.clear' });
    await pass(600_000);
    expect(page.createDraft.calls).toHaveLength(1);
  });

  it('keeps an applied and a rejected voucher through a failure', async () => {
    const applied = await openApplied();
    applied.send({ type: 'draft.request' });
    await applied.createDraft.answer(refused('tooManyRequests', ''));
    expect(applied.at({ choosing: { voucher: 'applied' } })).toBe(true);
    const rejected = await openPriced(seat('A1'));
    rejected.send({ type: 'voucher.apply', code: 'LAMA' });
    await rejected.previewOrder.answer(ok(previewAs(null)));
    rejected.send({ type: 'draft.request' });
    expect(rejected.createDraft.calls.at(-1)?.voucherCode).toBeNull();
    await rejected.createDraft.answer(refused('tooManyRequests', ''));
    expect(rejected.at({ choosing: { voucher: 'rejected' } })).toBe(true);
  });
});

describe('a conflict', () => {
  const taken = refused('seatsTaken', 'Seats not available or already taken');

  async function openRetrying() {
    const page = await openCreating();
    await page.createDraft.answer(taken);
    await page.cancelDraft.answer(ok(null));
    return page;
  }

  it.each([taken, refused('seatsTaken', 'No such seat')])(
    'gives the old draft back and tries once more: %o',
    async (answer) => {
      const page = await openCreating();
      await page.createDraft.answer(answer);
      expect(page.at({ releasingThenRetrying: 'releasing' })).toBe(true);
      expect(page.cancelDraft.calls).toEqual([{ slug }]);
      expect(page.createDraft.calls).toHaveLength(1);
      await page.cancelDraft.answer(ok(null));
      expect(page.createDraft.calls).toHaveLength(2);
      expect(page.createDraft.calls[1]).toEqual(page.createDraft.calls[0]);
      await page.createDraft.answer(ok(draftAs()));
      expect(page.output()).toEqual({ kind: 'drafted' });
    },
  );

  it.each([refused('noDraft', 'No draft'), unreachable()])(
    'tries again even when there was nothing to give back: %o',
    async (answer) => {
      const page = await openCreating();
      await page.createDraft.answer(taken);
      await page.cancelDraft.answer(answer);
      expect(page.createDraft.calls).toHaveLength(2);
    },
  );

  it('tries again after a bug in giving back', async () => {
    const page = await openCreating();
    await page.createDraft.answer(taken);
    await page.cancelDraft.crash();
    expect(page.createDraft.calls).toHaveLength(2);
  });

  it.each([
    [refused('unauthenticated', 'No'), 'signedOut'],
    [refused('paymentLive', 'active payment session'), 'elsewhere'],
  ] as const)('stops when giving back is refused: %o', async (answer, kind) => {
    const page = await openCreating();
    await page.createDraft.answer(taken);
    await page.cancelDraft.answer(answer);
    expect(page.output()).toEqual({ kind });
  });

  it.each([
    [refused('unauthenticated', 'No'), 'signedOut'],
    [refused('sessionNotOnline', 'Not online'), 'queue'],
    [refused('draftExists', 'Draft already exists'), 'drafted'],
  ] as const)('ends by the second refusal: %o', async (answer, kind) => {
    const page = await openRetrying();
    await page.createDraft.answer(answer);
    expect(page.output()).toEqual({ kind });
  });

  it('that stays: loads the map again, drops and names the lost seat, in the server’s words', async () => {
    const page = await openRetrying();
    await page.createDraft.answer(taken);
    expect(page.loadSeatmap.calls.at(-1)).toEqual({ slug, chosen: ['A1', 'A2'], quantities: [] });
    await page.loadSeatmap.answer(map(seat('A2')));
    expect(page.replaceSeats.calls).toEqual([{ slug, lost: ['A1'], kept: ['A2'] }]);
    await page.replaceSeats.answer([seat('A3')]);
    expect(page.chosen()).toEqual(['A2']);
    expect(page.context()).toMatchObject({
      lostSeats: ['A1'],
      offer: [seat('A3')],
      error: { sentence: 'Seats not available or already taken', code: 'seatsTaken' },
    });
    expect(page.saveSelection.calls.at(-1)).toEqual({ slug, seats: ['A2'], quantities: [] });
    expect(page.previewOrder.calls.at(-1)?.seats).toEqual(['A2']);
    await settle();
    expect(page.createDraft.calls).toHaveLength(2);
  });

  it('that passed in the meantime: the same seats stay chosen, and nothing is offered', async () => {
    const page = await openRetrying();
    await page.createDraft.answer(taken);
    await page.loadSeatmap.answer(map(seat('A1'), seat('A2')));
    expect(page.at('choosing')).toBe(true);
    expect(page.replaceSeats.calls).toEqual([]);
    expect(page.context()).toMatchObject({ lostSeats: [], offer: null });
  });

  it('loads the map again after a bug as well', async () => {
    const page = await openRetrying();
    await page.createDraft.crash();
    expect(page.at('loadingSeatmap')).toBe(true);
    expect(shownText(page.context().error)).toBe('Failed to create order draft');
  });
});

/** The account's draft of these seats. */
describe('[R21] time that runs out while seats are asked for', () => {
  const taken = refused('seatsTaken', 'Seats not available or already taken');
  const over = readingAs({ slug, step: 'expired' });
  type Page = Awaited<ReturnType<typeof openCreating>>;
  const runsOut = (page: Page) => {
    page.send({ type: 'session.timeUp' });
    page.send({ type: 'queue.reading', reading: over });
  };
  const calls: readonly (readonly [
    string,
    (page: Page) => Promise<void>,
    'createDraft' | 'readDraft',
  ])[] = [
    ['the first question', async () => undefined, 'createDraft'],
    [
      'the second question after a conflict',
      async (page) => {
        await page.createDraft.answer(taken);
        await page.cancelDraft.answer(ok(null));
      },
      'createDraft',
    ],
    ['the look after a lost answer', (page) => page.createDraft.answer(unreachable()), 'readDraft'],
  ];

  it.each(calls)('is too late by a clear no alone: %s', async (_name, lead, port) => {
    const page = await openCreating();
    await lead(page);
    const before = page.actor.getSnapshot().value;
    expect(page.actor.getSnapshot().hasTag('awaitingResponse')).toBe(true);
    runsOut(page);
    expect(page.actor.getSnapshot().value).toEqual(before);
    await page[port].answer(refused('notFound', 'No'));
    expect(page.output()).toEqual({ kind: 'timeUp' });
  });

  it.each(calls)('is in time by a good answer: %s', async (_name, lead, port) => {
    const page = await openCreating();
    await lead(page);
    runsOut(page);
    const held = draftOf(...page.chosen());
    if (port === 'readDraft') await page.readDraft.answer(ok(held));
    else await page.createDraft.answer(ok(held));
    expect(page.output()).toEqual({ kind: 'drafted' });
  });

  it('sends to the queue as ever while the time runs', async () => {
    const page = await openCreating();
    page.send({ type: 'queue.reading', reading: over });
    expect(page.output()).toEqual({ kind: 'queue' });
  });
});

const draftOf = (...numbers: string[]) =>
  draftAs(
    {},
    numbers.map((seat_number, index) => ({
      category_id: '1',
      category_name: 'VIP',
      quantity: 1,
      price_per_item: 750_000,
      seats: [{ ticket_id: `t${index}`, seat_number, row: 'A', column: index + 1 }],
    })),
  );
const withDraft = readingAs({ slug, step: 'online', hasDraft: true });

describe('[R4] a draft that is there already', () => {
  async function openAsking(...numbers: string[]) {
    const page = await open({ hadDraft: true });
    await page.readDraft.answer(ok(draftOf(...numbers)));
    expect(page.at('askingDraft')).toBe(true);
    return page;
  }

  it.each([{ hadDraft: true }, { reading: withDraft }])(
    'is asked about and never given back by itself: %o',
    async (input) => {
      const page = await open(input);
      expect(page.readDraft.calls).toEqual([{ slug }]);
      await page.readDraft.answer(ok(draftOf('A1', 'A2')));
      await settle();
      expect(page.at('askingDraft')).toBe(true);
      expect(page.context().held).toEqual(['A1', 'A2']);
      expect(page.cancelDraft.calls).toEqual([]);
      expect(page.loadSeatmap.calls).toEqual([]);
    },
  );

  it('is asked about where only this browser knows of it (§4)', async () => {
    const page = await open({}, async () => true);
    expect(page.context().hadDraft).toBe(true);
    await page.readDraft.answer(ok(draftOf('A1')));
    expect(page.at('askingDraft')).toBe(true);
  });

  it('goes on to the order form', async () => {
    const page = await openAsking('A1');
    page.send({ type: 'draft.continue' });
    expect(page.output()).toEqual({ kind: 'drafted' });
    expect(page.cancelDraft.calls).toEqual([]);
  });

  it('is given back on a press, and its seats stay chosen where they are still free', async () => {
    const page = await openAsking('A1', 'A2');
    page.send({ type: 'draft.release' });
    expect(page.cancelDraft.calls).toEqual([{ slug }]);
    await page.cancelDraft.answer(ok(null));
    expect(page.loadSeatmap.calls).toEqual([{ slug, chosen: ['A1', 'A2'], quantities: [] }]);
    await page.loadSeatmap.answer(map(seat('A2')));
    expect(page.chosen()).toEqual(['A2']);
    expect(page.at('choosing')).toBe(true);
  });

  it.each([
    ['answer', unreachable()],
    ['crash', null],
  ] as const)('stays when it cannot be given back: %s', async (_, answer) => {
    const page = await openAsking('A1');
    page.send({ type: 'draft.release' });
    await (answer === null ? page.cancelDraft.crash() : page.cancelDraft.answer(answer));
    expect(page.at('askingDraft')).toBe(true);
    expect(shownText(page.context().error)).toBe('Failed to cancel order draft');
    page.send({ type: 'draft.release' });
    expect(page.context().error).toBeNull();
    expect(page.cancelDraft.calls).toHaveLength(2);
  });

  it.each([
    [refused('unauthenticated', 'No'), 'signedOut'],
    [refused('paymentLive', 'active payment session'), 'elsewhere'],
  ] as const)('may not be ours to give back: %o', async (answer, kind) => {
    const page = await openAsking('A1');
    page.send({ type: 'draft.release' });
    await page.cancelDraft.answer(answer);
    expect(page.output()).toEqual({ kind });
  });

  it('may be gone when it is given back: what is stale is cleared', async () => {
    const page = await openAsking('A1');
    page.send({ type: 'draft.release' });
    await page.cancelDraft.answer(refused('noDraft', 'No draft'));
    await page.clearStale.answer();
    expect(page.at('loadingSeatmap')).toBe(true);
  });

  it('is looked at again when another page gave it back', async () => {
    const page = await openAsking('A1');
    page.send({ type: 'queue.reading', reading: withDraft });
    expect(page.at('askingDraft')).toBe(true);
    page.send({ type: 'queue.reading', reading: online });
    await page.readDraft.answer(refused('noDraft', 'No draft'));
    await page.clearStale.answer();
    expect(page.at('loadingSeatmap')).toBe(true);
    expect(page.cancelDraft.calls).toEqual([]);
  });

  it.each([
    refused('sessionNotOnline', 'No'),
    refused('noDraft', 'No draft'),
    ok(draftAs({ is_expired: true })),
  ])('may be none: what is stale is cleared, and seats are chosen: %o', async (answer) => {
    const page = await open({ hadDraft: true });
    await page.readDraft.answer(answer);
    expect(page.clearStale.calls).toEqual([{ slug }]);
    await page.clearStale.answer();
    expect(page.at('loadingSeatmap')).toBe(true);
    expect(page.context().hadDraft).toBe(false);
  });

  it('goes on when clearing fails', async () => {
    const page = await open({ hadDraft: true });
    await page.readDraft.answer(refused('noDraft', 'No draft'));
    await page.clearStale.crash();
    expect(page.at('loadingSeatmap')).toBe(true);
  });

  it.each([
    [refused('unauthenticated', 'No'), 'signedOut'],
    [ok(draftAs({ is_locked: true })), 'elsewhere'],
  ] as const)('may belong to another step: %o', async (answer, kind) => {
    const page = await open({ hadDraft: true });
    await page.readDraft.answer(answer);
    expect(page.output()).toEqual({ kind });
  });

  it('is not asked about twice once it is gone', async () => {
    const page = await open({ hadDraft: true });
    await page.readDraft.answer(refused('noDraft', 'No draft'));
    await page.clearStale.answer();
    await page.loadSeatmap.answer(broken());
    page.send({ type: 'seats.retry' });
    await settle();
    expect(page.readDraft.calls).toHaveLength(1);
    expect(page.at('loadingSeatmap')).toBe(true);
  });

  it('made on another page is asked about as soon as it is known', async () => {
    const page = await openPriced(seat('A3'));
    page.send({ type: 'queue.reading', reading: withDraft });
    await page.readDraft.answer(ok(draftOf('A1')));
    expect(page.at('askingDraft')).toBe(true);
    expect(page.context().reading).toEqual(withDraft);
  });

  it('is not given back for seats that somebody else has: the buyer is asked', async () => {
    const page = await openCreating();
    const conflict = { seats: ['A2'], mine: ['B1'] };
    await page.createDraft.answer(
      refused('seatsTaken', 'Seats not available or already taken', conflict),
    );
    expect(page.cancelDraft.calls).toEqual([]);
    await page.readDraft.answer(ok(draftOf('B1')));
    expect(page.at('askingDraft')).toBe(true);
    expect(shownText(page.context().error)).toBe('Seats not available or already taken');
  });

  it('is not given back either where the session alone knows of it', async () => {
    const page = await openCreating();
    page.send({ type: 'queue.reading', reading: withDraft });
    await page.createDraft.answer(refused('seatsTaken', 'Seats not available or already taken'));
    expect(page.cancelDraft.calls).toEqual([]);
    expect(page.readDraft.calls).toHaveLength(1);
  });
});

describe('[R14] a draft that cannot be looked at', () => {
  const incomplete = broken(200);

  it.each([
    [unreachable(), 'Failed to verify draft status.'],
    [broken(), 'Failed to verify draft status.'],
    [incomplete, 'Draft status check returned success but data was incomplete.'],
    [null, 'Failed to verify draft status.'],
  ])('says so on entry, and looks again by itself: %o', async (answer, words) => {
    const page = await open({ hadDraft: true });
    await (answer === null ? page.readDraft.crash() : page.readDraft.answer(answer));
    expect(page.at('unverified')).toBe(true);
    expect(shownText(page.context().error)).toBe(words);
    expect(page.cancelDraft.calls).toEqual([]);
    await pass(1_000);
    expect(page.readDraft.calls).toHaveLength(2);
    await page.readDraft.answer(unreachable());
    await pass(1_000);
    expect(page.readDraft.calls).toHaveLength(2);
    page.send({ type: 'seats.retry' });
    expect(page.readDraft.calls).toHaveLength(3);
    await page.readDraft.answer(ok(draftOf('A1')));
    expect(page.at('askingDraft')).toBe(true);
  });

  it.each([
    [broken(201), unreachable(), 'Draft created but status verification failed'],
    [broken(201), null, 'Draft created but status verification failed'],
    [unreachable(), unreachable(), 'Failed to verify draft status.'],
    [unreachable(), incomplete, 'Draft status check returned success but data was incomplete.'],
  ])('says so after an order was asked for: %o %o', async (answer, look, words) => {
    const page = await openCreating();
    await page.createDraft.answer(answer);
    expect(page.at('verifying')).toBe(true);
    await (look === null ? page.readDraft.crash() : page.readDraft.answer(look));
    expect(page.at('unverified')).toBe(true);
    expect(shownText(page.context().error)).toBe(words);
    await pass(1_000);
    expect(page.at('verifying')).toBe(true);
    await page.readDraft.answer(look ?? unreachable());
    page.send({ type: 'seats.retry' });
    await page.readDraft.answer(ok(draftOf('A2', 'A1')));
    expect(page.output()).toEqual({ kind: 'drafted' });
    expect(page.createDraft.calls).toHaveLength(1);
  });
});

describe('[R22] whose seats they are', () => {
  it('is not asked while the answer to the order is on its way', async () => {
    const page = await openCreating();
    page.send({ type: 'seats.changed', taken: ['A1', 'A2'] });
    page.send({ type: 'seats.changed', taken: [], doubted: ['A1', 'A2'] });
    page.send({ type: 'seats.changed', taken: [], mine: ['A1', 'A2'] });
    expect(page.at('creatingDraft')).toBe(true);
    expect(page.context().lostSeats).toEqual([]);
    await page.createDraft.answer(ok(draftAs()));
    expect(page.output()).toEqual({ kind: 'drafted' });
  });

  it.each([unreachable(), broken()])(
    'is asked of the server when the answer was lost: held, so on to the order form: %o',
    async (answer) => {
      const page = await openCreating();
      await page.createDraft.answer(answer);
      expect(page.readDraft.calls).toEqual([{ slug }]);
      await page.readDraft.answer(ok(draftOf('A1', 'A2')));
      expect(page.output()).toEqual({ kind: 'drafted' });
      expect(page.cancelDraft.calls).toEqual([]);
    },
  );

  it.each([refused('noDraft', 'No draft'), ok(draftAs({ is_expired: true }))])(
    'is asked of the server when the answer was lost: none, so the map decides: %o',
    async (answer) => {
      const page = await openCreating();
      await page.createDraft.answer(unreachable());
      await page.readDraft.answer(answer);
      expect(page.loadSeatmap.calls.at(-1)).toEqual({ slug, chosen: ['A1', 'A2'], quantities: [] });
      await page.loadSeatmap.answer(map(seat('A1'), seat('A2')));
      expect(page.at('choosing')).toBe(true);
      expect(page.context()).toMatchObject({
        error: { key: 'seats.draftFailed' },
        lostSeats: [],
      });
    },
  );

  async function openLost() {
    const page = await openCreating();
    await page.createDraft.answer(unreachable());
    await page.readDraft.answer(refused('noDraft', 'No draft'));
    await page.loadSeatmap.answer(map(seat('A1'), seat('A2')));
    return page;
  }

  it.each([
    { type: 'seats.changed', taken: [], mine: ['A1', 'A2'] },
    { type: 'queue.reading', reading: withDraft },
  ] as const)('continues to the order form on late news that they are ours: %o', async (news) => {
    const page = await openLost();
    page.send(news);
    expect(page.at('verifying')).toBe(true);
    await page.readDraft.answer(ok(draftOf('A1', 'A2')));
    expect(page.output()).toEqual({ kind: 'drafted' });
  });

  it('continues to the order form when the map says that they are ours', async () => {
    const page = await openCreating();
    await page.createDraft.answer(unreachable());
    await page.readDraft.answer(refused('noDraft', 'No draft'));
    await page.loadSeatmap.answer(
      ok({ eventStatus: 'active', restored: [seat('A1'), seat('A2')], mine: ['A1', 'A2'] }),
    );
    expect(page.at('verifying')).toBe(true);
    await page.readDraft.answer(ok(draftOf('A1', 'A2')));
    expect(page.output()).toEqual({ kind: 'drafted' });
  });

  it('looks once more when news comes while only the look had failed', async () => {
    const page = await openCreating();
    await page.createDraft.answer(unreachable());
    await page.readDraft.answer(unreachable());
    page.send({ type: 'seats.changed', taken: [], mine: ['A1', 'A2'] });
    expect(page.at('verifying')).toBe(true);
    await page.readDraft.answer(unreachable());
    expect(shownText(page.context().error)).toBe('Draft created but status verification failed');
  });

  it.each([
    [refused('unauthenticated', 'No'), 'signedOut'],
    [ok(draftAs({ is_locked: true })), 'elsewhere'],
  ] as const)('may be answered by another step: %o', async (answer, kind) => {
    const page = await openCreating();
    await page.createDraft.answer(unreachable());
    await page.readDraft.answer(answer);
    expect(page.output()).toEqual({ kind });
  });

  it('asks when the account holds other seats than those that were asked for', async () => {
    const page = await openCreating();
    await page.createDraft.answer(unreachable());
    await page.readDraft.answer(ok(draftOf('B1')));
    expect(page.at('askingDraft')).toBe(true);
    expect(page.context().held).toEqual(['B1']);
  });

  it('chosen in two tabs of one account: the other tab asks, and loses nothing', async () => {
    const page = await openPriced(seat('A1'));
    page.send({ type: 'seats.changed', taken: [], mine: ['A1'] });
    expect(page.context().lostSeats).toEqual([]);
    await page.readDraft.answer(ok(draftOf('A1')));
    expect(page.at('askingDraft')).toBe(true);
  });

  it('found on the map: the page asks before anything is chosen', async () => {
    const page = await open();
    await page.loadSeatmap.answer(ok({ eventStatus: 'active', restored: [], mine: ['A1'] }));
    expect(page.readDraft.calls).toEqual([{ slug }]);
    await page.readDraft.answer(refused('noDraft', 'No draft'));
    await page.clearStale.answer();
    await page.loadSeatmap.answer(ok({ eventStatus: 'active', restored: [], mine: ['A1'] }));
    expect(page.at('choosing')).toBe(true);
  });

  it('taken where the server says that somebody else has them', async () => {
    const page = await openPriced(seat('A1'), seat('A2'));
    page.send({ type: 'seats.changed', taken: ['A1'], mine: [], doubted: [] });
    expect(page.context().lostSeats).toEqual(['A1']);
  });

  it('doubted where nobody says so: the map is read, and decides', async () => {
    const page = await openPriced(seat('A1'), seat('A2'));
    page.send({ type: 'seats.changed', taken: [], doubted: ['B9'] });
    expect(page.followed.at(-1)?.isStale).toBe(false);
    page.send({ type: 'seats.changed', taken: [], doubted: ['A1'] });
    expect(page.at('choosing')).toBe(true);
    expect(page.context().lostSeats).toEqual([]);
    expect(page.followed.at(-1)?.isStale).toBe(true);
  });

  it('lost in the second try for them as well: the server is asked', async () => {
    const page = await openCreating();
    await page.createDraft.answer(refused('seatsTaken', 'Seats not available or already taken'));
    await page.cancelDraft.answer(ok(null));
    await page.createDraft.answer(unreachable());
    expect(page.at('verifying')).toBe(true);
    await page.readDraft.answer(ok(draftOf('A1', 'A2')));
    expect(page.output()).toEqual({ kind: 'drafted' });
  });
});

describe('standing places', () => {
  const lawn = { categoryId: 'c7', categoryName: 'Festival', price: 150_000, left: 3 };
  const places = (count: number) => ({ type: 'quantity.set', place: lawn, count }) as const;
  const { left: _, ...chosen } = lawn;
  const mapWith = (count: number, ...restored: SeatChoice[]) =>
    ok<SeatmapFacts>({
      eventStatus: 'active',
      restored,
      mine: [],
      quantities: count === 0 ? [] : [{ ...chosen, count }],
    });
  const left = (count: number, taken: readonly string[] = []) =>
    ({ type: 'seats.changed', taken, left: [{ categoryId: 'c7', left: count }] }) as const;

  it('are chosen up to what is left and to five tickets with the seats, kept and priced', async () => {
    const page = await openChoosing();
    expect(page.can(places(4))).toBe(false);
    expect(page.can(places(0))).toBe(false);
    expect(page.can(places(1.5))).toBe(false);
    page.send(places(3));
    page.toggle(seat('A1'), seat('A2'), seat('A3'));
    expect(page.chosen()).toEqual(['A1', 'A2']);
    expect(page.can({ ...best1, count: 3 })).toBe(false);
    expect(page.can({ ...best1, count: 2 })).toBe(true);
    await settle();
    const quantities = [{ categoryId: 'c7', count: 3 }];
    expect(page.saveSelection.calls.at(-1)).toEqual({ slug, seats: ['A1', 'A2'], quantities });
    expect(page.previewOrder.calls.at(-1)).toMatchObject({ quantities });
    page.send(places(1));
    expect(page.can({ type: 'seat.toggle', seat: seat('A3') })).toBe(true);
    page.send({ type: 'seats.clear' });
    expect([page.context().seats, page.context().quantities]).toEqual([[], []]);
    page.send(places(2));
    page.send(places(0));
    expect(page.context().quantities).toEqual([]);
  });

  it('alone make a draft, whose items are the choice after a lost answer', async () => {
    const page = await openChoosing();
    page.send(places(2));
    await settle();
    await page.previewOrder.answer(ok(previewAs(null)));
    page.send({ type: 'draft.request' });
    expect(page.createDraft.calls.at(-1)).toMatchObject({ seats: [], quantities: [{ count: 2 }] });
    await page.createDraft.answer(unreachable());
    const item = {
      category_id: 'c7',
      category_name: 'Festival',
      quantity: 2,
      price_per_item: 150_000,
      standing: true,
      seats: [1, 2].map((n) => ({ ticket_id: `t${n}`, seat_number: '', row: '', column: 0 })),
    };
    await page.readDraft.answer(ok(draftAs({}, [item])));
    expect(page.output()).toEqual({ kind: 'drafted' });
  });

  it('of a draft that is there already are named, and chosen again where it is given back', async () => {
    const page = await open({ hadDraft: true });
    const item = {
      category_id: 'c7',
      category_name: 'Festival',
      quantity: 2,
      price_per_item: 150_000,
      standing: true,
      seats: [],
    };
    await page.readDraft.answer(ok(draftAs({}, [item])));
    expect(page.context()).toMatchObject({ held: [], heldQuantities: [{ ...chosen, count: 2 }] });
    page.send({ type: 'draft.release' });
    await page.cancelDraft.answer(ok(null));
    const quantities = [{ categoryId: 'c7', count: 2 }];
    expect(page.loadSeatmap.calls).toEqual([{ slug, chosen: [], quantities }]);
  });

  it('that went to others are taken out of the choice, and the rest of it stays', async () => {
    const page = await openChoosing();
    page.send(places(3));
    page.toggle(seat('A1'));
    page.send(left(3));
    expect(page.context().lostPlaces).toEqual([]);
    page.send(left(2));
    expect(page.context()).toMatchObject({
      quantities: [{ categoryId: 'c7', count: 2 }],
      lostPlaces: [{ categoryId: 'c7', categoryName: 'Festival', left: 2 }],
    });
    expect(page.chosen()).toEqual(['A1']);
    page.send(left(0, ['A1']));
    expect(page.context()).toMatchObject({
      quantities: [],
      lostSeats: ['A1'],
      lostPlaces: [{ left: 0 }],
    });
    expect(page.at('findingOffer')).toBe(true);
  });

  it('refused are asked for once more, then the map says how many are left', async () => {
    const page = await openChoosing();
    page.send(places(3));
    page.toggle(seat('A1'));
    await settle();
    await page.previewOrder.answer(ok(previewAs(null)));
    page.send({ type: 'draft.request' });
    const gone = refused('placesTaken', 'Habis', { mine: [], mine_quantities: [] });
    await page.createDraft.answer(gone);
    expect(page.at({ releasingThenRetrying: 'releasing' })).toBe(true);
    await page.cancelDraft.answer(refused('noDraft'));
    await page.createDraft.answer(gone);
    await page.loadSeatmap.answer(mapWith(1, seat('A1')));
    expect(page.at('choosing')).toBe(true);
    expect(page.context()).toMatchObject({
      quantities: [{ count: 1 }],
      lostPlaces: [{ categoryName: 'Festival', left: 1 }],
    });
    expect(page.chosen()).toEqual(['A1']);
  });

  it('refused beside a draft of places are not given back without a question', async () => {
    const page = await openChoosing();
    page.send(places(1));
    await settle();
    await page.previewOrder.answer(ok(previewAs(null)));
    page.send({ type: 'draft.request' });
    const mine_quantities = [{ category: 'c7', count: 1 }];
    await page.createDraft.answer(refused('placesTaken', 'Habis', { mine: [], mine_quantities }));
    expect(page.at({ checkingAccess: 'readingDraft' })).toBe(true);
  });

  it('that the account holds lead to its draft', async () => {
    const page = await open();
    await page.loadSeatmap.answer(
      ok<SeatmapFacts>({ eventStatus: 'active', restored: [], mine: [], holdsPlaces: true }),
    );
    expect(page.at({ checkingAccess: 'readingDraft' })).toBe(true);
  });
});

it('has fired every transition it declares', () => {
  expect(coverage.unfired()).toEqual([]);
});
