import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Result } from '../../machines/shared/result.ts';
import type { PlaceChange, SeatChange } from '../seat-map/data/read-seat-map.ts';
import type { SeatMapData } from '../seat-map/data/seat-map-data.ts';
import type { Api } from './http/api.ts';

/** The current seat map: a new object at every change; only `seatMap.status` is mutated in place. */
export interface SeatMapResult {
  readonly seatMap: SeatMapData;
  /** Number of changes since the first read. */
  readonly version: number;
}

/** A change: seat indexes, or null for the whole map. */
export interface SeatMapChange {
  readonly slug: string;
  readonly indexes: readonly number[] | null;
}

/** The current seat map of each event on screen; kept outside the machines because it is large. */
export interface SeatmapStore {
  /** Reads the seat map again. */
  load(slug: string, signal?: AbortSignal): Promise<Result<SeatMapData>>;
  /** The last read seat map with every change since; null before the first read. */
  current(slug: string): SeatMapResult | null;
  /** Applies changes of seats; unknown numbers are ignored. */
  patch(slug: string, changes: readonly SeatChange[], places?: readonly PlaceChange[]): void;
  subscribe(listener: (change: SeatMapChange) => void): () => void;
}

/** Creates a store of seat maps that are read through `api`. */
export function createSeatmapStore(api: Api): SeatmapStore {
  const readings = new Map<string, SeatMapResult>();
  const listeners = new Set<(change: SeatMapChange) => void>();
  // Loaded with the first seat map, before any change to it; not part of the first load.
  let code: typeof import('../seat-map/data/read-seat-map.ts') | null = null;
  const keep = (slug: string, seatMap: SeatMapData, indexes: readonly number[] | null) => {
    readings.set(slug, { seatMap, version: (readings.get(slug)?.version ?? 0) + 1 });
    for (const listener of listeners) listener({ slug, indexes });
  };
  return {
    async load(slug, signal) {
      code ??= await import('../seat-map/data/read-seat-map.ts').catch(() => null);
      if (code === null) {
        return {
          ok: false,
          failure: { kind: 'unreachable', message: 'No connection to the server.' },
        };
      }
      const answer = await code.readSeatMap(api, slug, readings.get(slug)?.seatMap, signal);
      if (!answer.ok) return answer;
      const known = readings.get(slug)?.seatMap;
      const { seatMap, indexes } = code.mergeSeatMap(known, answer.value);
      keep(slug, seatMap, indexes);
      return { ok: true, value: seatMap };
    },
    current: (slug) => readings.get(slug) ?? null,
    patch(slug, changes, places = []) {
      const known = readings.get(slug)?.seatMap;
      if (known === undefined || code === null) return;
      const { seatMap, indexes } = code.patchSeatMap(known, changes, places);
      if (indexes.length + places.length > 0) keep(slug, seatMap, indexes);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Gives the store to the tree. */
export const SeatmapStoreContext = createContext<SeatmapStore | null>(null);

/** The current seat map of an event; null before its first response. */
export function useSeatmap(slug: string): SeatMapResult | null {
  const store = useContext(SeatmapStoreContext);
  if (store === null) throw new Error('useSeatmap must be used within the app');
  return useSyncExternalStore(
    store.subscribe,
    () => store.current(slug),
    () => null,
  );
}
