import type { DraftResponse, OrderPreview, VoucherInfo } from '../../contract/order.ts';
import type { SessionReading } from '../session/session.types.ts';
import { type Failure, isRefusedAs, type Result } from '../shared/result.ts';
import { failureText } from '../shared/screen-text.ts';
import {
  type Choice,
  countOf,
  placesIn,
  quantitiesOfDraft,
  ticketsOf,
  wishesOf,
} from './seat-draft.quantities.ts';
import type { SeatChoice, SeatDraftContext, SeatsText, VoucherText } from './seat-draft.types.ts';

/** Where a session may choose seats of `slug`: here, in the queue, or nowhere before its own step is done (§4.50). */
export function accessOf(
  reading: SessionReading | null,
  slug: string,
): 'here' | 'queue' | 'elsewhere' {
  switch (reading?.step) {
    case 'paymentSelection':
    case 'paymentProcessing':
      return 'elsewhere';
    case 'online':
      return reading.slug === slug ? 'here' : 'elsewhere';
    case 'queued':
      return reading.slug === slug ? 'queue' : 'elsewhere';
    default:
      return 'queue';
  }
}

/** True when a seat is among the chosen ones. */
export function isChosen(seats: readonly SeatChoice[], seat: SeatChoice): boolean {
  return seats.some(({ seatNumber }) => seatNumber === seat.seatNumber);
}

/** True for a seat that may be added: up to the limit, and available while the event is active (§5.30). No status counts as active (§2.202). */
export function canChoose(
  context: Choice & Pick<SeatDraftContext, 'eventStatus' | 'maxTickets'>,
  seat: SeatChoice,
): boolean {
  return ticketsOf(context) < context.maxTickets && seat.status === 'available' && isOpen(context);
}

/** True while the event sells: no status counts as active (§2.202). */
export function isOpen({ eventStatus }: Pick<SeatDraftContext, 'eventStatus'>): boolean {
  return eventStatus === 'active' || eventStatus === '';
}

/** True for a number of seats that one order may hold beside the chosen standing places, while the event is active (§5.30). */
export function canSearch(
  context: Pick<SeatDraftContext, 'quantities' | 'eventStatus' | 'maxTickets'>,
  count: number,
): boolean {
  const room = context.maxTickets - placesIn(context.quantities);
  return Number.isInteger(count) && count >= 1 && count <= room && isOpen(context);
}

/** Numbers of seats. */
export function numbersOf(seats: readonly SeatChoice[]): readonly string[] {
  return seats.map(({ seatNumber }) => seatNumber);
}

/** What a map is asked for: the choice, else the seats and places of the draft that was given back. */
export function wantedOf(context: Choice & Pick<SeatDraftContext, 'held' | 'heldQuantities'>) {
  return ticketsOf(context) > 0
    ? { chosen: numbersOf(context.seats), quantities: wishesOf(context.quantities) }
    : { chosen: context.held ?? [], quantities: wishesOf(context.heldQuantities) };
}

/** Numbers of the seats of a draft. */
export function seatsOfDraft({ order_data }: DraftResponse): readonly string[] {
  return order_data.items.flatMap(({ seats, standing }) =>
    standing === true ? [] : seats.map(({ seat_number: number }) => number),
  );
}

/** True for a draft of exactly this choice, in any order. */
export function isDraftOf(draft: DraftResponse, { seats, quantities }: Choice): boolean {
  const held = seatsOfDraft(draft);
  const places = quantitiesOfDraft(draft);
  return (
    held.length === seats.length &&
    lostAmong(seats, held).length === seats.length &&
    places.length === quantities.length &&
    quantities.every(({ categoryId, count }) => countOf(places, categoryId) === count)
  );
}

/** True while the caller's account holds seats that a release would lose: the refusal says so, or the session did (§4.51, §2.216). */
export function keepsDraft(reading: SessionReading | null, failure: Failure): boolean {
  const meta = failure.kind === 'refused' ? failure.meta : undefined;
  const mine = [meta?.mine, meta?.mine_quantities].filter(Array.isArray);
  return mine.length > 0 ? mine.some(({ length }) => length > 0) : reading?.hasDraft === true;
}

/** True for a lost response: the seats may be held all the same (F28). */
export function isResponseLost(failure: Failure): boolean {
  return failure.kind !== 'refused';
}

