import { expect } from 'vitest';
import { seatDraftMachine } from '../../machines/seat-draft/seat-draft.machine.ts';
import { seatDraftPorts } from '../../machines/seat-draft/seat-draft.ports.ts';
import type {
  SeatChoice,
  SeatDraftContext,
  SeatDraftEvent,
} from '../../machines/seat-draft/seat-draft.types.ts';
import { flowModel } from '../support/model/flow-model.ts';
import { healing } from '../support/model/healing.ts';
import { draftAs, previewAs, voucherAs } from '../support/orders.ts';
import { readingAs } from '../support/readings.ts';

/** The event of every walk. */
export const slug = 'konser-senja-jakarta';
const online = readingAs({ slug, state: 'online' });

/** A seat of the map of every walk. */
export const seatAs = (seatNumber: string, status = 'available'): SeatChoice => ({
  seatNumber,
  row: 'A',
  column: Number(seatNumber.slice(1)),
  status,
  categoryId: '1',
  categoryName: 'VIP',
  price: 750_000,
});

const down = {
  broken: [{ status: 500, message: 'HTTP error!' }],
  unreachable: [{ message: 'No answer.' }],
} as const;

const numbers = (context: SeatDraftContext) => context.seats.map(({ seatNumber }) => seatNumber);
const event = (context: SeatDraftContext) => ({ slug: context.slug });
const choice = (context: SeatDraftContext) => ({ slug: context.slug, seats: numbers(context) });
const order = (context: SeatDraftContext) => ({
  ...choice(context),
  voucherCode: context.voucher?.is_valid === true ? context.voucherCode : null,
});
const holdsSeats = (context: SeatDraftContext) => expect(context.seats).not.toEqual([]);

