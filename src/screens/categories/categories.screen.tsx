import { useQuery } from '@tanstack/react-query';
import { seatmapCategories } from '../../../contract/seatmap.ts';
import { useSlug } from '../../app/actor-context.tsx';
import { PurchaseSaleNote } from '../../app/flows/sale-note.tsx';
import { useApi } from '../../app/reads/api-context.ts';
import { CallError, useShow } from '../../app/reads/queries.ts';
import { CategoriesView } from './categories.view.tsx';
import { useSeatWish } from './seat-wish.ts';

/** The older category page (§2). */
export default function CategoriesScreen() {
  const slug = useSlug();
  const api = useApi();
  const event = useShow(slug).data;
  const { initial, onChoose } = useSeatWish(slug);
  const { data, isError, refetch } = useQuery({
    queryKey: ['categories', slug],
    queryFn: async ({ signal }) => {
      const answer = await api.call(seatmapCategories, {
        params: { slug },
        prefersMinimal: true,
        signal,
      });
      if (!answer.ok) throw new CallError(answer.failure);
      return answer.value.categories;
    },
  });
  return (
    <>
      <PurchaseSaleNote slug={slug} isBegun={false} isRefused={isError} />
      <CategoriesView
        slug={slug}
        event={
          event === undefined
            ? null
            : { name: event.name, venue: event.venue.name, datetime: event.eventDate }
        }
        categories={data ?? null}
        rules={event?.priceRules}
        hasFailed={isError}
        initial={initial}
        onChoose={(quantities) => onChoose(quantities, data ?? [])}
        onRetry={() => void refetch()}
      />
    </>
  );
}
