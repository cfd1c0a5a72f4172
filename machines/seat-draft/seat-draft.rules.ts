import {
  draftExistsMessage,
  maxSeatsPerOrder,
  paymentLiveMessage,
  seatsTakenMessage,
} from '../../contract/limits.ts';
import type { OrderPreview, VoucherInfo } from '../../contract/order.ts';
import type { SessionReading } from '../session/session.types.ts';
import { type Failure, type Outcome, refusedWith, wordsOf } from '../shared/outcome.ts';
import type { SeatChoice, SeatDraftContext } from './seat-draft.types.ts';

const mapWords = [
  'Seatmap configuration is missing or invalid.',
  'Invalid seatmap configuration. Please check the data.',
];
const invalidVoucher = 'Kode voucher tidak valid atau sudah kedaluwarsa';

/** Where a session may choose seats of `slug`: here, in the queue, or nowhere before its own step is done (ruling 1.4-R). */
export function accessOf(
  reading: SessionReading | null,
  slug: string,
): 'here' | 'queue' | 'elsewhere' {
  switch (reading?.state) {
    case 'payment_selection':
    case 'payment_processing':
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

/** True for a seat that may be added: five at most, and available while the event is active (§5). No status counts as active (ruling 1.2-O). */
export function canChoose(
  context: Pick<SeatDraftContext, 'seats' | 'eventStatus'>,
  seat: SeatChoice,
): boolean {
  return context.seats.length < maxSeatsPerOrder && seat.status === 'available' && isOpen(context);
}

function isOpen({ eventStatus }: Pick<SeatDraftContext, 'eventStatus'>): boolean {
  return eventStatus === 'active' || eventStatus === '';
}

/** True for a number of seats that one order may hold, while the event is active (§5). */
export function canSearch(context: Pick<SeatDraftContext, 'eventStatus'>, count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= maxSeatsPerOrder && isOpen(context);
}

/** Numbers of seats. */
export function numbersOf(seats: readonly SeatChoice[]): readonly string[] {
  return seats.map(({ seatNumber }) => seatNumber);
}

/** Chosen seats that are among the given ones. */
export function lostAmong(
  seats: readonly SeatChoice[],
  taken: readonly string[],
): readonly string[] {
  return numbersOf(seats).filter((number) => taken.includes(number));
}

/** A code as it is sent and compared (§5). */
export function voucherCodeOf(typed: string): string {
  return typed.trim().toUpperCase();
}

/** The code a draft is asked with: only one that the server accepted. */
export function acceptedCode(
  context: Pick<SeatDraftContext, 'voucher' | 'voucherCode'>,
): string | null {
  return context.voucher?.is_valid === true ? context.voucherCode : null;
}

/** The voucher of a priced choice that holds; null for one that does not, and for a failed answer. */
export function validVoucher(outcome: Outcome<OrderPreview>): VoucherInfo | null {
  const info = outcome.ok ? outcome.value.voucher_info : null;
  return info?.is_valid === true ? info : null;
}

/** Why a voucher is not applied (§5). */
export function voucherWords(outcome: Outcome<OrderPreview>): string {
  if (outcome.ok) return outcome.value.voucher_info?.message || invalidVoucher;
  switch (outcome.failure.kind) {
    case 'refused':
      return outcome.failure.message || invalidVoucher;
    case 'broken':
      return 'Terjadi kesalahan saat memvalidasi voucher';
    case 'unreachable':
      return 'Terjadi kesalahan saat memproses voucher';
  }
}

/** Words of a map that did not load (§8). */
export function seatmapWords(failure: Failure): string {
  return mapWords.includes(failure.message)
    ? failure.message
    : 'Failed to load seatmap data. Please try again.';
}

/** Words of a draft that was not made (§8). */
export function draftWords(failure: Failure): string {
  return wordsOf(failure, '') || 'Failed to create order draft';
}

/** True when a draft or a payment of this buyer is there already: the flow goes on with it (§4). */
export function isDraftThere(failure: Failure): boolean {
  return isSaid(failure, draftExistsMessage) || isSaid(failure, paymentLiveMessage);
}

/** True when the draft was refused because of its seats (§4, ruling 1.4-Q). */
export function areSeatsTaken(failure: Failure): boolean {
  return refusedWith(failure) === 404 || isSaid(failure, seatsTakenMessage);
}

function isSaid(failure: Failure, words: string): boolean {
  return failure.kind === 'refused' && failure.message.toLowerCase().includes(words.toLowerCase());
}
