import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fromCallback } from 'xstate';
import type { OrderPreview } from '../../contract/order.ts';
import { seatDraftMachine } from '../../machines/seat-draft/seat-draft.machine.ts';
import { seatDraftPorts } from '../../machines/seat-draft/seat-draft.ports.ts';
import { canSetQuantity, withQuantity } from '../../machines/seat-draft/seat-draft.quantities.ts';
import {
  accessOf,
  askedAfter,
  canChoose,
  canSearch,
  choiceProblem,
  isDraftOf,
  keepsDraft,
  seatmapText,
  voucherText,
} from '../../machines/seat-draft/seat-draft.rules.ts';
import type {
  MapCommand,
  SeatChoice,
  SeatDraftInput,
  SeatmapFacts,
} from '../../machines/seat-draft/seat-draft.types.ts';
import type { Failure } from '../../machines/shared/result.ts';
import { broken, ok, pass, refused, settle, unreachable } from '../support/flows/machines.ts';
import { draftAs, previewAs, voucherAs } from '../support/flows/orders.ts';
import { readingAs } from '../support/flows/readings.ts';
import { openFlow } from '../support/model/open-flow.ts';

const slug = 'konser-senja-jakarta';
const online = readingAs({ slug, step: 'online' });
const withDraft = readingAs({ slug, step: 'online', hasDraft: true });
const seat = (seatNumber: string, status = 'available'): SeatChoice => ({
  seatNumber,
  row: 'A',
  column: Number(seatNumber.slice(1)),
  status,
  categoryId: '1',
  categoryName: 'VIP',
  price: 750_000,
});
const toggle = (...numbers: string[]) =>
  numbers.map((number) => ({ type: 'seat.toggle', seat: seat(number) }) as const);
const map = (restored: readonly SeatChoice[] = [], over: Partial<SeatmapFacts> = {}) =>
  ok<SeatmapFacts>({ eventStatus: 'active', restored, mine: null, ...over });
const taken = refused('seatsTaken', 'Seats not available or already taken');
const noDraft = refused('noDraft', 'No draft');
const lawn = { categoryId: 'c7', categoryName: 'Festival', price: 150_000, left: 3 };
const { left: _, ...chosenLawn } = lawn;
const places = (count: number) => ({ type: 'quantity.set', place: lawn, count }) as const;
const item = (quantity: number, seats: readonly string[], standing = false) => ({
  category_id: standing ? 'c7' : '1',
  category_name: standing ? 'Festival' : 'VIP',
  quantity,
  price_per_item: standing ? 150_000 : 750_000,
  ...(standing && { standing }),
  seats: seats.map((seat_number) => ({ ticket_id: 't', seat_number, row: '', column: 0 })),
});
const draftOf = (...numbers: string[]) => draftAs({}, [item(numbers.length, numbers)]);
const failureOf = (result: ReturnType<typeof refused>): Failure =>
  (result as { failure: Failure }).failure;

beforeEach(() => vi.useFakeTimers());

async function open(over: Partial<SeatDraftInput> = {}) {
  const followed: MapCommand[] = [];
  const followMap = fromCallback<MapCommand>(({ receive }) =>
    receive((told) => followed.push(told)),
  );
  const input = { slug, reading: online, hadDraft: false, realtime: true, ...over };
  const page = openFlow(seatDraftMachine, seatDraftPorts, input, { followMap });
  await settle();
  return {
    ...page,
    followed,
    chosen: () => page.context().seats.map(({ seatNumber }) => seatNumber),
  };
}
async function openChoosing(...numbers: string[]) {
  const page = await open();
  await page.recallDraft.answer(false);
  await page.loadSeatmap.answer(map(numbers.map((number) => seat(number))));
  return page;
}
async function openPriced(...numbers: string[]) {
  const page = await openChoosing(...numbers);
  await page.previewOrder.answer(ok(previewAs(null)));
  return page;
}
async function openApplied() {
  const page = await openPriced('A1');
  await page.send({ type: 'voucher.apply', code: ' hemat10 ' });
  await page.previewOrder.answer(ok(previewAs(voucherAs('HEMAT10'), 900)));
  await pass(150);
  return page;
}
async function openCreating(...numbers: string[]) {
  const page = await openPriced(...numbers);
  await page.send({ type: 'draft.request' });
  return page;
}

