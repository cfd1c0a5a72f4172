import type { OrderPreview, VoucherInfo } from '../../contract/order.ts';
import type { SessionReading } from '../session/session.types.ts';
import type { HastenEvent, Healing } from '../shared/healing.ts';
import type { Result } from '../shared/result.ts';
import type { ScreenText } from '../shared/screen-text.ts';

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

/** A quantity of standing places of one category (decision 054). */
export interface QuantityWish {
  readonly categoryId: string;
  readonly count: number;
}

/** Standing places in the choice. */
export interface QuantityChoice extends QuantityWish {
  readonly categoryName: string;
  /** Whole rupiah for one place. */
  readonly price: number;
}

/** A standing category as the page offers it; `left` counts the places that this buyer may have now. */
export interface PlaceOffer extends Omit<QuantityChoice, 'count'> {
  readonly left: number;
}

/** Places that are left of a standing category. */
export interface PlacesLeft {
  readonly categoryId: string;
  readonly left: number;
}

/** What the machine needs to know of a loaded map; the map itself stays out of it, it is large. */
export interface SeatmapFacts {
  readonly eventStatus: string;
  /** The most tickets of one order at this event; those of every order unless given. */
  readonly maxTickets?: number;
  /** The restored choice, as far as the fresh map still offers it (F02). */
  readonly restored: readonly SeatChoice[];
  /** The restored standing places, as many as are left; none unless given. */
  readonly quantities?: readonly QuantityChoice[];
  /** Numbers of the seats that this account holds, as the server says; null where it does not say (§2.216). */
  readonly mine: readonly string[] | null;
  /** True where this account holds standing places, as the server says. */
  readonly holdsPlaces?: boolean;
}

/** What is asked of 'best available': how many together, and of which category; null takes any. */
export interface SeatSearch {
  readonly count: number;
  readonly categoryId: string | null;
}

/** Events that the follower of the map takes: which one to follow, and whether what is known of it may be old. */
export interface MapCommand {
  readonly type: 'map.follow';
  readonly slug: string;
  /** Without real-time the map is read from time to time. */
  readonly realtime: boolean;
  readonly isStale: boolean;
}

/** What the seats page says of a failure (§8.22). */
export type SeatsText = ScreenText<
  | 'seats.loadFailed'
  | 'seats.mapMissing'
  | 'seats.mapUndrawable'
  | 'seats.draftFailed'
  | 'seats.draftIncomplete'
  | 'seats.draftMadeUnverified'
  | 'seats.draftUnverified'
  | 'seats.cancelFailed'
  | 'seats.priceFailed'
  | 'seats.voucherTooLittle'
  | 'refusal.noMethodCarries'
>;

/** Why a voucher is not applied (§5.33). */
export type VoucherText = ScreenText<
  | 'refusal.voucherInvalid'
  | 'voucher.checkFailed'
  | 'voucher.applyFailed'
  | 'voucher.seatsFirst'
  | 'voucher.sessionEnded'
>;

/** What the seat-draft machine keeps. */
export interface SeatDraftContext {
  readonly slug: string;
  readonly reading: SessionReading | null;
  /** True while real-time runs. */
  readonly realtime: boolean;
  readonly eventStatus: string;
  /** The most tickets of one order at this event. */
  readonly maxTickets: number;
  /** In the order they were chosen. */
  readonly seats: readonly SeatChoice[];
  /** The standing places of the choice, which counts with its seats. */
  readonly quantities: readonly QuantityChoice[];
  /** The code that is applied, or that is being checked; upper-cased. */
  readonly voucherCode: string | null;
  /** What the server said of that code; null while it is checked. */
  readonly voucher: VoucherInfo | null;
  readonly voucherError: VoucherText | null;
  /** The server's price of exactly these seats; null while it is asked for, and when it could not be had. */
  readonly preview: OrderPreview | null;
  /** Seats that went to somebody else since the buyer last chose, to be named. */
  readonly lostSeats: readonly string[];
  /** Standing categories of which fewer are left than were chosen, to be named; the choice has those that are left. */
  readonly lostPlaces: readonly (PlacesLeft & { readonly categoryName: string })[];
  /** Seats in place of the lost ones, to be taken in one go; empty where there are none, null while nothing is lost (§4.57). */
  readonly offer: readonly SeatChoice[] | null;
  /** The newest question for the best seats. */
  readonly search: SeatSearch | null;
  /** Numbers of the seats that a search or an offer brought; empty where nothing is left together, null once the buyer chose otherwise. */
  readonly found: readonly string[] | null;
  readonly error: SeatsText | null;
  /** Numbers of the seats of the account's draft, once it was looked at; empty where there was none. */
  readonly held: readonly string[] | null;
  /** The standing places of that draft. */
  readonly heldQuantities: readonly QuantityChoice[];
  /** What is known of the draft that was asked for with this choice: nothing was asked, no response came, or it was made for certain. */
  readonly asked: 'no' | 'unanswered' | 'made';
  readonly healing: Healing;
  /** The same of the draft, whose pauses the price and the map do not change. */
  readonly draftHealing: Healing;
  /** True while a draft got no response and was not made: it is asked for again by itself, unless another choice is made. */
  readonly hasNoResponse: boolean;
  /** True once the time of the session ran out while seats were being asked for. */
  readonly isLate: boolean;
  /** True until an earlier draft is found gone or is given back. */
  readonly hadDraft: boolean;
}

