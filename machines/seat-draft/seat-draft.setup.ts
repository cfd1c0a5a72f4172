import { type ActorRef, assign, enqueueActions, raise, type Snapshot, setup } from 'xstate';
import type { DraftResponse, OrderPreview } from '../../contract/order.ts';
import { isDraftOver } from '../order-form/order-form.rules.ts';
import { failedAgain, hasNoResponse, healedBy, healingPause, mended } from '../shared/healing.ts';
import { type Failure, forbiddenCodes, isRefused, type Result } from '../shared/result.ts';
import { failureText } from '../shared/screen-text.ts';
import { timings } from '../shared/timings.ts';
import { draftless, fresh, silent, withMap, withoutLost } from './seat-draft.losses.ts';
import type {
  Code,
  Found,
  Priced,
  Quantity,
  Read,
  Scope,
  Stale,
  Toggle,
} from './seat-draft.params.ts';
import { seatDraftPorts } from './seat-draft.ports.ts';
import {
  canSetQuantity,
  lostPlacesOf,
  quantitiesOfDraft,
  ticketsOf,
  withQuantity,
} from './seat-draft.quantities.ts';
import {
  accessOf,
  areSeatsTaken,
  askedAfter,
  canChoose,
  canSearch,
  isChosen,
  isDraftOf,
  isDraftThere,
  isOpen,
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
  SeatDraftContext,
  SeatDraftEvent,
  SeatDraftInput,
  SeatDraftOutput,
  SeatDraftOwnEvent,
  SeatmapFacts,
  SeatSearch,
} from './seat-draft.types.ts';

type Drafted = Result<DraftResponse>;

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
      result.ok && isDraftOf(result.value, context),
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
      context.held === null &&
      result.ok &&
      (result.value.holdsPlaces === true || (result.value.mine ?? []).length > 0),
    holdsAskedOnMap: ({ context }: Scope, result: Result<SeatmapFacts>) =>
      context.asked === 'unanswered' &&
      result.ok &&
      (lostAmong(context.seats, result.value.mine ?? []).length > 0 ||
        (result.value.holdsPlaces === true && context.quantities.length > 0)),
    losesOnMap: ({ context }: Scope, result: Result<SeatmapFacts>) =>
      result.ok && result.value.restored.length < context.seats.length,
    hasOffer: ({ context }: Scope) =>
      context.offer !== null &&
      context.offer.length > 0 &&
      ticketsOf(context) + context.offer.length <= context.maxTickets,
    canSetQuantity: ({ context }: Scope, wish: Quantity) =>
      canSetQuantity(context, isOpen(context), wish),
    // What was asked for may be held by this account: the response says so (§2.216).
    losesPlaces: ({ context }: Scope, { left = [] }: SeatChanges) =>
      context.asked === 'no' && lostPlacesOf(context.quantities, left).length > 0,
    canSearch: ({ context }: Scope, { count }: SeatSearch) => canSearch(context, count),
    isFound: (_: unknown, { output }: Found) => output.length > 0,
    hasSeats: ({ context }: Scope) => ticketsOf(context) > 0,
    hasNoSeats: ({ context }: Scope) => ticketsOf(context) === 0,
    hasPrice: ({ context }: Scope) => context.preview !== null,
    // A code that is being checked may still change the price; an order that nobody can pay for is refused here (§2.218).
    canRequest: ({ context }: Scope) =>
      ticketsOf(context) > 0 &&
      (context.voucherCode === null || context.voucher !== null) &&
      isPayable(context),

    isCodeBlank: (_: unknown, { code }: Code) => voucherCodeOf(code) === '',
    isVoucherChecked: ({ context }: Scope) =>
      context.voucherCode !== null && context.voucher === null,
    isVoucherValid: (_: unknown, { result }: Priced) => validVoucher(result) !== null,
    isCheckSeatless: ({ context }: Scope) =>
      context.voucherCode !== null && context.voucher === null && ticketsOf(context) === 0,
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
    noteDraftGone: assign(({ context }) => ({
      ...draftless(context),
      held: [],
      heldQuantities: [],
    })),
    noteReleased: assign(({ context }) => draftless(context)),
    noteDraftNone: assign(({ context }) => ({
      ...draftless(context),
      error: { key: 'seats.draftFailed' as const },
      hasNoResponse: context.asked === 'unanswered',
    })),
    takeDraft: assign(({ context }, result: Drafted) => ({
      held: result.ok ? seatsOfDraft(result.value) : [],
      heldQuantities: result.ok ? quantitiesOfDraft(result.value) : [],
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

    takeMap: assign(({ context }, result: Result<SeatmapFacts>) =>
      result.ok ? withMap(context, result.value) : {},
    ),
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
    setQuantity: assign(({ context }, { place, count }: Quantity) => ({
      quantities: withQuantity(context.quantities, place, count),
      ...fresh,
    })),
    clearSeats: assign({ seats: [], quantities: [], ...fresh }),
    loseSeats: assign(({ context }, changes: SeatChanges) => withoutLost(context, changes)),
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
