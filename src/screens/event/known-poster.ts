import { useQueryClient } from '@tanstack/react-query';
import type { EventSummary } from '../../../contract/catalogue.ts';

type Listed = { readonly items: readonly EventSummary[] } | undefined;

/** The poster with which a list showed an event, while the event itself is on its way; null for one that no list has shown. */
export function useKnownPoster(slug: string): string | null {
  const queries = useQueryClient();
  const lists = ['list', 'search'].flatMap((key) =>
    queries.getQueriesData<Listed>({ queryKey: [key] }),
  );
  const shown = lists.flatMap(([, list]) => list?.items ?? []).find((item) => item.slug === slug);
  return shown?.image ?? null;
}
