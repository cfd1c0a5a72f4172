// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  nothingAsked,
  readSearch,
  type SearchAsked,
  searchCall,
  searchPath,
} from '../../../../src/screens/search/search-query.ts';

const everything: SearchAsked = {
  q: 'konser senja',
  provinceId: 11,
  sortBy: 'price',
  sortDirection: 'desc',
  page: 3,
  isOnline: true,
  topic: 'festivals',
  time: 'next-month',
  price: '500000+',
};
const sent = {
  q: 'konser senja',
  sort_by: 'price',
  sort_direction: 'desc',
  is_online: 'true',
  topic: 'festivals',
  time: 'next-month',
  price: '500000+',
};

describe('the address of a search (§2.110)', () => {
  it('holds every parameter of the page, and is read as it was written', () => {
    const path = searchPath('', everything);
    const params = Object.fromEntries(new URL(path, 'http://roetix.test').searchParams);
    expect(params).toEqual({ ...sent, province_id: '11', page: '3' });
    expect(readSearch(path.slice('/search'.length))).toEqual(everything);
  });

  it.each([
    '',
    '?page=-1&province_id=x',
    '?page=0&province_id=0',
    '?page=1e3&province_id=99999999999',
    '?sort_by=rowid&sort_direction=up',
    '?is_online=yes&topic=Music&time=now&price=1-2',
    '?q=%20%20',
  ])('takes the odd values of %j as not given', (query) => {
    expect(readSearch(query)).toEqual({
      q: '',
      provinceId: null,
      sortBy: 'best',
      sortDirection: 'asc',
      page: 1,
      isOnline: false,
      topic: null,
      time: null,
      price: null,
    });
  });

  it('takes no more words than the server does', () => {
    expect(readSearch(`?q=${'a'.repeat(199)}%20b`).q).toBe('a'.repeat(199));
  });

  it('keeps unknown parameters, and leaves out unset filters', () => {
    const path = searchPath('?utm_source=mail&page=4', { ...nothingAsked, q: 'senja' });
    expect(path).toBe('/search?utm_source=mail&q=senja');
    const full = searchPath('', everything).slice('/search'.length);
    expect(searchPath(full, nothingAsked)).toBe('/search');
  });
});

describe('the query of the call', () => {
  const byDate = { page: 1, per_page: 12, sort_by: 'date', sort_direction: 'asc' };

  it('has page, size and order always, every filter (§2.111), and no unset one', () => {
    expect(searchCall(nothingAsked)).toEqual(byDate);
    expect(searchCall(everything)).toEqual({ ...sent, province_id: 11, page: 3, per_page: 12 });
  });

  it('sorts by best match if words are given and no order was chosen', () => {
    const asked = searchCall({ ...nothingAsked, q: 'senja' });
    expect(asked).toEqual({ ...byDate, q: 'senja', best_first: 'true' });
    const chosen = readSearch('?q=senja&sort_by=date');
    expect(searchCall(chosen)).toEqual({ ...byDate, q: 'senja' });
    expect(searchPath('', chosen)).toBe('/search?q=senja&sort_by=date');
    expect(searchCall(readSearch('?q=senja&sort_direction=desc'))).toMatchObject({
      sort_by: 'date',
      sort_direction: 'desc',
    });
  });
});
