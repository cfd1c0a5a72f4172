/** Who may enter a page; `machines/root/redirect.ts` sends everybody else on (ruling 1.2-A). */
export type PageEntry =
  /** Everybody. */
  | 'anyone'
  /** Visitors who are not signed in; a signed-in one is sent on. */
  | 'signedOut'
  /** Visitors whose e-mail address is not proven; everybody else is sent on. */
  | 'unproven'
  /** Verified accounts; everybody else signs in or proves the address first, and comes back. */
  | 'signedIn'
  /** Verified accounts; everybody who is not signed in is sent to the home page. */
  | 'buyer';

/** What an address holds beside the parameters of its path; each becomes a member of the screen. */
export type PageExtra =
  /** The whole query. */
  | 'query'
  /** `?returnTo=`, or the same in the history entry. */
  | 'returnTo'
  /** `?buy=1`: a purchase was begun before the sign-in (ruling R11). */
  | 'buy'
  /** In the history entry alone, never in the address. */
  | 'email'
  | 'transactionId';

/** A page of the purchase, drawn in its frame. */
interface PurchasePage {
  /** The step that the frame marks as current; null for a page before the first. */
  readonly step:
    | 'seat_selection'
    | 'ticket_selection'
    | 'payment_processing'
    | 'payment_success'
    | null;
  /** The page shows a countdown itself, so the frame shows none. */
  readonly ownClock?: true;
}

/** One page of the product (§2). */
export interface Page {
  /** Path as the router writes it: `:slug` is a parameter, and a member of the screen. */
  readonly path: string;
  /** Further paths that draw the same page. */
  readonly aliases?: readonly string[];
  readonly extras?: readonly PageExtra[];
  readonly entry: PageEntry;
  /** Left out for pages outside the purchase. */
  readonly purchase?: PurchasePage;
  /** Text key of the title; left out for a page whose title depends on what it shows. */
  readonly title?: string;
  /** Parts of the text catalogue that come with the page. */
  readonly words: readonly string[];
  /** `folder/file` below `src/screens`, without `.screen.tsx`; the name of the page twice when left out. */
  readonly screen?: string;
  /** Further sources that the page fetches by itself. */
  readonly fetches?: readonly string[];
  /** The server draws the page; one without parameters then stands in the site map too. */
  readonly drawn?: true;
  /** Search engines are asked to stay away. */
  readonly private?: true;
  /** Bytes of script (brotli): of `/` all that it fetches, of any other page what it adds to those; `laterBudget` when left out. */
  readonly budget?: number;
}
