/** Who may enter a page; `machines/root/redirect.ts` redirects all others (§6.20). */
export type PageEntry =
  /** Anybody. */
  | 'anyone'
  /** Visitors; accounts are redirected. */
  | 'signedOut'
  /** Signed-in accounts with an unverified e-mail address; all others are redirected. */
  | 'unproven'
  /** Verified accounts; all others sign in or verify the address first, and then return. */
  | 'signedIn'
  /** Verified accounts; visitors are redirected to the home page. */
  | 'buyer';

/** Parts of a location beside the parameters of its path; each becomes a member of the screen. */
export type PageExtra =
  /** The whole query. */
  | 'query'
  /** `?returnTo=`, or the same in the history entry. */
  | 'returnTo'
  /** `?buy=1`: the purchase began before the sign-in (§2.140). */
  | 'buy'
  /** Only in the history entry, never in the address. */
  | 'email'
  | 'transactionId';

/** A page of the purchase, shown in its frame. */
interface PurchasePage {
  /** The step that the frame marks as current; null for a page before the first step. */
  readonly step:
    | 'seat_selection'
    | 'ticket_selection'
    | 'payment_processing'
    | 'payment_success'
    | null;
  /** The page shows its own countdown, so the frame shows none. */
  readonly ownClock?: true;
}

/** One page of the product (§2.1). */
export interface Page {
  /** Path in the router's syntax: `:slug` is a parameter, and a member of the screen. */
  readonly path: string;
  /** Further paths of the same page. */
  readonly aliases?: readonly string[];
  readonly extras?: readonly PageExtra[];
  readonly entry: PageEntry;
  /** Omitted for pages outside the purchase. */
  readonly purchase?: PurchasePage;
  /** Text key of the title; omitted if the title depends on the content of the page. */
  readonly title?: string;
  /** Text key of the description for search engines; omitted if it depends on the content of the page, or the page is not drawn. */
  readonly description?: string;
  /** Parts of the text catalogue that the page needs. */
  readonly words: readonly string[];
  /** `folder/file` below `src/screens`, without `.screen.tsx`; by default the name of the page twice. */
  readonly screen?: string;
  /** Further sources that the page loads by itself. */
  readonly fetches?: readonly string[];
  /** The server renders the page; without parameters it is also in the site map. */
  readonly drawn?: true;
  /** Search engines should not visit the page. */
  readonly private?: true;
  /** Bytes of script (brotli): for `/` all scripts, for any other page those in addition; `laterBudget` by default. */
  readonly budget?: number;
}
