import { LRUCache } from 'lru-cache';

/** What each kind of dear work costs, in milliseconds of a core: measured on a slow machine, rounded up. */
export const workPrices = {
  /** A page drawn that was not kept. */
  drawing: 80,
  /** A ticket or an invoice made that was not kept. */
  document: 150,
  /** A search by words. */
  search: 5,
} as const;

/** A kind of work that has a price. */
export type DearWork = keyof typeof workPrices;

/** So many milliseconds at once, and so many more each second. */
export interface CpuShare {
  readonly burstMs: number;
  readonly msPerSecond: number;
}

/** What one address, which may be a whole carrier's, and one account may have done. */
export const clientShares = {
  address: { burstMs: 10_000, msPerSecond: 500 },
  account: { burstMs: 3_000, msPerSecond: 150 },
} as const satisfies Record<string, CpuShare>;

/** What a kind of work may take of a core over all clients; work that is not listed has bounds of its own. */
const sharedShares: Partial<Record<DearWork, CpuShare>> = {
  drawing: { burstMs: 4_000, msPerSecond: 400 },
};

/** Clients remembered at a time; the one unseen for longest is forgotten first. */
const clientsKept = 10_000;

/** Takes the price of dear work from the share of a client. Work that was kept costs nothing and is not taken. */
export interface CpuBudget {
  /** Takes it, and gives null; or takes nothing, and gives the seconds until there is enough. */
  take(work: DearWork, client: string, share?: keyof typeof clientShares): number | null;
  /** Gives everybody a full share. */
  clear(): void;
}

/** A budget that nobody exceeds, for servers without limits. */
export const boundlessBudget: CpuBudget = { take: () => null, clear: () => {} };

interface Bucket {
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
    return { ms: Math.min(share.burstMs, bucket.ms + gained), at: time };
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
      own.ms -= price;
      if (all !== null) all.ms -= price;
      return null;
    },
    clear() {
      clients.clear();
      shared.clear();
    },
  };
}
