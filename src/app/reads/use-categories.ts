import { useQuery } from '@tanstack/react-query';
import { maxSeatsPerOrder } from '../../../contract/limits.ts';
import { seatmapCategories } from '../../../contract/seatmap.ts';
import { useApi } from './api-context.ts';
import { CallError } from './queries.ts';

/** The categories of an event with their prices and the most tickets of an order, without its seats where the back end can leave them out. */
export function useCategories(slug: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['categories', slug],
    queryFn: async ({ signal }) => {
      const answer = await api.call(seatmapCategories, {
        params: { slug },
        prefersMinimal: true,
        signal,
      });
      if (!answer.ok) throw new CallError(answer.failure);
      const { categories, max_tickets: max = maxSeatsPerOrder } = answer.value;
      return { categories, max: Math.min(max, maxSeatsPerOrder) };
    },
  });
}
