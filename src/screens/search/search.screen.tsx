import { useLocation } from 'react-router-dom';
import { pageSizes } from '../../../contract/limits.ts';
import { useGuardedHistory } from '../../app/history-context.ts';
import { usePageTitle } from '../../app/page-title.ts';
import { useProvinces, useSearchResults } from '../../app/queries.ts';
import { useText } from '../../text/translate.ts';
import { SearchView } from './search.view.tsx';
import { readSearch, searchPath } from './search-query.ts';

/** /search (§2). What is asked stands in the address, so that Back and a shared link work. */
export default function SearchScreen() {
  const t = useText();
  const history = useGuardedHistory();
  const { search } = useLocation();
  const asked = readSearch(search);
  usePageTitle(t('title.search'));
  const provinces = useProvinces();
  const results = useSearchResults({
    page: asked.page,
    per_page: pageSizes.search,
    ...(asked.q === '' ? {} : { q: asked.q }),
    ...(asked.provinceId === null ? {} : { province_id: asked.provinceId }),
  });
  return (
    <SearchView
      asked={asked}
      status={results.data !== undefined ? 'ready' : results.isError ? 'failed' : 'loading'}
      items={results.data?.items ?? []}
      total={results.data?.pagination?.total ?? 0}
      totalPages={results.data?.pagination?.total_pages ?? 1}
      busy={results.isPlaceholderData}
      provinces={provinces.data ?? []}
      onAsk={(next) => history.visit(searchPath(search, next))}
      onReset={() => history.visit('/search')}
      onRetry={() => void results.refetch()}
    />
  );
}
