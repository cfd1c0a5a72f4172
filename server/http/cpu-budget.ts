import { LRUCache } from 'lru-cache';

/** Expected cost of each kind of expensive work in milliseconds of a core: what it really took replaces it once it is done. */
export const workPrices = {
  /** Drawing a page that is not cached. */
  drawing: 80,
  /** Making a ticket or an invoice that is not cached. */
  document: 150,
  /** A list, a search or an event that is not cached. */
  catalogue: 5,
} as const;

/** A kind of work that has a price. */
export type DearWork = keyof typeof workPrices;

/** A bucket with this many milliseconds of work, refilled by so many each second. */
export interface CpuShare {
  readonly burstMs: number;
  readonly msPerSecond: number;
}

/** Shares of one address, which may be a mobile carrier's, and of one account. */
export const clientShares = {
  address: { burstMs: 10_000, msPerSecond: 500 },
  account: { burstMs: 3_000, msPerSecond: 150 },
} as const satisfies Record<string, CpuShare>;

/** Shares of a core for a kind of work over all clients; kinds that are not listed have other limits. */
const sharedShares: Partial<Record<DearWork, CpuShare>> = {
  drawing: { burstMs: 4_000, msPerSecond: 400 },
};

/** The most clients in memory; the least recently seen is dropped first. */
const clientsKept = 10_000;

/** Charges a client for the milliseconds that the work took. */
export type Charge = (tookMs: number) => void;

/** Takes the cost of expensive work from the share of a client. Cached results cost nothing and are not taken. */
export interface CpuBudget {
  /** Takes the expected cost and returns how to charge the real one; or takes nothing and returns the seconds until the share suffices. */
  take(work: DearWork, client: string, share?: keyof typeof clientShares): Charge | number;
  /** Refills every share. */
  clear(): void;
}

/** A budget without limits, for servers that have none. */
export const boundlessBudget: CpuBudget = { take: () => () => {}, clear: () => {} };

interface Bucket {
  /** Below 0 after work that took longer than expected. */
  ms: number;
  at: number;
}

/** A budget in the memory of this process. `now` gives milliseconds; a clock that is set back refills nothing. */
export function createCpuBudget(now: () => number): CpuBudget {
  const clients = new LRUCache<string, Bucket>({ max: clientsKept });
  const shared = new Map<DearWork, Bucket>();

  const refilled = (bucket: Bucket | undefined, share: CpuShare, time: number): Bucket => {
    if (bucket === undefined) return { ms: share.burstMs, at: time };
    const gained = (Math.max(0, time - bucket.at) / 1000) * share.msPerSecond;
    return Object.assign(bucket, { ms: Math.min(share.burstMs, bucket.ms + gained), at: time });
  };
  const waitFor = (bucket: Bucket, share: CpuShare, price: number) =>
    Math.max(0, price - bucket.ms) / share.msPerSecond;

  return {
    take(work, client, name = 'address') {
      const time = now();
      const price = workPrices[work];
      const key = `${name} ${client}`;
      const own = refilled(clients.get(key), clientShares[name], time);
      clients.set(key, own);
      let wait = waitFor(own, clientShares[name], price);
      const share = sharedShares[work];
      const all = share === undefined ? null : refilled(shared.get(work), share, time);
      if (share !== undefined && all !== null) {
        shared.set(work, all);
        wait = Math.max(wait, waitFor(all, share, price));
      }
      if (wait > 0) return wait;
      const charge = (ms: number) => {
        own.ms -= ms;
        if (all !== null) all.ms -= ms;
      };
      charge(price);
      return (tookMs) => charge(tookMs - price);
    },
    clear() {
      clients.clear();
      shared.clear();
    },
  };
}