describe('the rules', () => {
  it.each([
    ['queue', null],
    ['queue', { step: 'notInQueue' }],
    ['queue', { slug, step: 'queued' }],
    ['queue', { slug, step: 'expired' }],
    ['here', { slug, step: 'online' }],
    ['elsewhere', { slug, step: 'paymentSelection' }],
    ['elsewhere', { slug, step: 'paymentProcessing' }],
    ['elsewhere', { slug: 'konser-lain', step: 'online' }],
    ['elsewhere', { slug: 'konser-lain', step: 'queued' }],
  ] as const)('seats are chosen %s with a session of %o', (access, over) => {
    expect(accessOf(over === null ? null : readingAs(over), slug)).toBe(access);
  });

  const choice = (count: number, standing = 0, eventStatus = 'active') => ({
    seats: Array.from({ length: count }, (_each, index) => seat(`B${index}`)),
    quantities: standing === 0 ? [] : [{ ...chosenLawn, count: standing }],
    eventStatus,
    maxTickets: 5,
  });

  it.each([
    [true, choice(4), 'available'],
    [false, choice(5), 'available'],
    [false, choice(2, 3), 'available'],
    [false, choice(0, 0, 'cancelled'), 'available'],
    [true, choice(0, 0, ''), 'available'],
    [false, choice(0), 'sold'],
  ])('five seats at most are taken while the event is active: %s', (is, held, status) => {
    expect(canChoose(held, seat('A1', status))).toBe(is);
  });

  it.each(['booked', 'in_transaction', 'reserved', 'hampir_habis', 'block', 'neu'])(
    '[F59] a seat that is %s is not taken',
    (status) => expect(canChoose(choice(0), seat('A1', status))).toBe(false),
  );

  it('the best seats are looked for one to five at a time, beside the standing places', () => {
    const found = [0, 1, 5, 6, 1.5, Number.NaN].map((count) => canSearch(choice(0), count));
    expect(found).toEqual([false, true, true, false, false, false]);
    expect([2, 3].map((count) => canSearch(choice(0, 3), count))).toEqual([true, false]);
    expect(canSearch(choice(0, 0, 'cancelled'), 1)).toBe(false);
  });

  it('standing places are chosen up to what is left, and to five tickets with the seats (§2.212)', () => {
    const can = (held: ReturnType<typeof choice>, count: number, isSelling = true) =>
      canSetQuantity(held, isSelling, { place: lawn, count });
    expect([0, 1.5, -1, 3, 4].map((count) => can(choice(0), count))).toEqual([
      ...[false, false, false],
      ...[true, false],
    ]);
    expect([can(choice(2, 2), 3), can(choice(3, 2), 3)]).toEqual([true, false]);
    expect([can(choice(0, 2), 1, false), can(choice(0, 2), 3, false)]).toEqual([true, false]);
    expect(withQuantity([{ ...chosenLawn, count: 1 }], lawn, 2)).toEqual([
      { ...chosenLawn, count: 2 },
    ]);
    expect(withQuantity([{ ...chosenLawn, count: 1 }], lawn, 0)).toEqual([]);
  });

  it('a draft is of the choice with its seats in any order and its places, no more and no less (§4.52)', () => {
    const held = { ...choice(0), seats: [seat('A1'), seat('A2')] };
    expect(isDraftOf(draftOf('A2', 'A1'), held)).toBe(true);
    expect(isDraftOf(draftOf('A1'), held)).toBe(false);
    expect(isDraftOf(draftOf('A1', 'A2', 'A3'), held)).toBe(false);
    expect(isDraftOf(draftOf('A1', 'B1'), held)).toBe(false);
    const standing = (count: number) => draftAs({}, [item(count, ['', ''], true)]);
    expect(isDraftOf(standing(2), choice(0, 2))).toBe(true);
    expect(isDraftOf(standing(1), choice(0, 2))).toBe(false);
    expect(isDraftOf(standing(2), choice(0))).toBe(false);
  });

  it.each([
    [true, online, { mine: ['B1'] }],
    [true, online, { mine: [], mine_quantities: [{ category: 'c7', count: 1 }] }],
    [false, withDraft, { mine: [], mine_quantities: [] }],
    [true, withDraft, {}],
    [false, online, {}],
  ])('a conflict gives no draft back that holds something: %s', (is, reading, meta) => {
    expect(keepsDraft(reading, failureOf(refused('seatsTaken', '', meta)))).toBe(is);
  });

  it.each([
    ['unanswered', broken(500)],
    ['unanswered', broken(199)],
    ['made', broken(200)],
    ['made', broken(299)],
    ['unanswered', broken(300)],
    ['unanswered', unreachable()],
  ] as const)('a lost answer leaves the draft %s', (asked, result) => {
    expect(askedAfter(failureOf(result))).toBe(asked);
  });

  it.each([
    ['seats.loadFailed', { kind: 'unreachable', message: '' }],
    ['seats.mapMissing', { kind: 'broken', status: 200, flaw: 'missing', message: '' }],
    ['seats.mapUndrawable', { kind: 'broken', status: 200, flaw: 'undrawable', message: '' }],
  ] as const)('a map that did not load: %s', (key, failure) => {
    expect(seatmapText(failure as Failure)).toEqual({ key });
  });

  const invalid = (message: string, refusal?: 'voucherInvalid') =>
    ok(previewAs({ ...voucherAs('LAMA'), is_valid: false, message, ...(refusal && { refusal }) }));
  it.each([
    [invalid('Voucher habis'), { sentence: 'Voucher habis', code: null }],
    [
      invalid('Voucher habis', 'voucherInvalid'),
      { sentence: 'Voucher habis', code: 'voucherInvalid' },
    ],
    [invalid(''), { key: 'refusal.voucherInvalid' }],
    [ok(previewAs(null)), { key: 'refusal.voucherInvalid' }],
    [refused('inputInvalid', 'Panjang'), { sentence: 'Panjang', code: 'inputInvalid' }],
    [refused('inputInvalid', ''), { key: 'refusal.voucherInvalid' }],
    [broken(), { key: 'voucher.checkFailed' }],
    [unreachable(), { key: 'voucher.applyFailed' }],
  ])('a voucher that is not applied (%#)', (result, text) => {
    expect(voucherText(result)).toEqual(text);
  });
});

