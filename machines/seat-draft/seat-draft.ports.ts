import { fromCallback, fromPromise } from 'xstate';
import type { DraftResponse, OrderPreview } from '../../contract/order.ts';
import { notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';
import type {
  MapCommand,
  QuantityWish,
  SeatChoice,
  SeatmapFacts,
  SeatSearch,
} from './seat-draft.types.ts';

/** The event whose seats they are. */
export interface SeatsPortInput {
  readonly slug: string;
}

/** What is asked of the map: the choice is checked against it; when empty, the saved one is restored (F02). */
export interface LoadSeatmapInput extends SeatsPortInput {
  /** Numbers of seats. */
  readonly chosen: readonly string[];
  readonly quantities: readonly QuantityWish[];
}

/** A choice by seat number, in the order it was made. */
export interface SaveSelectionInput extends SeatsPortInput {
  readonly seats: readonly string[];
  readonly quantities: readonly QuantityWish[];
}

/** Where the best seats are looked for. */
export interface FindSeatsInput extends SeatsPortInput, SeatSearch {}

/** The lost and the remaining seats of a choice, by number. */
export interface ReplaceSeatsInput extends SeatsPortInput {
  readonly lost: readonly string[];
  readonly kept: readonly string[];
}

/** A choice that is priced or held. */
export interface OrderInput extends SaveSelectionInput {
  readonly voucherCode: string | null;
}

/** A choice that is held. */
export interface DraftInput extends OrderInput {
  /** The total that the buyer sees, in whole rupiah; null where the server has not said it (decision 055). */
  readonly shownTotal: number | null;
}

/** What the seat-draft machine needs from outside. */
export const seatDraftPorts = {
  /** True when this browser made a draft for the event and kept the flag of it (§3.92). */
  recallDraft: fromPromise<boolean, SeatsPortInput>(notProvided('seatDraft.recallDraft')),
  /** GET …/seatmap-categories. A map that cannot be read fails with one of the two seatmap sentences of §2.209. */
  loadSeatmap: fromPromise<Result<SeatmapFacts>, LoadSeatmapInput>(
    notProvided('seatDraft.loadSeatmap'),
  ),
  /**
   * Follows a map from the first command on: reads it again when what is known may be old, and from time to time while real-time does not
   * run; says `seats.changed`. The default follows nothing, for a callback cannot reject.
   */
  followMap: fromCallback<MapCommand>(() => undefined),
  /** The best seats that can be chosen now, together; none where nothing is left together. */
  findSeats: fromPromise<readonly SeatChoice[], FindSeatsInput>(notProvided('seatDraft.findSeats')),
  /** The same number of seats of the same categories near the remaining ones; none where there are none (§4.57). */
  replaceSeats: fromPromise<readonly SeatChoice[], ReplaceSeatsInput>(
    notProvided('seatDraft.replaceSeats'),
  ),
  /** Keeps the choice for a refresh. */
  saveSelection: fromPromise<void, SaveSelectionInput>(notProvided('seatDraft.saveSelection')),
  /** Forgets everything kept for the event: choice, draft, form answers and lock (§3.91). */
  clearStale: fromPromise<void, SeatsPortInput>(notProvided('seatDraft.clearStale')),
  /** POST …/order-preview; holds nothing. */
  previewOrder: fromPromise<Result<OrderPreview>, OrderInput>(
    notProvided('seatDraft.previewOrder'),
  ),
  /** POST …/order-draft; remembers that a draft was made. */
  createDraft: fromPromise<Result<DraftResponse | null>, DraftInput>(
    notProvided('seatDraft.createDraft'),
  ),
  /** GET …/order-draft; a draft that is there settles the question whether one was made. */
  readDraft: fromPromise<Result<DraftResponse>, SeatsPortInput>(notProvided('seatDraft.readDraft')),
  /** DELETE …/order-draft; forgets the draft, its form answers and its lock, and keeps the choice (§4.51). */
  cancelDraft: fromPromise<Result<null>, SeatsPortInput>(notProvided('seatDraft.cancelDraft')),
};