/** Choosing seats and making a draft (§4, seat page access). */
export const seatDraftModel = flowModel<SeatDraftEvent>()({
  machine: seatDraftMachine,
  ports: seatDraftPorts,
  starts: {
    online: () => ({ slug, reading: online, hadDraft: false, realtime: true }),
    'online, with a draft of before': () => ({
      slug,
      reading: online,
      hadDraft: true,
      realtime: false,
    }),
    queued: () => ({
      slug,
      reading: readingAs({ slug, state: 'queued' }),
      hadDraft: false,
      realtime: true,
    }),
    'not in the queue': () => ({ slug, reading: null, hadDraft: false, realtime: true }),
    'paying in another tab': () => ({
      slug,
      reading: readingAs({ slug, state: 'payment_processing' }),
      hadDraft: true,
      realtime: true,
    }),
  },
  events: {
    'seat.toggle': [{ seat: seatAs('A1') }, { seat: seatAs('A2') }, { seat: seatAs('A3', 'sold') }],
    'seats.clear': [{}],
    'seats.changed': [{ taken: ['A1', 'B9'] }, { taken: ['B9'] }],
    'seats.stale': [{ realtime: false }],
    'seats.best': [{ count: 2, categoryId: 'vip' }],
    'offer.take': [{}],
    'voucher.apply': [{ code: 'hemat10' }, { code: '  ' }],
    'voucher.remove': [{}],
    'draft.request': [{}],
    'seats.retry': [{}],
    'call.hasten': [{}],
    'queue.reading': [
      { reading: { ...online, seq: 2 } },
      { reading: readingAs({ slug, state: 'expired' }) },
      { reading: readingAs({ slug, state: 'payment_selection' }) },
    ],
  },
  answers: {
    loadSeatmap: {
      ok: [
        { eventStatus: 'active', restored: [] },
        { eventStatus: 'active', restored: [seatAs('A1')] },
      ],
      refused: [
        { status: 401, message: 'Unauthorized' },
        { status: 403, message: 'Not online' },
      ],
      ...down,
    },
    findSeats: { value: [[seatAs('A1'), seatAs('A2')], []] },
    replaceSeats: { value: [[seatAs('B9')], []] },
    recallDraft: { value: [false, true] },
    saveSelection: { value: [undefined] },
    clearStale: { value: [undefined] },
    previewOrder: {
      ok: [previewAs(null), previewAs(voucherAs('HEMAT10'))],
      refused: [
        { status: 401, message: 'Unauthorized' },
        { status: 422, message: 'Voucher habis' },
      ],
      ...down,
    },
    createDraft: {
      ok: [draftAs()],
      refused: [
        { status: 401, message: 'Unauthorized' },
        { status: 403, message: 'Session not online' },
        { status: 409, message: 'Draft already exists' },
        { status: 409, message: 'Seats not available or already taken' },
        { status: 422, message: 'Too many seats' },
      ],
      ...down,
    },
    cancelDraft: {
      ok: [null],
      refused: [
        { status: 401, message: 'Unauthorized' },
        { status: 404, message: 'No draft' },
        { status: 409, message: 'active payment session' },
      ],
      ...down,
    },
  },
  // §9: voucher busy release 150 ms; §5: 2 s before a signed-out buyer is sent to sign in.
  delays: {
    healing,
    draftRepeat: (context) => healing({ healing: context.draftHealing }),
    voucherRelease: 150,
    voucherLogin: 2_000,
  },
  facts: (context, snapshot) =>
    snapshot.status === 'active' && {
      // The seat that is offered is like the one it stands for.
      seats: numbers(context)
        .map((number) => (number === 'B9' ? 'A1' : number))
        .sort(),
      // Beside a voucher an offer is what it is without one.
      offer:
        snapshot.matches({ choosing: { voucher: 'idle' } }) && (context.offer ?? []).length > 0,
      code: context.voucherCode,
      holds: context.voucher !== null,
      voucherError: context.voucherError !== null,
      priced: context.preview !== null,
      hadDraft: context.hadDraft,
      isUnanswered: context.isUnanswered,
      passes:
        context.healing.passes ||
        !(snapshot.matches('refused') || snapshot.matches({ choosing: { pricing: 'unpriced' } })),
    },
  effects: {
    '': { runs: { followMap: () => undefined } },
    'checkingAccess.reclaiming': {
      runs: { cancelDraft: event },
      holds: (context) => expect(context.hadDraft).toBe(true),
    },
    'checkingAccess.recalling': {
      runs: { recallDraft: event },
      holds: (context) => expect(context.hadDraft).toBe(false),
    },
    'checkingAccess.deciding': {},
    'checkingAccess.clearing': { runs: { clearStale: event } },
    loadingSeatmap: {
      runs: { loadSeatmap: (context) => ({ slug, chosen: numbers(context) }) },
      holds: (context) => expect(context.hadDraft).toBe(false),
    },
    choosing: { waits: ['draftRepeat'] },
    'choosing.selection.saving': { runs: { saveSelection: choice } },
    'choosing.selection.kept': {},
    'choosing.pricing.blank': { holds: (context) => expect(context.seats).toEqual([]) },
    'choosing.pricing.asking': {
      runs: {
        previewOrder: (context) => ({ ...choice(context), voucherCode: context.voucherCode }),
      },
      holds: holdsSeats,
    },
    'choosing.pricing.priced': { holds: (context) => expect(context.preview).not.toBeNull() },
    'choosing.pricing.unpriced': { waits: ['healing'], holds: holdsSeats },
    'choosing.voucher.idle': {
      holds: ({ voucher, voucherCode }) => expect([voucher, voucherCode]).toEqual([null, null]),
    },
    'choosing.voucher.checking': {
      holds: ({ voucherCode, voucher }) =>
        expect([voucherCode, voucher]).toEqual(['HEMAT10', null]),
    },
    'choosing.voucher.releasing': { waits: ['voucherRelease'] },
    'choosing.voucher.applied': {
      holds: ({ voucher }) => expect(voucher?.is_valid).toBe(true),
    },
    'choosing.voucher.rejected': {
      holds: ({ voucher, voucherError }) => {
        expect(voucher).toBeNull();
        expect(voucherError).toMatch(/\S/);
      },
    },
    'choosing.voucher.ended': {
      waits: ['voucherLogin'],
      holds: ({ voucherError }) =>
        expect(voucherError).toBe('Sesi Anda telah berakhir. Silakan login kembali.'),
    },
    findingSeats: { runs: { findSeats: () => ({ slug, count: 2, categoryId: 'vip' }) } },
    findingOffer: {
      runs: {
        replaceSeats: (context) => ({ slug, lost: context.lostSeats, kept: numbers(context) }),
      },
      holds: (context) => {
        expect(context.lostSeats).not.toEqual([]);
        expect(context.seats.some(({ seatNumber }) => context.lostSeats.includes(seatNumber))).toBe(
          false,
        );
      },
    },
    creatingDraft: {
      runs: { createDraft: order },
      holds: (context) => {
        holdsSeats(context);
        expect(context.error === null).toBe(!context.isUnanswered);
      },
    },
    'releasingThenRetrying.releasing': { runs: { cancelDraft: event } },
    'releasingThenRetrying.retrying': { runs: { createDraft: order } },
    refused: { waits: ['healing'], holds: ({ error }) => expect(error).toMatch(/\S/) },
    drafted: { output: { outcome: 'drafted' } },
    queue: { output: { outcome: 'queue' } },
    elsewhere: { output: { outcome: 'elsewhere' } },
    signedOut: { output: { outcome: 'signedOut' } },
  },
  never: {
    'more than five seats': ({ after }) => after.context.seats.length > 5,
    'a seat twice': ({ after }) =>
      new Set(numbers(after.context)).size < after.context.seats.length,
    'a seat that is not available': ({ after }) =>
      after.context.seats.some(({ status }) => status !== 'available'),
    'two questions for a draft at once': ({ openCalls }) => openCalls('createDraft') > 1,
    'two drafts given back at once': ({ openCalls }) => openCalls('cancelDraft') > 1,
    'a draft made while another is given back': ({ openCalls }) =>
      openCalls('createDraft') > 0 && openCalls('cancelDraft') > 0,
    'a third try for a draft without the buyer': ({ before, after, calls, step }) =>
      calls('createDraft') > 2 && step.startsWith('createDraft') && before.value === after.value,
    'a price thrown away that came with a refused code': ({ before, after, step }) =>
      before.matches({ choosing: { voucher: 'checking' } }) &&
      step === 'previewOrder answers ok #1' &&
      after.context.preview === null,
    'a price asked for twice for one answer': ({ before, after, step }) =>
      before.matches({ choosing: { pricing: 'asking' } }) &&
      step.startsWith('previewOrder answers ok') &&
      after.matches({ choosing: { pricing: 'asking' } }),
    'a draft without seats': ({ after }) =>
      after.matches('creatingDraft') && after.context.seats.length === 0,
  },
});
