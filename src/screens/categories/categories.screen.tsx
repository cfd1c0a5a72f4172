import { useQuery } from '@tanstack/react-query';
import type { SnapshotFrom } from 'xstate';
import { seatmapCategories } from '../../../contract/seatmap.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useRootSelector } from '../../app/actor-context.tsx';
import { useApi } from '../../app/api-context.ts';
import { CallError } from '../../app/queries.ts';
import { CategoriesView } from './categories.view.tsx';

const selectSlug = ({ context }: SnapshotFrom<typeof rootMachine>) =>
  'slug' in context.screen ? context.screen.slug : '';

/** The older category page (§2). */
export default function CategoriesScreen() {
  const slug = useRootSelector(selectSlug);
  const api = useApi();
  const { data, isError, refetch } = useQuery({
    queryKey: ['categories', slug],
    queryFn: async ({ signal }) => {
      const answer = await api.call(seatmapCategories, { params: { slug }, signal });
      if (!answer.ok) throw new CallError(answer.failure);
      return answer.value.categories;
    },
  });
  return (
    <CategoriesView
      slug={slug}
      categories={data ?? null}
      hasFailed={isError}
      onRetry={() => void refetch()}
    />
  );
}
