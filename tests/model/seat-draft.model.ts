import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { seatDraftMachine } from '../../machines/seat-draft/seat-draft.machine.ts';
import { seatDraftPorts } from '../../machines/seat-draft/seat-draft.ports.ts';
import type {
  SeatChoice,
  SeatDraftContext,
  SeatDraftEvent,
} from '../../machines/seat-draft/seat-draft.types.ts';
import { refusalAs } from '../support/flows/machines.ts';
import { draftAs, previewAs, voucherAs } from '../support/flows/orders.ts';
import { readingAs } from '../support/flows/readings.ts';
import { flowModel } from '../support/model/flow-model.ts';
import { healing } from '../support/model/healing.ts';

/** The event of every walk. */
const slug = 'konser-senja-jakarta';
const online = readingAs({ slug, step: 'online' });

/** A seat of the map of every walk. */
const seatAs = (seatNumber: string, status = 'available'): SeatChoice => ({
  seatNumber,
  row: 'A',
  column: Number(seatNumber.slice(1)),
  status,
  categoryId: '1',
  categoryName: 'VIP',
  price: 750_000,
});

/** The standing category of the map, with one place left. */
const lawn = {
  categoryId: 'lapangan',
  categoryName: 'Lapangan',
  price: 150_000,
  left: 1,
};

/** A draft made elsewhere, of a seat that nobody chose here. */
const otherItems = draftAs().order_data.items.map((item) => ({
  ...item,
  seats: item.seats.map((each) => ({ ...each, seat_number: 'C7' })),
}));

const down = {
  broken: [{ status: 500, message: 'HTTP error!' }],
  unreachable: [{ message: 'No answer.' }],
} as const;

const numbers = (context: SeatDraftContext) => context.seats.map(({ seatNumber }) => seatNumber);
const event = (context: SeatDraftContext) => ({ slug: context.slug });
const choice = (context: SeatDraftContext) => ({
  slug: context.slug,
  seats: numbers(context),
  quantities: context.quantities.map(({ categoryId, count }) => ({ categoryId, count })),
});
const order = (context: SeatDraftContext) => ({
  ...choice(context),
  voucherCode: context.voucher?.is_valid === true ? context.voucherCode : null,
  // These prices come without their lines: a back end that knows no more is not asked to compare (§3.2).
  shownTotal: null,
});
const isChosen = ({ seats, quantities }: SeatDraftContext) => seats.length + quantities.length > 0;
const holdsSeats = ({ seats, quantities }: SeatDraftContext) =>
  expect([...seats, ...quantities]).not.toEqual([]);

/** What decides where a walk goes on: the choice while it is made, what is known of a draft elsewhere. */
function factsOf(context: SeatDraftContext, snapshot: SnapshotFrom<typeof seatDraftMachine>) {
  const hasDraft = context.reading?.hasDraft === true;
  const isAsked = context.asked !== 'no';
  const isChoice = (['choosing', 'findingSeats', 'findingOffer', 'creatingDraft'] as const).some(
    (state) => snapshot.matches(state),
  );
  if (!isChoice || isAsked) {
    return {
      hasSeats: isChosen(context),
      // What was looked at matters to the next map alone.
      held: snapshot.matches('loadingSeatmap') ? (context.held?.length ?? null) : null,
      asked: isChoice ? isAsked : context.asked,
      hasNoResponse: context.hasNoResponse,
      isLate: snapshot.hasTag('awaitingResponse') && context.isLate,
      passes:
        context.healing.passes ||
        !(snapshot.matches('refused') || snapshot.matches({ choosing: { pricing: 'unpriced' } })),
      hasDraft,
    };
  }
  return {
    // The seat that is offered is like the one it stands for.
    seats: numbers(context)
      .map((number) => (number === 'B9' ? 'A1' : number))
      .sort(),
    // Beside seats or a voucher, places are like another seat.
    places:
      context.seats.length === 0 && context.voucherCode === null && context.quantities.length > 0,
    // Beside a voucher an offer is what it is without one.
    offer: snapshot.matches({ choosing: { voucher: 'idle' } }) && (context.offer ?? []).length > 0,
    code: context.voucherCode,
    holds: context.voucher !== null,
    voucherError: context.voucherError !== null,
    priced: context.preview !== null,
    hasNoResponse: context.hasNoResponse,
    isLate: snapshot.hasTag('awaitingResponse') && context.isLate,
    passes: context.healing.passes || !snapshot.matches({ choosing: { pricing: 'unpriced' } }),
    hasDraft,
  };
}

