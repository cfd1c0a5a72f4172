import type { Screen } from '../../machines/shared/screen.ts';
import type { MonotonicClock } from './clock.ts';
import type { Api } from './http/api.ts';
import type { SeatmapStore } from './seatmap-store.ts';
import type { IdempotencyKeys } from './storage/idempotency.ts';
import type { BrowserStore } from './storage/storage.ts';

/** Dependencies of the flows' effects. */
export interface EffectParts {
  readonly api: Api;
  readonly now: MonotonicClock;
  /** Wall-clock milliseconds, for timestamps that tabs share. */
  readonly wallNow: () => number;
  readonly store: BrowserStore;
  /** A new random id. */
  readonly newId: () => string;
  readonly seatmaps: SeatmapStore;
  /** Removes the tickets stored in this browser, unless they belong to the given account. */
  readonly forgetTickets: (except: string | null) => Promise<void>;
  /** Sends a message to the other tabs of this browser. */
  readonly sayToTabs: (word: 'signed-in' | 'signed-out') => void;
  /** Reports whether the page is hidden, now and at every change; returns a function that stops it. */
  readonly watchHidden: (onChange: (hidden: boolean) => void) => () => void;
  /** Address of a page of ours. */
  readonly addressOf: (screen: Screen) => string;
  /** Opens an address inside or outside the shop with a full page load. */
  readonly leave: (address: string) => void;
}

/** Dependencies of the purchase flows' effects. */
export interface PurchaseParts extends EffectParts {
  readonly keys: IdempotencyKeys;
}
