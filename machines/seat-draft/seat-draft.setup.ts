import { type ActorRef, assign, enqueueActions, raise, type Snapshot, setup } from 'xstate';
import type { DraftResponse, OrderPreview } from '../../contract/order.ts';
import { isDraftOver } from '../order-form/order-form.rules.ts';
import type { SessionReading } from '../session/session.types.ts';
import { failedAgain, hasNoResponse, healedBy, healingPause, mended } from '../shared/healing.ts';
import { type Failure, forbiddenCodes, isRefused, type Result } from '../shared/result.ts';
import { failureText } from '../shared/screen-text.ts';
import { timings } from '../shared/timings.ts';
import { seatDraftPorts } from './seat-draft.ports.ts';
import {
  accessOf,
  areSeatsTaken,
  askedAfter,
  canChoose,
  canSearch,
  isChosen,
  isDraftOf,
  isDraftThere,
  isPayable,
  isPriceChanged,
  isResponseLost,
  keepsDraft,
  lostAmong,
  numbersOf,
  seatmapText,
  seatsOfDraft,
  unverifiedText,
  validVoucher,
  voucherCodeOf,
  voucherText,
} from './seat-draft.rules.ts';
import type {
  MapCommand,
  SeatChanges,
  SeatChoice,
  SeatDraftContext,
  SeatDraftEvent,
  SeatDraftInput,
  SeatDraftOutput,
  SeatDraftOwnEvent,
  SeatmapFacts,
  SeatSearch,
} from './seat-draft.types.ts';

interface Scope {
  readonly context: SeatDraftContext;
}
interface Read {
  readonly reading: SessionReading | null;
}
interface Toggle {
  readonly seat: SeatChoice;
}
interface Code {
  readonly code: string;
}
interface Found {
  readonly output: readonly SeatChoice[];
}
interface Stale {
  readonly realtime: boolean;
}
interface Priced {
  readonly result: Result<OrderPreview>;
}

type Drafted = Result<DraftResponse>;

/** What is known once the server says that there is no draft. */
const draftless = ({ reading }: SeatDraftContext) => ({
  hadDraft: false,
  reading: reading === null ? null : { ...reading, hasDraft: false },
});

/** What was said of the newest call. */
const silent = { lostSeats: [], offer: null, found: null, error: null, hasNoResponse: false };
/** What no longer holds once the choice is another one. */
const fresh = { ...silent, preview: null, asked: 'no' } as const;

const isFailure = (test: (failure: Failure) => boolean) => (_: unknown, result: Result<unknown>) =>
  !result.ok && test(result.failure);

