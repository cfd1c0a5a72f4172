import type { EventSummary } from '../../../contract/catalogue.ts';
import type { ListState } from './event-section.tsx';

/** The event of the large poster; 'loading' while the lists do not say which, null for none. */
export type Star = EventSummary | 'loading' | null;

/**
 * The first trending event, if others remain in its list, else the first upcoming one that is not trending. It stays the same while a
 * visitor turns the pages of a list.
 */
export function starOf(featured: ListState, upcoming: ListState): Star {
  if (featured.status === 'loading') return 'loading';
  const { first } = featured;
  const isAlone = featured.totalPages === 1 && featured.items.every(({ id }) => id === first?.id);
  if (first !== null && !isAlone) return first;
  if (upcoming.status === 'loading') return 'loading';
  return upcoming.first?.id === first?.id ? null : upcoming.first;
}

/**
 * Each event in the first place that shows it, unless its page would be empty without them. A list below one that is loading waits for it, so
 * that no card disappears again.
 */
export function oneOfEach(star: Star, lists: readonly ListState[]): ListState[] {
  const shown = new Set<string>();
  if (star !== null && star !== 'loading') shown.add(star.id);
  let isWaiting = star === 'loading';
  return lists.map((list) => {
    isWaiting ||= list.status === 'loading';
    if (isWaiting && list.status === 'ready') return { ...list, status: 'loading' };
    const others = list.items.filter(({ id }) => !shown.has(id));
    for (const { id } of others) shown.add(id);
    return others.length === 0 ? list : { ...list, items: others };
  });
}
