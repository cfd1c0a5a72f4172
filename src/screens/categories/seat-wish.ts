import { useState } from 'react';
import { isStanding, type SeatCategory } from '../../../contract/seatmap.ts';
import { seatWishKey, selectedQuantitiesKey } from '../../../contract/stored/storage.ts';
import { useBrowserStore } from '../../app/reads/store-context.ts';
import type { Quantities } from './categories.view.tsx';

/** A quantity of seats of one category. */
export interface SeatWish {
  readonly categoryId: string;
  readonly count: number;
}

/**
 * The choice by category (§2.241): standing places are those of the seats page itself, seats are wishes for the search on the map. Stored
 * until the buyer changes it.
 */
export function useSeatWish(slug: string) {
  const store = useBrowserStore();
  const [wishes] = useState((): readonly SeatWish[] => {
    const kept = store.read(seatWishKey);
    return kept?.slug === slug ? kept.wishes : [];
  });
  const [places] = useState(() => store.read(selectedQuantitiesKey, slug) ?? []);
  const initial: Quantities = Object.fromEntries(
    [...wishes, ...places].map(({ categoryId, count }) => [categoryId, count]),
  );
  const onChoose = (quantities: Quantities, categories: readonly SeatCategory[]) => {
    const standing = new Set(categories.filter(isStanding).map(({ id }) => id));
    const chosen = Object.entries(quantities)
      .filter(([, count]) => count > 0)
      .map(([categoryId, count]) => ({ categoryId, count }));
    store.write(seatWishKey, {
      slug,
      wishes: chosen.filter(({ categoryId }) => !standing.has(categoryId)),
    });
    store.write(
      selectedQuantitiesKey,
      chosen.filter(({ categoryId }) => standing.has(categoryId)),
      slug,
    );
  };
  return { wishes, initial, onChoose };
}
