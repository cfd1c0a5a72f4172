import type { Show } from '../../../../contract/catalogue.ts';

/** An offer of the waiting list. */
export interface WaitingOffer {
  readonly slug: string;
  /** The shows as its buyer may choose them. */
  readonly shows: readonly Show[];
}

/** Sold-out shows and what their waiting list reports. */
export interface WaitingListProps {
  readonly shows: readonly Show[];
  /** Slug of the page. */
  readonly slug: string;
  /** True where the page as a whole is sold out. */
  readonly isSoldOut: boolean;
  /** Called with each offer, and with null once there is none. */
  readonly onOffer: (offer: WaitingOffer | null) => void;
  readonly onBuy: (slug: string) => void;
  /** Called when the list was refused because the show sells again. */
  readonly onReopened: () => void;
}
