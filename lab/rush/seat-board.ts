import type { Luck } from '../race/luck.ts';
import type { Given, Wire } from './wire.ts';

/** The free seats as the light people of a process see them: everybody's newest reading of the map. */
export interface SeatBoard {
  /** Reads the map as the page does, once per buyer; the board itself is renewed at most once a second. */
  look(cookie: string): Promise<void>;
  /** Some free seats: among the best ones, or anywhere. */
  choose(luck: Luck, count: number, wantsBest: boolean): readonly string[];
  taken(numbers: readonly string[]): void;
  /** True once the newest reading shows no seat that is free or held. */
  isSold(): boolean;
}

interface MapAnswer {
  readonly seatLayout: {
    readonly version?: string;
    readonly statuses?: string;
    readonly items?: readonly { readonly seat_number: string; readonly status: string }[];
  };
}

const renewedEveryMs = 1_000;
/** People who want the best seats look at the first rows, not all at the same seat. */
const bestOnes = 200;

/** A board that is empty until its first look. */
export function createSeatBoard(wire: Wire, slug: string): SeatBoard {
  let numbers: readonly string[] = [];
  let free: string[] = [];
  let isFree = new Set<string>();
  let isSold = false;
  let renewedAt = Number.NEGATIVE_INFINITY;
  const path = `/event/${slug}`;
  const headers = { 'accept-encoding': 'gzip', prefer: 'return=minimal' };

  const readLayout = async (version: string, given: Given) => {
    const layout = await wire.insist<MapAnswer>('GET', `${path}/seatmap-layout/${version}`, given);
    // The letters of `statuses` skip blocks.
    const seats = (layout.data?.seatLayout.items ?? []).filter(({ status }) => status !== 'block');
    numbers = seats.map(({ seat_number }) => seat_number);
  };

  return {
    async look(cookie) {
      const isDue = performance.now() - renewedAt > renewedEveryMs;
      if (isDue) renewedAt = performance.now();
      const given = { cookie, headers, isUnread: !isDue };
      const map = await wire.insist<MapAnswer>('GET', `${path}/seatmap-categories`, given);
      const layout = map.data?.seatLayout;
      if (layout === undefined) return;
      const { statuses, version } = layout;
      if (statuses !== undefined && version !== undefined) {
        if (numbers.length === 0) await readLayout(version, { cookie, headers });
        free = numbers.filter((_, index) => statuses[index] === 'a');
        isSold = /^s+$/.test(statuses);
      } else {
        free = (layout.items ?? [])
          .filter(({ status }) => status === 'available')
          .map(({ seat_number }) => seat_number);
      }
      isFree = new Set(free);
    },
    choose(luck, count, wantsBest) {
      const chosen: string[] = [];
      const range = wantsBest ? Math.min(free.length, bestOnes) : free.length;
      for (let attempt = 0; attempt < 3 && chosen.length < count && range > 0; attempt += 1) {
        // Neighbours from a random start, because people come together.
        let at = luck.below(range);
        for (; at < free.length && chosen.length < count; at += 1) {
          const number = free[at];
          if (number !== undefined && isFree.has(number) && !chosen.includes(number)) {
            chosen.push(number);
          }
        }
      }
      return chosen;
    },
    isSold: () => isSold,
    taken(gone) {
      for (const number of gone) isFree.delete(number);
    },
  };
}
