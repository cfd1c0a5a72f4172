/** Why a purchase session is over, as its buyer reads (§4.20). */
export type EndReason =
  /** Given up by the buyer: in this tab, or before this page was opened. */
  | 'left'
  /** Given up in another tab or on another device while this page followed it. */
  | 'leftElsewhere'
  /** Removed by the operator. */
  | 'kicked'
  /** Its time ran out. */
  | 'timeUp'
  /** A place in line that nobody asked about for too long. */
  | 'inactive'
  /** The turn came while nobody was there. */
  | 'absent'
  /** The event is no longer on sale. */
  | 'closed'
  /** The event was called off. */
  | 'cancelled'
  /** Paid before this page was opened. */
  | 'paid'
  /** Paid in another tab or on another device while this page followed it. */
  | 'paidElsewhere'
  /** Over without a reason from the server. */
  | 'over';

/** What the buyer held when the session ended. */
export type Held = 'place' | 'turn' | 'seats' | 'payment';

/** The end of one session: a fact with a reason, the same for every page, tab and device (§4.20). */
export interface Ending {
  /** Which session ended. */
  readonly id: string;
  readonly reason: EndReason;
  readonly slug: string;
  readonly eventName: string | null;
  /** The operator's words, where there are some. */
  readonly note: string | null;
  /** What this page last saw the buyer hold; null where it first heard of the session after its end. */
  readonly held: Held | null;
}

/** True where a page shows the end for a few seconds and then moves to the event page by itself (§4.23, kicked). */
export function isRemoval({ reason }: Ending): boolean {
  return reason === 'kicked' || reason === 'closed' || reason === 'cancelled';
}

/** True for a session that ended by being paid. */
export function isPaid({ reason }: Ending): boolean {
  return reason === 'paid' || reason === 'paidElsewhere';
}

/** True where the event can still be bought: the buyer may press to join again. */
export function mayRejoin({ reason }: Ending): boolean {
  return reason !== 'closed' && reason !== 'cancelled';
}

/** True for an end that goes along to the next page: one that this page saw happen, and that is not the purchase itself. */
export function isCarried(ending: Ending): boolean {
  return ending.held !== null && !isPaid(ending);
}
