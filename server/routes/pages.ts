import type { Pagination } from '../../contract/call/envelope.ts';
import { apiRoot } from '../../contract/limits.ts';

/**
 * The pagination of a list (§3.25). Links repeat the query with another page and start at the API root. A page past the end has no next page, and the
 * last page as its previous one.
 */
export function paginationOf(
  path: string,
  query: Readonly<Record<string, unknown>>,
  page: { page: number; perPage: number; count: number; total: number },
): Pagination {
  const totalPages = Math.ceil(page.total / page.perPage);
  const link = (to: number) => `${apiRoot}${path}?${searchOf({ ...query, page: to })}`;
  const previous = Math.min(page.page - 1, totalPages);
  return {
    total: page.total,
    count: page.count,
    per_page: page.perPage,
    current_page: page.page,
    total_pages: totalPages,
    links: {
      next: page.page < totalPages ? link(page.page + 1) : null,
      previous: previous >= 1 ? link(previous) : null,
    },
  };
}

function searchOf(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
}