describe('the choice (§2.203, §5.30)', () => {
  it('[F58] is made where nothing can be recalled, nor kept', async () => {
    const page = await open();
    await page.recallDraft.crash();
    await page.loadSeatmap.answer(map());
    await page.saveSelection.crash();
    expect(page.at({ choosing: { selection: 'kept' } })).toBe(true);
  });

  it('is kept and priced each time, by the newest answer alone', async () => {
    const page = await openChoosing();
    await page.send(...toggle('A1', 'A2'));
    expect(page.saveSelection.calls.at(-1)).toEqual({ slug, seats: ['A1', 'A2'], quantities: [] });
    await page.previewOrder.answer(ok(previewAs(null, 111)), 0);
    expect(page.context().preview).toBeNull();
    await page.previewOrder.answer(ok(previewAs(null, 222)));
    expect(page.context().preview?.pricing_details.final_price).toBe(222);
    await page.send(...toggle('A1'));
    expect([page.chosen(), page.context().preview]).toEqual([['A2'], null]);
  });

  it('lets a sixth seat wait, and a sold one go (§9.10)', async () => {
    const page = await openChoosing();
    await page.send(...toggle('A1', 'A2', 'A3', 'A4', 'A5', 'A6'));
    expect(page.chosen()).toEqual(['A1', 'A2', 'A3', 'A4', 'A5']);
    await page.send({ type: 'seat.toggle', seat: seat('A5', 'sold') });
    expect(page.chosen()).toHaveLength(4);
  });

  it('goes on with the best seats, which are named until the buyer chooses otherwise', async () => {
    const page = await openPriced('A1');
    await page.send({ type: 'seats.best', count: 2, categoryId: '1' });
    expect(page.findSeats.calls).toEqual([{ slug, count: 2, categoryId: '1' }]);
    await page.findSeats.answer([seat('A3'), seat('A4')]);
    expect(page.context()).toMatchObject({
      found: ['A3', 'A4'],
      search: { count: 2, categoryId: '1' },
      seats: [{ seatNumber: 'A3' }, { seatNumber: 'A4' }],
    });
    await page.send(...toggle('A3'));
    expect(page.context().found).toBeNull();
    await page.send({ type: 'seats.best', count: 5, categoryId: null });
    await page.findSeats.answer([]);
    expect([page.chosen(), page.context().found]).toEqual([['A4'], []]);
  });

  it('follows the map as it was read, and as it may be old', async () => {
    const page = await openChoosing();
    await page.send({ type: 'seats.stale', realtime: false });
    await page.send({ type: 'seats.changed', taken: [], doubted: ['B9'] });
    await page.send(...toggle('A1'), { type: 'seats.changed', taken: [], doubted: ['A1'] });
    const follow = { type: 'map.follow', slug };
    expect(page.followed).toEqual([
      { ...follow, realtime: true, isStale: false },
      { ...follow, realtime: false, isStale: true },
      { ...follow, realtime: false, isStale: true },
    ]);
  });
});

