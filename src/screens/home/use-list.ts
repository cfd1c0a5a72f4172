import { useState } from 'react';
import { useProvince } from '../../app/header/province-choice.tsx';
import { type HomeList, useHomeList } from '../../app/reads/queries.ts';
import type { ListState } from './event-section.tsx';

/** One list with its own page number, which resets when the province changes (§4). */
export function useList(list: HomeList): ListState {
  const province = useProvince()[0]?.id ?? null;
  const [turned, setTurned] = useState({ province, page: 1 });
  if (turned.province !== province) setTurned({ province, page: 1 });
  const page = turned.province === province ? turned.page : 1;
  const { data, isPlaceholderData, isError, refetch } = useHomeList(list, page, province);
  return {
    status: data !== undefined ? 'ready' : isError ? 'failed' : 'loading',
    items: data?.items ?? [],
    page,
    totalPages: data?.pagination?.total_pages ?? 1,
    busy: isPlaceholderData,
    onPage: (to) => setTurned({ province, page: to }),
    onRetry: () => void refetch(),
  };
}