/** True for a response of success in a shape nobody knows. */
function isIncomplete(failure: Failure): boolean {
  return failure.kind === 'broken' && failure.status >= 200 && failure.status < 300;
}

/** What a lost response says of the draft: a success that could not be read made it (§8.23). */
export function askedAfter(failure: Failure): SeatDraftContext['asked'] {
  return isIncomplete(failure) ? 'made' : 'unanswered';
}

/** What the page says of a draft that could not be read (§8.23); null stands for a read that crashed. */
export function unverifiedText(
  failure: Failure | null,
  asked: SeatDraftContext['asked'],
): SeatsText {
  if (failure !== null && isIncomplete(failure)) return { key: 'seats.draftIncomplete' };
  return { key: asked === 'made' ? 'seats.draftMadeUnverified' : 'seats.draftUnverified' };
}

/** Chosen seats that are among the given ones. */
export function lostAmong(
  seats: readonly SeatChoice[],
  taken: readonly string[],
): readonly string[] {
  return numbersOf(seats).filter((number) => taken.includes(number));
}

/** A code as it is sent and compared (§5.32). */
export function voucherCodeOf(typed: string): string {
  return typed.trim().toUpperCase();
}

/** The code a draft is asked with: only one that the server accepted. */
export function acceptedCode(
  context: Pick<SeatDraftContext, 'voucher' | 'voucherCode'>,
): string | null {
  return context.voucher?.is_valid === true ? context.voucherCode : null;
}

/** The total on the page that a draft must not exceed; null where the server has not said it, or knows `tax` alone (§3.2). */
export function shownTotal({ preview }: Pick<SeatDraftContext, 'preview'>): number | null {
  const pricing = preview?.pricing_details;
  return pricing?.fees === undefined ? null : pricing.final_price;
}

/** The voucher of a priced choice that holds; null for one that does not, and for a failed response. */
export function validVoucher(result: Result<OrderPreview>): VoucherInfo | null {
  const info = result.ok ? result.value.voucher_info : null;
  return info?.is_valid === true ? info : null;
}

/** Why a voucher is not applied (§5.33). */
export function voucherText(result: Result<OrderPreview>): VoucherText {
  if (result.ok) {
    const info = result.value.voucher_info;
    if (!info?.message) return { key: 'refusal.voucherInvalid' };
    const code = info.refusal === 'voucherInvalid' ? info.refusal : null;
    return { sentence: info.message, code };
  }
  switch (result.failure.kind) {
    case 'refused':
      return failureText(result.failure, 'refusal.voucherInvalid');
    case 'broken':
      return { key: 'voucher.checkFailed' };
    case 'unreachable':
      return { key: 'voucher.applyFailed' };
  }
}

/** What the page says of a map that did not load (§2.209). */
export function seatmapText(failure: Failure): SeatsText {
  if (failure.kind !== 'broken' || failure.flaw === undefined) return { key: 'seats.loadFailed' };
  return { key: failure.flaw === 'missing' ? 'seats.mapMissing' : 'seats.mapUndrawable' };
}

/** False when the price says that no payment method takes the total (§2.218); a server that does not say may take it (§3.2). */
export function isPayable({ preview }: Pick<SeatDraftContext, 'preview'>): boolean {
  return preview?.is_payable !== false;
}

/** What is wrong with the choice; an order that cannot be paid is named before it is asked for (§2.218). */
export function choiceProblem(
  context: Pick<SeatDraftContext, 'preview' | 'error' | 'voucher'>,
): SeatsText | null {
  if (isPayable(context)) return context.error;
  const hasVoucher = context.voucher?.is_valid === true;
  return { key: hasVoucher ? 'seats.voucherTooLittle' : 'refusal.noMethodCarries' };
}

/** True when a draft or a payment of this buyer is there already: the flow goes on with it (§4.54). */
export function isDraftThere(failure: Failure): boolean {
  return isRefusedAs(failure, 'draftExists', 'paymentLive');
}

/** True when the draft would cost more than the page showed (decision 055). */
export function isPriceChanged(failure: Failure): boolean {
  return isRefusedAs(failure, 'priceChanged');
}

/** True when the draft was refused because of its seats or standing places (§4.55). */
export function areSeatsTaken(failure: Failure): boolean {
  return isRefusedAs(failure, 'seatsTaken', 'placesTaken');
}
