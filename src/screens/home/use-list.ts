import { useState } from 'react';
import { pageSizes } from '../../../contract/limits.ts';
import { useProvince } from '../../app/header/province-choice.tsx';
import { type HomeList, useHomeList } from '../../app/reads/queries.ts';
import { media, useMedia } from '../../app/shell/use-media.ts';
import type { ListState } from './event-section.tsx';

/** One list with its own page number, which resets when the province changes (§4.100). */
export function useList(list: HomeList): ListState {
  const province = useProvince()[0]?.id ?? null;
  const isNarrow = !useMedia(media.desktop);
  const size = isNarrow && list === 'upcoming' ? pageSizes.upcomingNarrow : pageSizes[list];
  const [turned, setTurned] = useState({ province, size, page: 1 });
  const isSame = turned.province === province && turned.size === size;
  if (!isSame) setTurned({ province, size, page: 1 });
  const page = isSame ? turned.page : 1;
  // The server draws the first page for a desktop: a phone shows its beginning.
  const first = useHomeList(list, 1, province);
  const later = useHomeList(list, page, province, page === 1 ? undefined : size);
  const { data, isPlaceholderData, isError, refetch } = later;
  return {
    status: data !== undefined ? 'ready' : isError ? 'failed' : 'loading',
    items: data?.items.slice(0, size) ?? [],
    page,
    totalPages: Math.ceil((data?.pagination?.total ?? size) / size),
    first: first.data?.items[0] ?? null,
    busy: isPlaceholderData,
    onPage: (to) => setTurned({ province, size, page: to }),
    onRetry: () => void refetch(),
  };
}
