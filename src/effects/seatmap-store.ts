import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Seatmap } from '../../contract/seatmap.ts';
import type { Outcome } from '../../machines/shared/outcome.ts';
import type { Api } from './http/api.ts';
import { late } from './http/late-call.ts';

const seatmapCategories = late(
  'GET',
  '/event/{slug}/seatmap-categories',
  async () => (await import('../../contract/seatmap.ts')).seatmapCategories,
);

/** A change of one seat, as the broker tells it. */
export interface SeatChange {
  readonly seat_number: string;
  readonly status: Seatmap['seatLayout']['items'][number]['status'];
}

/** The newest map of each event that is on screen; large, hence outside every machine. */
export interface SeatmapStore {
  /** Reads the map afresh. */
  load(slug: string, signal?: AbortSignal): Promise<Outcome<Seatmap>>;
  /** The last read map with every change since; the same object until it changes. */
  current(slug: string): Seatmap | null;
  /** Seats that changed hands; unknown numbers are ignored. */
  patch(slug: string, changes: readonly SeatChange[]): void;
  subscribe(listener: () => void): () => void;
}

/** Keeps maps read through the given calls. */
export function createSeatmapStore(api: Api): SeatmapStore {
  const maps = new Map<string, Seatmap>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    async load(slug, signal) {
      const answer = await api.call(seatmapCategories, {
        params: { slug },
        ...(signal === undefined ? {} : { signal }),
      });
      if (answer.ok) {
        maps.set(slug, answer.value);
        tell();
      }
      return answer;
    },
    current: (slug) => maps.get(slug) ?? null,
    patch(slug, changes) {
      const map = maps.get(slug);
      if (map === undefined) return;
      const statuses = new Map(changes.map((change) => [change.seat_number, change.status]));
      const items = map.seatLayout.items.map((seat) => {
        const status = statuses.get(seat.seat_number);
        return status === undefined || status === seat.status ? seat : { ...seat, status };
      });
      maps.set(slug, { ...map, seatLayout: { ...map.seatLayout, items } });
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Gives the store to the tree. */
export const SeatmapStoreContext = createContext<SeatmapStore | null>(null);

/** The map of an event as it is now; null before its first answer. */
export function useSeatmap(slug: string): { readonly seatmap: Seatmap | null } {
  const store = useContext(SeatmapStoreContext);
  if (store === null) throw new Error('useSeatmap must be used within the app');
  const seatmap = useSyncExternalStore(
    store.subscribe,
    () => store.current(slug),
    () => null,
  );
  return { seatmap };
}
