/** What the search page is asked in its address. */
export interface SearchAsked {
  readonly q: string;
  /** Null for all provinces. */
  readonly provinceId: number | null;
  readonly page: number;
}

/** Reads a query string; total, anything odd counts as not given. */
export function readSearch(query: string): SearchAsked {
  const given = new URLSearchParams(query);
  const whole = (name: string) => {
    const text = given.get(name) ?? '';
    return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
  };
  return {
    q: (given.get('q') ?? '').trim().slice(0, 200),
    provinceId: whole('province_id'),
    page: whole('page') ?? 1,
  };
}

/** The address of a search; what the page does not know of stays in it (§2). */
export function searchPath(before: string, asked: SearchAsked): string {
  const next = new URLSearchParams(before);
  const put = (name: string, value: string | null) =>
    value === null || value === '' ? next.delete(name) : next.set(name, value);
  put('q', asked.q);
  put('province_id', asked.provinceId === null ? null : String(asked.provinceId));
  put('page', asked.page === 1 ? null : String(asked.page));
  const query = next.toString();
  return query === '' ? '/search' : `/search?${query}`;
}
