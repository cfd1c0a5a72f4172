import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Outcome } from '../../machines/shared/outcome.ts';
import type { Hall } from '../seat-map/hall/hall.ts';
import type { SeatChange } from '../seat-map/hall/read-hall.ts';
import type { Api } from './http/api.ts';

/** A hall as it stands: a new object at every change, of which `hall.status` alone is written in place. */
export interface HallReading {
  readonly hall: Hall;
  /** Counts the changes since the hall was first read. */
  readonly version: number;
}

/** What changed: seats by their index, or null for the whole hall. */
export interface HallChange {
  readonly slug: string;
  readonly indexes: readonly number[] | null;
}

/** The newest hall of each event that is on screen; large, hence outside every machine. */
export interface SeatmapStore {
  /** Reads the hall afresh. */
  load(slug: string, signal?: AbortSignal): Promise<Outcome<Hall>>;
  /** The last read hall with every change since; null before the first. */
  current(slug: string): HallReading | null;
  /** Seats that changed hands; unknown numbers are ignored. */
  patch(slug: string, changes: readonly SeatChange[]): void;
  subscribe(listener: (change: HallChange) => void): () => void;
}

/** Keeps halls read through the given calls. */
export function createSeatmapStore(api: Api): SeatmapStore {
  const readings = new Map<string, HallReading>();
  const listeners = new Set<(change: HallChange) => void>();
  // Fetched with the first hall, and there whenever there is one to change: no part of the first load.
  let code: typeof import('../seat-map/hall/read-hall.ts') | null = null;
  const keep = (slug: string, hall: Hall, indexes: readonly number[] | null) => {
    readings.set(slug, { hall, version: (readings.get(slug)?.version ?? 0) + 1 });
    for (const listener of listeners) listener({ slug, indexes });
  };
  return {
    async load(slug, signal) {
      code ??= await import('../seat-map/hall/read-hall.ts').catch(() => null);
      if (code === null) {
        return {
          ok: false,
          failure: { kind: 'unreachable', message: 'No connection to the server.' },
        };
      }
      const answer = await code.readHall(api, slug, readings.get(slug)?.hall, signal);
      if (!answer.ok) return answer;
      const known = readings.get(slug)?.hall;
      const { hall, indexes } = code.mergedHall(known, answer.value);
      keep(slug, hall, indexes);
      return { ok: true, value: hall };
    },
    current: (slug) => readings.get(slug) ?? null,
    patch(slug, changes) {
      const known = readings.get(slug)?.hall;
      if (known === undefined || code === null) return;
      const { hall, indexes } = code.patchedHall(known, changes);
      if (indexes.length > 0) keep(slug, hall, indexes);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Gives the store to the tree. */
export const SeatmapStoreContext = createContext<SeatmapStore | null>(null);

/** The hall of an event as it is now; null before its first answer. */
export function useSeatmap(slug: string): HallReading | null {
  const store = useContext(SeatmapStoreContext);
  if (store === null) throw new Error('useSeatmap must be used within the app');
  return useSyncExternalStore(
    store.subscribe,
    () => store.current(slug),
    () => null,
  );
}