describe('seats that went to somebody else (§4.57)', () => {
  async function openOffered() {
    const page = await openPriced('A1', 'A2');
    await page.send({ type: 'seats.changed', taken: ['A1', 'B9'], mine: [], doubted: [] });
    await page.replaceSeats.answer([seat('A3')]);
    return page;
  }

  it('are named, and others are offered for them in one go', async () => {
    const page = await openOffered();
    expect(page.replaceSeats.calls).toEqual([{ slug, lost: ['A1'], kept: ['A2'] }]);
    expect(page.context()).toMatchObject({ offer: [seat('A3')], lostSeats: ['A1'] });
    await page.send({ type: 'offer.take' });
    expect(page.chosen()).toEqual(['A2', 'A3']);
    expect(page.context()).toMatchObject({ offer: null, lostSeats: [], found: ['A3'] });
    expect(page.saveSelection.calls.at(-1)?.seats).toEqual(['A2', 'A3']);
  });

  it('are offered for once more when the offer, or another of the choice, goes as well', async () => {
    const page = await openOffered();
    await page.send({ type: 'seats.changed', taken: ['A3'] });
    expect(page.replaceSeats.calls[1]).toEqual({ slug, lost: ['A1'], kept: ['A2'] });
    await page.replaceSeats.answer([seat('A4')]);
    await page.send({ type: 'seats.changed', taken: ['A2'] });
    expect(page.replaceSeats.calls[2]).toEqual({ slug, lost: ['A1', 'A2'], kept: [] });
    await page.replaceSeats.answer([]);
    expect(page.context().offer).toEqual([]);
    expect(page.can({ type: 'offer.take' })).toBe(false);
  });

  it.each([
    ['chooses another', toggle('A5')],
    ['clears', [{ type: 'seats.clear' }]],
    ['goes on', [{ type: 'draft.request' }]],
  ] as const)('are named until the buyer %s', async (_what, events) => {
    const page = await openOffered();
    await page.send(...events);
    expect(page.context()).toMatchObject({ offer: null, lostSeats: [] });
  });

  it('leave a voucher to its check, as long as there is a seat to check it with', async () => {
    const page = await openPriced('A1', 'A2');
    await page.send({ type: 'voucher.apply', code: 'HEMAT10' });
    for (const [number, voucher] of [
      ['A1', 'checking'],
      ['A2', 'rejected'],
    ] as const) {
      await page.send({ type: 'seats.changed', taken: [number] });
      await page.replaceSeats.answer([]);
      expect(page.at({ choosing: { voucher } })).toBe(true);
    }
    expect(page.previewOrder.calls.at(-1)).toMatchObject({ seats: ['A2'], voucherCode: 'HEMAT10' });
    expect(page.context()).toMatchObject({ voucherCode: null });
  });

  it('are found on the map after a conflict, and named in the server’s words', async () => {
    const page = await openCreating('A1', 'A2');
    await page.createDraft.answer(taken);
    expect(page.cancelDraft.calls).toEqual([{ slug }]);
    await page.cancelDraft.answer(ok(null));
    expect(page.createDraft.calls[1]).toEqual(page.createDraft.calls[0]);
    await page.createDraft.answer(taken);
    expect(page.loadSeatmap.calls.at(-1)).toEqual({ slug, chosen: ['A1', 'A2'], quantities: [] });
    await page.loadSeatmap.answer(map([seat('A2')]));
    await page.replaceSeats.answer([seat('A3')]);
    expect(page.chosen()).toEqual(['A2']);
    expect(page.context()).toMatchObject({ lostSeats: ['A1'], offer: [seat('A3')] });
    expect(page.said()).toBe('Seats not available or already taken');
  });
});