/** Choosing seats and making a draft (§4.50, seat page access). */
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
      reading: readingAs({ slug, step: 'queued' }),
      hadDraft: false,
      realtime: true,
    }),
    'not in the queue': () => ({ slug, reading: null, hadDraft: false, realtime: true }),
    'paying in another tab': () => ({
      slug,
      reading: readingAs({ slug, step: 'paymentProcessing' }),
      hadDraft: true,
      realtime: true,
    }),
  },
  events: {
    'seat.toggle': [{ seat: seatAs('A1') }, { seat: seatAs('A2') }, { seat: seatAs('A3', 'sold') }],
    'quantity.set': [
      { place: lawn, count: 1 },
      { place: lawn, count: 0 },
    ],
    'seats.clear': [{}],
    'seats.changed': [
      { taken: ['A1', 'B9'] },
      { taken: ['B9'] },
      { taken: [], mine: ['A1'] },
      { taken: [], doubted: ['A1'] },
      { taken: [], left: [{ categoryId: 'lapangan', left: 0 }] },
    ],
    'seats.stale': [{ realtime: false }],
    'seats.best': [{ count: 2, categoryId: 'vip' }],
    'offer.take': [{}],
    'voucher.apply': [{ code: 'hemat10' }, { code: '  ' }],
    'voucher.remove': [{}],
    'draft.request': [{}],
    'draft.continue': [{}],
    'draft.release': [{}],
    'seats.retry': [{}],
    'call.hasten': [{}],
    'session.timeUp': [{}],
    'queue.reading': [
      { reading: { ...online, seq: 2 } },
      { reading: { ...online, seq: 3, hasDraft: true } },
      { reading: readingAs({ slug, step: 'expired' }) },
      { reading: readingAs({ slug, step: 'paymentSelection' }) },
    ],
  },
  answers: {
    loadSeatmap: {
      ok: [
        { eventStatus: 'active', restored: [], mine: null },
        { eventStatus: 'active', restored: [seatAs('A1')], mine: [] },
        { eventStatus: 'active', restored: [seatAs('A1')], mine: ['A1'] },
      ],
      refused: [
        refusalAs('unauthenticated', 'Unauthorized'),
        refusalAs('sessionNotOnline', 'Not online'),
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
        refusalAs('unauthenticated', 'Unauthorized'),
        refusalAs('inputInvalid', 'Voucher habis'),
      ],
      ...down,
    },
    createDraft: {
      ok: [draftAs()],
      refused: [
        refusalAs('unauthenticated', 'Unauthorized'),
        refusalAs('sessionNotOnline'),
        refusalAs('draftExists'),
        refusalAs('priceChanged'),
        refusalAs('seatsTaken'),
        refusalAs('seatsTaken', undefined, { seats: ['A2'], mine: ['A1'] }),
        refusalAs('inputInvalid', 'Too many seats'),
      ],
      ...down,
    },
    readDraft: {
      ok: [
        draftAs(),
        draftAs({}, otherItems),
        draftAs({ is_expired: true }),
        draftAs({ is_locked: true }),
      ],
      refused: [refusalAs('unauthenticated', 'Unauthorized'), refusalAs('noDraft', 'No draft')],
      broken: [
        { status: 500, message: 'HTTP error!' },
        { status: 200, message: 'Incomplete' },
      ],
      unreachable: down.unreachable,
    },
    cancelDraft: {
      ok: [null],
      refused: [
        refusalAs('unauthenticated', 'Unauthorized'),
        refusalAs('noDraft', 'No draft'),
        refusalAs('paymentLive'),
      ],
      ...down,
    },
  },
  // §9.28: voucher busy release 150 ms; 2 s before a signed-out buyer is sent to sign in.
  // §4.110: 1 s before the first look that is made again, 30 s at most.
  delays: {
    voucherRelease: 150,
    voucherLogin: 2_000,
    healingPause: healing,
    draftRepeat: (context) => healing({ healing: context.draftHealing }),
  },
  limit: 60_000,
  facts: (context, snapshot) => snapshot.status === 'active' && factsOf(context, snapshot),
  effects: {
    '': { runs: { followMap: () => undefined } },
    'checkingAccess.readingDraft': { runs: { readDraft: event } },
    'checkingAccess.recalling': {
      runs: { recallDraft: event },
      holds: (context) => expect(context.hadDraft).toBe(false),
    },
    'checkingAccess.deciding': {},
    'checkingAccess.clearing': { runs: { clearStale: event } },
    loadingSeatmap: {
      runs: {
        loadSeatmap: (context) => ({
          slug,
          ...(isChosen(context)
            ? { chosen: numbers(context), quantities: choice(context).quantities }
            : { chosen: context.held ?? [], quantities: [] }),
        }),
      },
    },
    choosing: { waits: ['draftRepeat'] },
    'choosing.selection.saving': { runs: { saveSelection: choice } },
    'choosing.selection.kept': {},
    'choosing.pricing.blank': { holds: (context) => expect(isChosen(context)).toBe(false) },
    'choosing.pricing.asking': {
      runs: {
        previewOrder: (context) => ({ ...choice(context), voucherCode: context.voucherCode }),
      },
      holds: holdsSeats,
    },
    'choosing.pricing.priced': { holds: (context) => expect(context.preview).not.toBeNull() },
    'choosing.pricing.unpriced': { waits: ['healingPause'], holds: holdsSeats },
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
    'choosing.voucher.rejected': { holds: ({ voucher }) => expect(voucher).toBeNull() },
    'choosing.voucher.ended': { waits: ['voucherLogin'] },
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
        expect(context.error === null).toBe(!context.hasNoResponse);
      },
    },
    'releasingThenRetrying.releasing': { runs: { cancelDraft: event } },
    'releasingThenRetrying.retrying': { runs: { createDraft: order } },
    askingDraft: { holds: ({ held }) => expect(held).not.toBeNull() },
    releasingDraft: { runs: { cancelDraft: event } },
    verifying: {
      runs: { readDraft: event },
      holds: (context) => {
        holdsSeats(context);
        expect(context.asked).not.toBe('no');
      },
    },
    unverified: { waits: ['healingPause'] },
    refused: { waits: ['healingPause'] },
    drafted: { output: { kind: 'drafted' } },
    timeUp: { output: { kind: 'timeUp' } },
    queue: { output: { kind: 'queue' } },
    elsewhere: { output: { kind: 'elsewhere' } },
    signedOut: { output: { kind: 'signedOut' } },
  },
  leads: `
    anywhere: followMap crashes, queue.reading #1, seats.stale → stays
    anywhere: queue.reading #2 → checkingAccess.readingDraft, stays, verifying
    anywhere: queue.reading #3 → queue
    anywhere: queue.reading #4 → elsewhere
    askingDraft: draft.continue → drafted
    askingDraft: draft.release → releasingDraft, says no more
    askingDraft: queue.reading #1 → checkingAccess.readingDraft
    checkingAccess.clearing: clearStale value/crashes → loadingSeatmap
    checkingAccess.readingDraft/verifying: readDraft broken #1/unreachable/crashes → says seats.draftMadeUnverified,
      says seats.draftUnverified, unverified
    checkingAccess.readingDraft/verifying: readDraft broken #2 → says seats.draftIncomplete, unverified
    checkingAccess.readingDraft/verifying: readDraft ok #4 → elsewhere
    checkingAccess.readingDraft/verifying: readDraft unauthenticated → signedOut
    checkingAccess.readingDraft: readDraft ok #1/ok #2 → askingDraft
    checkingAccess.readingDraft: readDraft ok #3/noDraft → checkingAccess.clearing
    checkingAccess.recalling: recallDraft value #1/crashes → loadingSeatmap
    checkingAccess.recalling: recallDraft value #2 → checkingAccess.readingDraft
    choosing.pricing.asking: previewOrder broken → choosing.pricing.asking, choosing.pricing.unpriced,
      choosing.voucher.releasing, says seats.priceFailed, says voucher.checkFailed
    choosing.pricing.asking: previewOrder crashes → choosing.pricing.asking, choosing.pricing.unpriced,
      choosing.voucher.releasing, says voucher.applyFailed
    choosing.pricing.asking: previewOrder inputInvalid → choosing.pricing.asking, choosing.pricing.unpriced,
      choosing.voucher.releasing, says 'Voucher habis'
    choosing.pricing.asking: previewOrder ok #1 → choosing.pricing.priced, choosing.voucher.rejected,
      choosing.voucher.releasing, says refusal.voucherInvalid
    choosing.pricing.asking: previewOrder ok #2 → choosing.pricing.priced, choosing.voucher.releasing
    choosing.pricing.asking: previewOrder unauthenticated → choosing.pricing.unpriced, choosing.voucher.ended, says
      'Unauthorized', says voucher.sessionEnded, signedOut
    choosing.pricing.asking: previewOrder unreachable → choosing.pricing.asking, choosing.pricing.unpriced,
      choosing.voucher.releasing, says seats.priceFailed, says voucher.applyFailed
    choosing.pricing.unpriced: after healingPause, call.hasten → choosing.pricing.asking, ignored
    choosing.selection.saving: saveSelection value/crashes → choosing.selection.kept
    choosing.voucher.applied: voucher.remove → choosing.pricing.asking, choosing.voucher.idle
    choosing.voucher.checking/choosing.voucher.releasing: voucher.apply #1/#2 → stays
    choosing.voucher.ended: after voucherLogin → signedOut
    choosing.voucher.ended: seats.best, voucher.apply #1/#2 → stays
    choosing.voucher.rejected: voucher.remove → choosing.voucher.idle, says no more
    choosing.voucher.releasing: after voucherRelease → choosing.voucher.applied, choosing.voucher.rejected
    choosing.voucher.releasing: voucher.remove → choosing.voucher.idle, ignored, says no more
    choosing.voucher: voucher.apply #1 → choosing.pricing.asking, choosing.voucher.checking,
      choosing.voucher.rejected, says no more, says voucher.seatsFirst, stays
    choosing.voucher: voucher.apply #2 → stays
    choosing: after draftRepeat, call.hasten → creatingDraft, ignored
    choosing: draft.request → creatingDraft, ignored, says no more
    choosing: offer.take, quantity.set #1 → choosing.pricing.asking, choosing.selection.saving, ignored, says no
      more
    choosing: quantity.set #2, seats.changed #5 → choosing.pricing.asking, choosing.pricing.blank,
      choosing.selection.saving, choosing.voucher.rejected, ignored, says no more, says voucher.seatsFirst
    choosing: seat.toggle #1/#2 → choosing.pricing.asking, choosing.pricing.blank, choosing.selection.saving,
      choosing.voucher.rejected, says no more, says voucher.seatsFirst
    choosing: seat.toggle #3 → ignored
    choosing: seats.best → findingSeats
    choosing: seats.changed #1 → findingOffer, ignored, says no more
    choosing: seats.changed #2 → findingOffer, ignored
    choosing: seats.changed #3 → checkingAccess.readingDraft, ignored, verifying
    choosing: seats.changed #4 → ignored, stays
    choosing: seats.clear → choosing.pricing.blank, choosing.selection.saving, choosing.voucher.rejected, ignored,
      says no more, says voucher.seatsFirst
    creatingDraft/releasingThenRetrying.retrying: createDraft broken/unreachable → verifying
    creatingDraft/releasingThenRetrying.retrying: createDraft ok/draftExists → drafted
    creatingDraft/releasingThenRetrying.retrying: createDraft priceChanged → loadingSeatmap, says 'Harga berubah
      sejak Anda melihatnya. Periksa harga baru, lalu lanjutkan.', timeUp
    creatingDraft/releasingThenRetrying.retrying: createDraft sessionNotOnline → queue, timeUp
    creatingDraft/releasingThenRetrying.retrying: createDraft unauthenticated → signedOut
    creatingDraft/releasingThenRetrying/verifying: queue.reading #1/#2/#3/#4, session.timeUp → stays
    creatingDraft: createDraft crashes → checkingAccess.readingDraft, choosing.pricing.asking,
      choosing.pricing.priced, choosing.selection.saving, choosing.voucher.applied, choosing.voucher.checking,
      choosing.voucher.idle, choosing.voucher.rejected, says seats.draftFailed, verifying
    creatingDraft: createDraft inputInvalid → checkingAccess.readingDraft, choosing.pricing.asking,
      choosing.pricing.priced, choosing.selection.saving, choosing.voucher.applied, choosing.voucher.checking,
      choosing.voucher.idle, choosing.voucher.rejected, says 'Too many seats', timeUp
    creatingDraft: createDraft seatsTaken → checkingAccess.readingDraft, releasingThenRetrying.releasing, says
      'Seats not available or already taken', timeUp
    findingOffer: replaceSeats value #1/value #2/crashes → checkingAccess.readingDraft, choosing.pricing.asking,
      choosing.pricing.blank, choosing.pricing.priced, choosing.selection.saving, choosing.voucher.applied,
      choosing.voucher.checking, choosing.voucher.idle, choosing.voucher.rejected, says voucher.seatsFirst
    findingSeats: findSeats value #1 → checkingAccess.readingDraft, choosing.pricing.asking,
      choosing.selection.saving, choosing.voucher.applied, choosing.voucher.checking, choosing.voucher.idle,
      choosing.voucher.rejected, says no more
    findingSeats: findSeats value #2/crashes → checkingAccess.readingDraft, choosing.pricing.asking,
      choosing.pricing.blank, choosing.pricing.priced, choosing.selection.saving, choosing.voucher.applied,
      choosing.voucher.checking, choosing.voucher.idle, choosing.voucher.rejected, verifying
    loadingSeatmap: loadSeatmap broken/unreachable/crashes → refused, says seats.loadFailed
    loadingSeatmap: loadSeatmap ok #1 → checkingAccess.readingDraft, choosing.pricing.blank,
      choosing.selection.saving, choosing.voucher.idle, findingOffer
    loadingSeatmap: loadSeatmap ok #2/ok #3 → checkingAccess.readingDraft, choosing.pricing.asking,
      choosing.selection.saving, choosing.voucher.idle, verifying
    loadingSeatmap: loadSeatmap sessionNotOnline → queue
    loadingSeatmap: loadSeatmap unauthenticated → signedOut
    refused: after healingPause, call.hasten → checkingAccess.recalling
    refused: seats.retry → checkingAccess.recalling, says no more
    releasingDraft/releasingThenRetrying.releasing: cancelDraft paymentLive → elsewhere
    releasingDraft/releasingThenRetrying.releasing: cancelDraft unauthenticated → signedOut
    releasingDraft: cancelDraft broken/unreachable/crashes → askingDraft, says seats.cancelFailed
    releasingDraft: cancelDraft noDraft → checkingAccess.clearing
    releasingDraft: cancelDraft ok → loadingSeatmap
    releasingThenRetrying.releasing: cancelDraft else → releasingThenRetrying.retrying
    releasingThenRetrying.retrying: createDraft crashes → loadingSeatmap, says seats.draftFailed
    releasingThenRetrying.retrying: createDraft inputInvalid → loadingSeatmap, says 'Too many seats', timeUp
    releasingThenRetrying.retrying: createDraft seatsTaken → loadingSeatmap, says 'Seats not available or already
      taken', timeUp
    unverified: after healingPause → checkingAccess.readingDraft, verifying
    unverified: seats.changed #1/#2/#4/#5 → ignored
    unverified: seats.changed #3 → ignored, verifying
    unverified: seats.retry → checkingAccess.readingDraft, says no more, verifying
    verifying: readDraft noDraft → loadingSeatmap, says seats.draftFailed, timeUp
    verifying: readDraft ok #1 → drafted
    verifying: readDraft ok #2 → askingDraft
    verifying: readDraft ok #3 → loadingSeatmap, says seats.draftFailed
  `,
  never: {
    // §4.15: only a call that was on its way at zero can be too late, and only a clear no says so.
    'too late without a clear no to a call that was on its way': ({ before, after, step }) =>
      after.output?.kind === 'timeUp' &&
      before.status === 'active' &&
      !(before.context.isLate && /^(createDraft|readDraft) answers refused/.test(step)),
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
    'a draft given back that was neither asked about nor in the way of a conflict (§4.51)': ({
      before,
      after,
      step,
    }) =>
      (after.matches('releasingDraft') &&
        !before.matches('releasingDraft') &&
        step !== 'draft.release') ||
      (after.matches({ releasingThenRetrying: 'releasing' }) &&
        !before.matches('creatingDraft') &&
        !before.matches('releasingThenRetrying')),
    'seats called lost while nobody said that somebody else has them (§2.216)': ({
      before,
      after,
      step,
    }) =>
      after.context.lostSeats.length > before.context.lostSeats.length &&
      !step.startsWith('seats.changed') &&
      !step.startsWith('loadSeatmap answers ok'),
    'a draft of nothing': ({ after }) => after.matches('creatingDraft') && !isChosen(after.context),
    'more standing places than are left': ({ after }) =>
      after.context.quantities.some(({ count }) => count > lawn.left),
  },
});
