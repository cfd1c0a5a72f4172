import { useState } from 'react';
import { useProvince } from '../../app/header/province-choice.tsx';
import { type HomeList, useHomeList } from '../../app/reads/queries.ts';
import type { ListState } from './event-section.tsx';

/** One list with its own page number, which resets when the province changes (§4.100). */
export function useList(list: HomeList): ListState {
  const province = useProvince()[0]?.id ?? null;
  const [turned, setTurned] = useState({ province, page: 1 });
  if (turned.province !== province) setTurned({ province, page: 1 });
  const page = turned.province === province ? turned.page : 1;
  const { data, isPlaceholderData, isError, refetch } = useHomeList(list, page, province);
  // The same read as the one above on the first page, and from the cache on the others.
  const first = useHomeList(list, 1, province).data?.items[0] ?? null;
  return {
    status: data !== undefined ? 'ready' : isError ? 'failed' : 'loading',
    items: data?.items ?? [],
    page,
    totalPages: data?.pagination?.total_pages ?? 1,
    first,
    busy: isPlaceholderData,
    onPage: (to) => setTurned({ province, page: to }),
    onRetry: () => void refetch(),
  };
}