describe('the voucher (§5.33)', () => {
  it('is sent as it is compared, and follows the seats: a new discount, or none any more', async () => {
    const page = await openApplied();
    expect(page.previewOrder.calls.at(-1)?.voucherCode).toBe('HEMAT10');
    expect(page.context()).toMatchObject({ voucherCode: 'HEMAT10', voucher: voucherAs('HEMAT10') });
    await page.send(...toggle('A2'));
    const more = { ...voucherAs('HEMAT10'), discount_amount: 150_000 };
    await page.previewOrder.answer(ok(previewAs(more)));
    expect(page.context().voucher?.discount_amount).toBe(150_000);
    await page.send(...toggle('A3'));
    await page.previewOrder.answer(ok(previewAs({ ...more, is_valid: false, message: 'Habis' })));
    const voucherError = { sentence: 'Habis', code: null };
    expect(page.context()).toMatchObject({ voucher: null, voucherCode: null, voucherError });
  });

  it('is removed with its price, without a question where no seat is chosen', async () => {
    const page = await openApplied();
    await page.send({ type: 'voucher.remove' });
    expect(page.context()).toMatchObject({ voucher: null, voucherCode: null, preview: null });
    expect(page.previewOrder.calls.at(-1)?.voucherCode).toBeNull();
    const seatless = await openApplied();
    await seatless.send({ type: 'seats.clear' });
    const asked = seatless.previewOrder.calls.length;
    await seatless.send({ type: 'voucher.remove' });
    expect(seatless.previewOrder.calls).toHaveLength(asked);
  });
});

describe('the draft (§4.54)', () => {
  const priced = (total: number, over: Partial<OrderPreview> = {}) => {
    const preview = previewAs(null, total);
    return ok({ ...preview, pricing_details: { ...preview.pricing_details, fees: [] }, ...over });
  };

  it('[§2.218] is not asked for while no method carries its total', async () => {
    const page = await openChoosing('A1', 'A2');
    await page.previewOrder.answer(priced(1, { is_payable: false }));
    expect(choiceProblem(page.context())).toEqual({ key: 'refusal.noMethodCarries' });
    expect(page.can({ type: 'draft.request' })).toBe(false);
    await page.send(...toggle('A2'));
    expect(choiceProblem(page.context())).toBeNull();
  });

  it('names the voucher where it leaves a total that no method carries', async () => {
    const page = await openApplied();
    await page.send(...toggle('A2'));
    await page.previewOrder.answer(
      ok({ ...previewAs(voucherAs('HEMAT10'), 500), is_payable: false }),
    );
    expect(choiceProblem(page.context())).toEqual({ key: 'seats.voucherTooLittle' });
  });

  it('holds no more tickets than the event allows one person', async () => {
    const page = await open();
    await page.recallDraft.answer(false);
    await page.loadSeatmap.answer(map([seat('A1'), seat('A2')], { maxTickets: 2 }));
    await page.send(...toggle('A3'), places(1));
    expect([page.chosen(), page.context().quantities]).toEqual([['A1', 'A2'], []]);
  });

  it('of a risen price is asked for again once the new one is shown (decision 055) (§4.59)', async () => {
    const page = await openChoosing('A1');
    await page.previewOrder.answer(priced(200));
    await page.send({ type: 'draft.request' });
    await page.createDraft.answer(refused('priceChanged'));
    await page.loadSeatmap.answer(map([seat('A1')]));
    expect(page.context()).toMatchObject({ preview: null, error: { code: 'priceChanged' } });
    await page.previewOrder.answer(priced(300));
    await page.send({ type: 'draft.request' });
    expect(page.createDraft.calls.map(({ shownTotal }) => shownTotal)).toEqual([200, 300]);
  });

  it('[§4.56] that got no answer is looked at, and asked about where it holds other seats', async () => {
    const page = await openCreating('A1', 'A2');
    await page.send(
      { type: 'seats.changed', taken: ['A1', 'A2'] },
      { type: 'seats.changed', taken: [], mine: ['A1', 'A2'] },
    );
    expect(page.context().lostSeats).toEqual([]);
    await page.createDraft.answer(unreachable());
    await page.readDraft.answer(ok(draftOf('B1')));
    expect(page.context().held).toEqual(['B1']);
    await page.send({ type: 'draft.release' });
    await page.cancelDraft.answer(unreachable());
    expect(page.context().error).toEqual({ key: 'seats.cancelFailed' });
    await page.send({ type: 'draft.release' });
    expect(page.context().error).toBeNull();
  });

  it('[§2.213] that is there already is named, and its seats and places stay chosen', async () => {
    const page = await open({ hadDraft: true });
    await page.readDraft.answer(ok(draftAs({}, [item(1, ['A1']), item(2, [], true)])));
    const heldQuantities = [{ ...chosenLawn, count: 2 }];
    expect(page.context()).toMatchObject({ held: ['A1'], heldQuantities });
    await page.send({ type: 'draft.release' });
    await page.cancelDraft.answer(ok(null));
    const quantities = [{ categoryId: 'c7', count: 2 }];
    expect(page.loadSeatmap.calls).toEqual([{ slug, chosen: ['A1'], quantities }]);
    expect(page.context()).toMatchObject({ hadDraft: false, reading: { hasDraft: false } });
  });
});