/** Names everything the seat-draft machine's chart is drawn with. */
export const seatDraftSetup = setup({
  types: {} as {
    context: SeatDraftContext;
    events: SeatDraftEvent | SeatDraftOwnEvent;
    input: SeatDraftInput;
    output: SeatDraftOutput;
  },
  actors: seatDraftPorts,
  delays: {
    voucherRelease: timings.voucherRelease,
    voucherLogin: timings.voucherLogin,
    healingPause: ({ context }: Scope) => healingPause(context.healing),
    draftRepeat: ({ context }: Scope) => healingPause(context.draftHealing),
  },
  guards: {
    belongsElsewhere: ({ context }: Scope, { reading }: Read) =>
      accessOf(reading, context.slug) === 'elsewhere',
    belongsInQueue: ({ context }: Scope, { reading }: Read) =>
      accessOf(reading, context.slug) === 'queue',
    hadDraft: ({ context }: Scope) => context.hadDraft,
    isRecalled: (_: unknown, { output }: { readonly output: boolean }) => output,

    mayHeal: ({ context }: Scope) => context.healing.passes,
    hasNoResponse: ({ context }: Scope) => context.hasNoResponse,
    isOk: (_: unknown, result: Result<unknown>) => result.ok,
    isSignedOut: isRefused('unauthenticated'),
    isForbidden: isRefused(...forbiddenCodes),
    isPaymentLive: isRefused('paymentLive'),
    isLate: ({ context }: Scope) => context.isLate,
    isTooLate: ({ context }: Scope, result: Result<unknown>) =>
      context.isLate && !result.ok && !hasNoResponse(result),
    isDraftNone: isRefused('noDraft', ...forbiddenCodes),
    isDraftThere: isFailure(isDraftThere),
    isPriceChanged: isFailure(isPriceChanged),
    isResponseLost: isFailure(isResponseLost),
    isDraftLocked: (_: unknown, result: Drafted) => result.ok && result.value.order.is_locked,
    isDraftOver: (_: unknown, result: Drafted) => result.ok && isDraftOver(result.value),
    isDraftOfChoice: ({ context }: Scope, result: Drafted) =>
      result.ok && isDraftOf(result.value, context.seats),
    isAsked: ({ context }: Scope) => context.asked !== 'no',
    // Another page of the account may have made it, or given it back.
    isDraftKnown: ({ context }: Scope) => context.reading?.hasDraft === true,
    isAskedDraftKnown: ({ context }: Scope) =>
      context.asked !== 'no' && context.reading?.hasDraft === true,
    isDraftDenied: ({ context }: Scope, { reading }: Read) =>
      accessOf(reading, context.slug) === 'here' && reading?.hasDraft === false,
    areSeatsTakenBesideDraft: ({ context }: Scope, result: Result<unknown>) =>
      !result.ok && areSeatsTaken(result.failure) && keepsDraft(context.reading, result.failure),
    areSeatsTaken: isFailure(areSeatsTaken),

    isChosen: ({ context }: Scope, { seat }: Toggle) => isChosen(context.seats, seat),
    canChoose: ({ context }: Scope, { seat }: Toggle) => canChoose(context, seat),
    holdsChosen: ({ context }: Scope, { mine = [] }: SeatChanges) =>
      lostAmong(context.seats, mine).length > 0,
    holdsAsked: ({ context }: Scope, { mine = [] }: SeatChanges) =>
      context.asked !== 'no' && lostAmong(context.seats, mine).length > 0,
    losesSeats: ({ context }: Scope, { taken }: SeatChanges) =>
      lostAmong(context.seats, taken).length > 0,
    doubtsSeats: ({ context }: Scope, { doubted = [] }: SeatChanges) =>
      lostAmong(context.seats, doubted).length > 0,
    losesOffer: ({ context }: Scope, { taken, doubted = [] }: SeatChanges) =>
      lostAmong(context.offer ?? [], [...taken, ...doubted]).length > 0,
    // A draft that was looked at already is not looked at for ever.
    holdsOnMap: ({ context }: Scope, result: Result<SeatmapFacts>) =>
      context.held === null && result.ok && (result.value.mine ?? []).length > 0,
    holdsAskedOnMap: ({ context }: Scope, result: Result<SeatmapFacts>) =>
      context.asked === 'unanswered' &&
      result.ok &&
      lostAmong(context.seats, result.value.mine ?? []).length > 0,
    losesOnMap: ({ context }: Scope, result: Result<SeatmapFacts>) =>
      result.ok && result.value.restored.length < context.seats.length,
    hasOffer: ({ context }: Scope) => context.offer !== null && context.offer.length > 0,
    canSearch: ({ context }: Scope, { count }: SeatSearch) => canSearch(context, count),
    isFound: (_: unknown, { output }: Found) => output.length > 0,
    hasSeats: ({ context }: Scope) => context.seats.length > 0,
    hasNoSeats: ({ context }: Scope) => context.seats.length === 0,
    hasPrice: ({ context }: Scope) => context.preview !== null,
    // A code that is being checked may still change the price; an order that nobody can pay for is refused here (ruling R6).
    canRequest: ({ context }: Scope) =>
      context.seats.length > 0 &&
      (context.voucherCode === null || context.voucher !== null) &&
      isPayable(context),

    isCodeBlank: (_: unknown, { code }: Code) => voucherCodeOf(code) === '',
    isVoucherChecked: ({ context }: Scope) =>
      context.voucherCode !== null && context.voucher === null,
    isVoucherValid: (_: unknown, { result }: Priced) => validVoucher(result) !== null,
    isCheckSeatless: ({ context }: Scope) =>
      context.voucherCode !== null && context.voucher === null && context.seats.length === 0,
    hasVoucher: ({ context }: Scope) => context.voucher !== null,
    hasVoucherError: ({ context }: Scope) => context.voucherError !== null,
    holdsVoucher: ({ context }: Scope, { result }: Priced) =>
      context.voucher !== null && validVoucher(result) !== null,
    losesVoucher: ({ context }: Scope, { result }: Priced) =>
      context.voucher !== null && result.ok && validVoucher(result) === null,
  },
  actions: {
    storeReading: assign((_, { reading }: Read) => ({ reading })),
    noteDraft: assign({ hadDraft: true }),
    noteDraftGone: assign(({ context }) => ({ ...draftless(context), held: [] })),
    noteReleased: assign(({ context }) => draftless(context)),
    noteDraftNone: assign(({ context }) => ({
      ...draftless(context),
      error: { key: 'seats.draftFailed' as const },
      hasNoResponse: context.asked === 'unanswered',
    })),
    takeDraft: assign(({ context }, result: Drafted) => ({
      held: result.ok ? seatsOfDraft(result.value) : [],
      healing: mended(context.healing),
    })),
    noteResponseLost: assign(({ context }, result: Result<unknown>) => ({
      asked: result.ok ? ('no' as const) : askedAfter(result.failure),
      draftHealing: healedBy(context.draftHealing, result),
    })),
    noteLate: assign({ isLate: true }),
    forgetAsked: assign({ asked: 'no' }),
    noteMade: assign({ asked: 'made' }),
    noteUnverified: assign(({ context }, result: Result<unknown>) => {
      const failure = result.ok ? null : result.failure;
      return {
        error: unverifiedText(failure, context.asked),
        healing: failedAgain(context.healing, failure),
      };
    }),
    noteUnverifiedBug: assign(({ context }) => ({
      error: unverifiedText(null, context.asked),
      healing: failedAgain(context.healing, null),
    })),
    noteCancelFailure: assign({ error: { key: 'seats.cancelFailed' } }),
    countFailure: assign(({ context }, result: Result<unknown>) => ({
      healing: healedBy(context.healing, result),
    })),
    countCrash: assign(({ context }) => ({ healing: failedAgain(context.healing, null) })),

    takeMap: assign(({ context }, result: Result<SeatmapFacts>) => {
      if (!result.ok) return {};
      const { eventStatus, restored } = result.value;
      const kept = numbersOf(restored);
      const lostSeats = numbersOf(context.seats).filter((number) => !kept.includes(number));
      return {
        eventStatus,
        seats: restored,
        preview: null,
        lostSeats,
        asked: lostSeats.length > 0 ? ('no' as const) : context.asked,
        offer: null,
        found: null,
        held: null,
        healing: mended(context.healing),
        // Only the words of a map that could not be had are over; a draft is asked for again for the same seats alone.
        ...(context.healing.tries > 0 && !context.hasNoResponse ? { error: null } : {}),
        hasNoResponse: context.hasNoResponse && lostSeats.length === 0,
      };
    }),
    noteRealtime: assign((_, { realtime }: Stale) => ({ realtime })),
    // A follower that crashed is gone: sending to its name would put this machine in error.
    followMap: enqueueActions(
      ({ context, enqueue, system }, { isStale }: { readonly isStale: boolean }) => {
        const follower: ActorRef<Snapshot<unknown>, MapCommand> | undefined =
          system.get('followMap');
        if (follower === undefined) return;
        const { slug, realtime } = context;
        enqueue.sendTo(follower, {
          type: 'map.follow',
          slug,
          realtime,
          isStale,
        });
      },
    ),
    noteMapFailure: assign((_, result: Result<unknown>) => ({
      error: result.ok ? null : seatmapText(result.failure),
    })),
    noteMapBug: assign({ error: { key: 'seats.loadFailed' } }),

    addSeat: assign(({ context }, { seat }: Toggle) => ({
      seats: [...context.seats, seat],
      ...fresh,
    })),
    dropSeat: assign(({ context }, { seat }: Toggle) => ({
      seats: context.seats.filter(({ seatNumber }) => seatNumber !== seat.seatNumber),
      ...fresh,
    })),
    clearSeats: assign({ seats: [], ...fresh }),
    loseSeats: assign(({ context }, { taken }: SeatChanges) => ({
      seats: context.seats.filter(({ seatNumber }) => !taken.includes(seatNumber)),
      ...fresh,
      lostSeats: [...context.lostSeats, ...lostAmong(context.seats, taken)],
    })),
    takeOffer: assign((_, { output }: Found) => ({ offer: output })),
    noteNoOffer: assign({ offer: [] }),
    acceptOffer: assign(({ context }) => ({
      seats: [...context.seats, ...(context.offer ?? [])],
      ...fresh,
      found: numbersOf(context.offer ?? []),
    })),
    askBest: assign((_, { count, categoryId }: SeatSearch) => ({
      search: { count, categoryId },
      found: null,
    })),
    takeFound: assign((_, { output }: Found) => ({
      seats: output,
      ...fresh,
      found: numbersOf(output),
    })),
    noteNothingFound: assign({ found: [] }),
    announceChoice: raise({ type: 'choice.changed' }),

    // Words of a price that could not be had are over with it.
    takePrice: assign(({ context }, result: Result<OrderPreview>) => ({
      preview: result.ok ? result.value : null,
      healing: mended(context.healing),
      ...(context.healing.tries > 0 && !context.hasNoResponse ? { error: null } : {}),
    })),
    dropPrice: assign({ preview: null }),
    notePriceFailure: assign((_, result: Result<unknown>) => ({
      preview: null,
      error: result.ok ? null : failureText(result.failure, 'seats.priceFailed'),
    })),
    announcePrice: raise((_, result: Result<OrderPreview>) => ({
      type: 'price.answered',
      result,
    })),

    askVoucher: assign((_, { code }: Code) => ({
      voucherCode: voucherCodeOf(code),
      voucher: null,
      voucherError: null,
    })),
    takeVoucher: assign((_, { result }: Priced) => ({ voucher: validVoucher(result) })),
    rejectVoucher: assign((_, { result }: Priced) => ({
      voucherCode: null,
      voucher: null,
      voucherError: voucherText(result),
    })),
    noteSeatsFirst: assign({
      voucherCode: null,
      voucher: null,
      voucherError: { key: 'voucher.seatsFirst' },
    }),
    noteSessionEnded: assign({
      voucherCode: null,
      voucherError: { key: 'voucher.sessionEnded' },
    }),
    dropVoucher: assign({ voucherCode: null, voucher: null, voucherError: null, preview: null }),
    clearVoucherError: assign({ voucherError: null }),
    announceVoucher: raise({ type: 'voucher.changed' }),

    noteDraftFailure: assign(({ context }, result: Result<unknown>) => ({
      error: result.ok ? null : failureText(result.failure, 'seats.draftFailed'),
      preview: !result.ok && isPriceChanged(result.failure) ? null : context.preview,
      asked: 'no' as const,
      hasNoResponse: hasNoResponse(result),
      draftHealing: healedBy(context.draftHealing, result),
    })),
    noteDraftBug: assign(({ context }) => ({
      error: { key: 'seats.draftFailed' as const },
      hasNoResponse: true,
      draftHealing: failedAgain(context.draftHealing, null),
    })),
    clearError: assign(silent),
  },
});
