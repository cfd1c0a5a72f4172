import { useState } from 'react';
import { seatWishKey } from '../../../contract/stored/storage.ts';
import { useBrowserStore } from '../../app/reads/store-context.ts';
import type { Quantities } from './categories.view.tsx';

/** A quantity of seats of one category. */
export interface SeatWish {
  readonly categoryId: string;
  readonly count: number;
}

/** The choice by category, for the seat search on the map; stored until the buyer changes it (ruling R8). */
export function useSeatWish(slug: string) {
  const store = useBrowserStore();
  const [wishes] = useState((): readonly SeatWish[] => {
    const kept = store.read(seatWishKey);
    return kept?.slug === slug ? kept.wishes : [];
  });
  const initial: Quantities = Object.fromEntries(
    wishes.map(({ categoryId, count }) => [categoryId, count]),
  );
  const onChoose = (quantities: Quantities) => {
    const chosen = Object.entries(quantities).filter(([, count]) => count > 0);
    store.write(seatWishKey, {
      slug,
      wishes: chosen.map(([categoryId, count]) => ({ categoryId, count })),
    });
  };
  return { wishes, initial, onChoose };
}