describe('standing places', () => {
  const left = (count: number, ...seats: string[]) =>
    ({ type: 'seats.changed', taken: seats, left: [{ categoryId: 'c7', left: count }] }) as const;
  const gone = refused('placesTaken', 'Habis', { mine: [], mine_quantities: [] });

  it('alone are kept, priced and held; after a lost answer they are the choice', async () => {
    const page = await openChoosing();
    await page.send(places(2));
    const quantities = [{ categoryId: 'c7', count: 2 }];
    expect(page.saveSelection.calls.at(-1)).toEqual({ slug, seats: [], quantities });
    await page.previewOrder.answer(ok(previewAs(null)));
    await page.send({ type: 'draft.request' });
    expect(page.createDraft.calls).toMatchObject([{ seats: [], quantities }]);
    await page.createDraft.answer(unreachable());
    await page.readDraft.answer(ok(draftAs({}, [item(2, ['', ''], true)])));
    expect(page.output()).toEqual({ kind: 'drafted' });
  });

  it('that went to others are taken out of the choice and named, and the rest of it stays', async () => {
    const page = await openChoosing();
    await page.send(places(3), ...toggle('A1'), left(3));
    expect(page.context().lostPlaces).toEqual([]);
    await page.send(left(2));
    const lost = { categoryId: 'c7', categoryName: 'Festival' };
    expect(page.context()).toMatchObject({
      quantities: [{ categoryId: 'c7', count: 2 }],
      lostPlaces: [{ ...lost, left: 2 }],
    });
    await page.send(left(0, 'A1'));
    expect(page.context()).toMatchObject({
      quantities: [],
      lostSeats: ['A1'],
      lostPlaces: [{ ...lost, left: 0 }],
    });
    expect(page.context().lostPlaces).toHaveLength(1);
  });

  it('refused are asked for once more, then the map says how many are left (§4.55)', async () => {
    const page = await openChoosing();
    await page.send(places(3), ...toggle('A1'));
    await page.previewOrder.answer(ok(previewAs(null)));
    await page.send({ type: 'draft.request' });
    await page.createDraft.answer(gone);
    await page.cancelDraft.answer(noDraft);
    await page.createDraft.answer(gone);
    const quantities = [{ ...chosenLawn, count: 1 }];
    await page.loadSeatmap.answer(map([seat('A1')], { mine: [], quantities }));
    expect(page.context()).toMatchObject({
      quantities,
      lostPlaces: [{ categoryName: 'Festival', left: 1 }],
    });
    expect(page.chosen()).toEqual(['A1']);
  });

  it('that the account holds lead to its draft', async () => {
    const page = await open();
    await page.recallDraft.answer(false);
    await page.loadSeatmap.answer(map([], { mine: [], holdsPlaces: true }));
    expect(page.at({ checkingAccess: 'readingDraft' })).toBe(true);
  });
});
