import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useProvinces, useSearchResults } from '../../app/reads/queries.ts';
import { useGuardedHistory } from '../../app/routing/history-context.ts';
import { SearchView } from './search.view.tsx';
import { nothingAsked, readSearch, searchCall, searchPath } from './search-query.ts';

/** /search (§2.110). The address holds the query, so that Back and shared links work. */
export default function SearchScreen() {
  const history = useGuardedHistory();
  const { pathname, search } = useLocation();
  const asked = readSearch(search);
  const provinces = useProvinces();
  const results = useSearchResults(searchCall(asked));
  const totalPages = results.data?.pagination?.total_pages ?? 1;
  const settled = results.data !== undefined && !results.isPlaceholderData;

  // An old link may name a page that no longer exists.
  const lastPage = Math.max(1, totalPages);
  const pathOfLast =
    settled && asked.page > lastPage ? searchPath(search, { ...asked, page: lastPage }) : null;
  useEffect(() => {
    if (pathOfLast !== null) history.visit(pathOfLast, { replace: true });
  }, [pathOfLast, history]);

  const go = (path: string, replace = false) => {
    if (path !== pathname + search) history.visit(path, { replace });
  };
  return (
    <SearchView
      asked={asked}
      status={results.data !== undefined ? 'ready' : results.isError ? 'failed' : 'loading'}
      items={results.data?.items ?? []}
      total={results.data?.pagination?.total ?? results.data?.items.length ?? 0}
      totalPages={totalPages}
      busy={results.isPlaceholderData || pathOfLast !== null}
      provinces={provinces.data ?? []}
      onAsk={(next, how) => go(searchPath(search, next), how === 'typed')}
      onReset={() => go(searchPath('', nothingAsked))}
      onRetry={() => void results.refetch()}
    />
  );
}