/** Whose the seats are that changed hands: the server says so, this side never infers it (§2.216). */
export interface SeatChanges {
  /** Somebody else has them. */
  readonly taken: readonly string[];
  /** This account has them; none unless given. */
  readonly mine?: readonly string[];
  /** Nobody said whose they are: the map is asked; none unless given. */
  readonly doubted?: readonly string[];
  /** Places left of standing categories; none unless given. */
  readonly left?: readonly PlacesLeft[];
}

/** Events that the seat-draft machine takes. */
export type SeatDraftEvent =
  | HastenEvent
  | { readonly type: 'seat.toggle'; readonly seat: SeatChoice }
  /** Another number of standing places of one category; 0 takes them out of the choice. */
  | { readonly type: 'quantity.set'; readonly place: PlaceOffer; readonly count: number }
  | { readonly type: 'seats.clear' }
  /** Seats changed hands, by number. */
  | ({ readonly type: 'seats.changed' } & SeatChanges)
  /** What is known of the map may be old: the page woke, or real-time came or went. */
  | { readonly type: 'seats.stale'; readonly realtime: boolean }
  /** 'Kursi terbaik': the best seats together take the place of the choice. */
  | ({ readonly type: 'seats.best' } & SeatSearch)
  /** The seats offered for the lost ones are taken. */
  | { readonly type: 'offer.take' }
  | { readonly type: 'voucher.apply'; readonly code: string }
  | { readonly type: 'voucher.remove' }
  /** 'Continue to Order Form'. */
  | { readonly type: 'draft.request' }
  /** 'Lanjutkan' and 'Pilih ulang' of a draft that is there already (§2.213). */
  | { readonly type: 'draft.continue' }
  | { readonly type: 'draft.release' }
  /** 'Retry' after a refusal or a map that failed to load. */
  | { readonly type: 'seats.retry' }
  | { readonly type: 'queue.reading'; readonly reading: SessionReading }
  /** The time of the session ran out while seats were being asked for: the response decides (§4.15). */
  | { readonly type: 'session.timeUp' };

/** What the seat-draft machine tells itself, from one region to the other. */
export type SeatDraftOwnEvent =
  /** The choice is another one: it is kept and priced. */
  | { readonly type: 'choice.changed' }
  /** Only the voucher is another one: the choice is priced. */
  | { readonly type: 'voucher.changed' }
  /** The response to the newest question for a price. */
  | { readonly type: 'price.answered'; readonly result: Result<OrderPreview> };

/** What the seat-draft machine starts from. */
export interface SeatDraftInput {
  readonly slug: string;
  /** The fresh reading that let the buyer in (§6.30). */
  readonly reading: SessionReading | null;
  /** True when a draft was made before: the buyer is asked about it (§4.51). */
  readonly hadDraft: boolean;
  /** True while real-time runs: the map then follows its messages and needs no reading from time to time. */
  readonly realtime: boolean;
  /** A number from 0 to 1, for jitter; without it there is none. */
  readonly random?: () => number;
}

/** How choosing seats ends. */
export type SeatDraftOutput =
  | { readonly kind: 'drafted' }
  /** Not online: the queue page is next. */
  | { readonly kind: 'queue' }
  /** The seats were asked for too late: the page says so. */
  | { readonly kind: 'timeUp' }
  /** A payment runs: its page is next (§4.50). */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'signedOut' };
