import type { Screen } from '../../machines/shared/screen.ts';
import type { MonotonicClock } from './clock.ts';
import type { Api } from './http/api.ts';
import type { SeatmapStore } from './seatmap-store.ts';
import type { IdempotencyKeys } from './storage/idempotency.ts';
import type { BrowserStore } from './storage/storage.ts';

/** What the flows' effects are made of. */
export interface EffectParts {
  readonly api: Api;
  readonly now: MonotonicClock;
  /** Wall-clock milliseconds, for marks that two tabs share. */
  readonly wallNow: () => number;
  readonly store: BrowserStore;
  /** A fresh random id. */
  readonly newId: () => string;
  readonly seatmaps: SeatmapStore;
  /** Removes the tickets this browser keeps, unless they belong to the account given. */
  readonly forgetTickets: (except: string | null) => Promise<void>;
  /** Tells the other tabs of this browser. */
  readonly sayToTabs: (word: 'signed-in' | 'signed-out') => void;
  /** Says whether the page is hidden, now and at every change; gives the stop. */
  readonly watchHidden: (onChange: (hidden: boolean) => void) => () => void;
  /** Address of a page of ours. */
  readonly addressOf: (screen: Screen) => string;
  /** Leaves the page for an address, ours or not; a page of ours is loaded anew. */
  readonly leave: (address: string) => void;
}

/** The same for the flows of the purchase. */
export interface PurchaseParts extends EffectParts {
  readonly keys: IdempotencyKeys;
}
