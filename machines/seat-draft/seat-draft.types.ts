import type { OrderPreview, VoucherInfo } from '../../contract/order.ts';
import type { SessionReading } from '../session/session.types.ts';
import type { Outcome } from '../shared/outcome.ts';

/** A seat as the map offers it to be toggled. */
export interface SeatChoice {
  readonly seatNumber: string;
  readonly row: string;
  readonly column: number;
  readonly status: string;
  readonly categoryId: string | null;
  readonly categoryName: string;
  /** Whole rupiah. */
  readonly price: number;
}

/** What the machine needs to know of a loaded map; the map itself stays out of it, it is large. */
export interface SeatmapFacts {
  readonly eventStatus: string;
  /** The restored choice, as far as the fresh map still offers it (F02). */
  readonly restored: readonly SeatChoice[];
}

/** What the seat-draft machine keeps. */
export interface SeatDraftContext {
  readonly slug: string;
  readonly reading: SessionReading | null;
  readonly eventStatus: string;
  /** In the order they were chosen; at most 5. */
  readonly seats: readonly SeatChoice[];
  /** The code that is applied, or that is being checked; upper-cased. */
  readonly voucherCode: string | null;
  /** What the server said of that code; null while it is checked. */
  readonly voucher: VoucherInfo | null;
  readonly voucherError: string | null;
  /** The server's price of exactly these seats; null while it is asked for, and when it could not be had. */
  readonly preview: OrderPreview | null;
  /** Seats that went to somebody else, to be named. */
  readonly lostSeats: readonly string[];
  readonly error: string | null;
  /** True until the draft of an earlier visit is given back. */
  readonly hadDraft: boolean;
}

/** What the seat-draft machine may be told. */
export type SeatDraftEvent =
  | { readonly type: 'seat.toggle'; readonly seat: SeatChoice }
  | { readonly type: 'seats.clear' }
  /** Seats changed hands elsewhere. */
  | { readonly type: 'seats.changed'; readonly taken: readonly string[] }
  | { readonly type: 'voucher.apply'; readonly code: string }
  | { readonly type: 'voucher.remove' }
  /** 'Continue to Order Form'. */
  | { readonly type: 'draft.request' }
  /** 'Retry' after a refusal or a map that failed to load. */
  | { readonly type: 'seats.retry' }
  | { readonly type: 'queue.reading'; readonly reading: SessionReading };

/** What the seat-draft machine tells itself, from one region to the other. */
export type SeatDraftOwnEvent =
  /** The choice is another one: it is kept and priced. */
  | { readonly type: 'choice.changed' }
  /** Only the voucher is another one: the choice is priced. */
  | { readonly type: 'voucher.changed' }
  /** The answer to the newest question for a price. */
  | { readonly type: 'price.answered'; readonly outcome: Outcome<OrderPreview> };

/** What the seat-draft machine starts from. */
export interface SeatDraftInput {
  readonly slug: string;
  /** The fresh reading that let the buyer in (ruling 1.2-A, guard a). */
  readonly reading: SessionReading | null;
  /** True when a draft was made before: it is given back so that seats can be chosen anew (§4). */
  readonly hadDraft: boolean;
}

/** How choosing seats ends. */
export type SeatDraftOutput =
  | { readonly outcome: 'drafted' }
  /** Not online: the queue page is next. */
  | { readonly outcome: 'queue' }
  /** A payment runs: its page is next (ruling 1.4-R). */
  | { readonly outcome: 'elsewhere' }
  | { readonly outcome: 'signedOut' };
