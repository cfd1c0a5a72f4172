import { maxSeatsPerOrder } from '../../contract/limits.ts';
import { mended } from '../shared/healing.ts';
import { countOf, leftOf, lostPlacesOf } from './seat-draft.quantities.ts';
import { lostAmong, numbersOf } from './seat-draft.rules.ts';
import type { SeatChanges, SeatDraftContext, SeatmapFacts } from './seat-draft.types.ts';

/** What is known once the server says that there is no draft. */
export const draftless = ({ reading }: SeatDraftContext) => ({
  hadDraft: false,
  reading: reading === null ? null : { ...reading, hasDraft: false },
});

/** What was said of the newest call. */
export const silent = {
  lostSeats: [],
  lostPlaces: [],
  offer: null,
  found: null,
  error: null,
  hasNoResponse: false,
};
/** What no longer holds once the choice is another one. */
export const fresh = { ...silent, preview: null, asked: 'no' } as const;

/** The context with a map that was read: what it no longer offers of the choice is lost, and named. */
export function withMap(
  context: SeatDraftContext,
  { eventStatus, maxTickets = maxSeatsPerOrder, restored, quantities = [] }: SeatmapFacts,
): Partial<SeatDraftContext> {
  const kept = numbersOf(restored);
  const lostSeats = numbersOf(context.seats).filter((number) => !kept.includes(number));
  const left = context.quantities.map(({ categoryId }) => ({
    categoryId,
    left: countOf(quantities, categoryId),
  }));
  const lostPlaces = lostPlacesOf(context.quantities, left);
  const isLost = lostSeats.length + lostPlaces.length > 0;
  return {
    eventStatus,
    maxTickets,
    seats: restored,
    quantities,
    preview: null,
    lostSeats,
    lostPlaces,
    asked: isLost ? 'no' : context.asked,
    offer: null,
    found: null,
    held: null,
    heldQuantities: [],
    healing: mended(context.healing),
    // Only the words of a map that could not be had are over; a draft is asked for again for the same seats alone.
    ...(context.healing.tries > 0 && !context.hasNoResponse ? { error: null } : {}),
    hasNoResponse: context.hasNoResponse && !isLost,
  };
}

/** The context without the seats and places that went to somebody else; they are named beside those that were lost before. */
export function withoutLost(
  context: SeatDraftContext,
  { taken, left = [] }: SeatChanges,
): Partial<SeatDraftContext> {
  const lostPlaces = lostPlacesOf(context.quantities, left);
  const isNew = ({ categoryId }: { readonly categoryId: string }) =>
    lostPlaces.some((lost) => lost.categoryId === categoryId);
  return {
    seats: context.seats.filter(({ seatNumber }) => !taken.includes(seatNumber)),
    quantities: leftOf(context.quantities, lostPlaces),
    ...fresh,
    lostSeats: [...context.lostSeats, ...lostAmong(context.seats, taken)],
    lostPlaces: [...context.lostPlaces.filter((known) => !isNew(known)), ...lostPlaces],
  };
}
