import type { OrderPreview, VoucherInfo } from '../../contract/order.ts';
import type { SessionReading } from '../session/session.types.ts';

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
  readonly voucherCode: string | null;
  readonly voucher: VoucherInfo | null;
  readonly voucherError: string | null;
  readonly preview: OrderPreview | null;
  /** Seats that went to somebody else, to be named. */
  readonly lostSeats: readonly string[];
  readonly error: string | null;
  /** True once creation was tried again after a conflict (§4: once). */
  readonly retried: boolean;
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
