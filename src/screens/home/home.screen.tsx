import { useState } from 'react';
import { usePageTitle } from '../../app/page-title.ts';
import { type HomeList, useHomeList } from '../../app/queries.ts';
import { useText } from '../../text/translate.ts';
import { HomeStrip } from '../home-strip/home-strip.tsx';
import type { ListState } from './event-section.tsx';
import { HomeView } from './home.view.tsx';

/** One list with its own page (§4). */
function useList(list: HomeList): ListState {
  const [page, setPage] = useState(1);
  const { data, isPlaceholderData, isError, refetch } = useHomeList(list, page);
  return {
    status: data !== undefined ? 'ready' : isError ? 'failed' : 'loading',
    items: data?.items ?? [],
    page,
    totalPages: data?.pagination?.total_pages ?? 1,
    busy: isPlaceholderData,
    onPage: setPage,
    onRetry: () => void refetch(),
  };
}

/** / (§2). */
export default function HomeScreen() {
  const t = useText();
  usePageTitle(t('title.home'));
  return (
    <HomeView
      featured={useList('featured')}
      promo={useList('promo')}
      upcoming={useList('upcoming')}
      last={<HomeStrip />}
    />
  );
}
