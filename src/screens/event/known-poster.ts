import { useQueryClient } from '@tanstack/react-query';
import type { EventSummary } from '../../../contract/catalogue.ts';

type Listed = { readonly items: readonly EventSummary[] } | undefined;

/** The poster of an event from a cached list, while the event loads; null if no list has shown it. */
export function useKnownPoster(slug: string): string | null {
  const queries = useQueryClient();
  const lists = ['list', 'search'].flatMap((key) =>
    queries.getQueriesData<Listed>({ queryKey: [key] }),
  );
  const shown = lists.flatMap(([, list]) => list?.items ?? []).find((item) => item.slug === slug);
  return shown?.image ?? null;
}
