import { pathOf } from '../../../src/app/routing/paths.ts';
import type { PurchaseParts } from '../../../src/effects/parts.ts';
import { createSeatmapStore } from '../../../src/effects/seatmap-store.ts';
import { createIdempotencyKeys } from '../../../src/effects/storage/idempotency.ts';

/** What the effects need, on a page that is seen, alone and never left; a test replaces what it is about. */
export function pageParts(
  given: Pick<PurchaseParts, 'api' | 'store'> & Partial<PurchaseParts>,
): PurchaseParts {
  const newId = () => crypto.randomUUID();
  return {
    now: () => performance.now(),
    wallNow: () => Date.now(),
    newId,
    keys: createIdempotencyKeys(given.store, newId),
    seatmaps: createSeatmapStore(given.api),
    forgetTickets: async () => undefined,
    sayToTabs: () => undefined,
    watchHidden: () => () => undefined,
    addressOf: pathOf,
    leave: () => undefined,
    ...given,
  };
}
