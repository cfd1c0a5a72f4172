// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  filtersSet,
  nothingAsked,
  readSearch,
  type SearchAsked,
  searchCall,
  searchPath,
  withoutFilter,
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

describe('the address of a search', () => {
  it('is read with its defaults', () => {
    expect(readSearch('')).toEqual({
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

  it('holds every parameter of the page, and is read as it was written', () => {
    const path = searchPath('', everything);
    expect(Object.fromEntries(new URL(path, 'http://roetix.test').searchParams)).toEqual({
      q: 'konser senja',
      province_id: '11',
      sort_by: 'price',
      sort_direction: 'desc',
      page: '3',
      is_online: 'true',
      topic: 'festivals',
      time: 'next-month',
      price: '500000+',
    });
    expect(readSearch(path.slice('/search'.length))).toEqual(everything);
  });

  it.each([
    '?page=-1&province_id=x',
    '?page=0&province_id=0',
    '?page=1e3&province_id=99999999999',
    '?sort_by=rowid&sort_direction=up',
    '?is_online=yes&topic=Music&time=now&price=1-2',
    '?q=%20%20',
  ])('takes the odd values of %j as not given', (query) => {
    expect(readSearch(query)).toEqual(nothingAsked);
  });

  it('takes no more words than the server does', () => {
    const { q } = readSearch(`?q=${'a'.repeat(199)}%20b`);
    expect(q).toBe('a'.repeat(199));
  });

  it('keeps unknown parameters, and leaves out unset filters', () => {
    expect(searchPath('?utm_source=mail&page=4', { ...nothingAsked, q: 'senja' })).toBe(
      '/search?utm_source=mail&q=senja',
    );
    expect(searchPath(searchPath('', everything).slice('/search'.length), nothingAsked)).toBe(
      '/search',
    );
  });
});

describe('the query of the call', () => {
  it('always holds page, size and order, and no unset words or province', () => {
    expect(searchCall(nothingAsked)).toEqual({
      page: 1,
      per_page: 12,
      sort_by: 'date',
      sort_direction: 'asc',
    });
  });

  it('sends every filter (ruling R7)', () => {
    expect(searchCall(everything)).toEqual({
      page: 3,
      per_page: 12,
      sort_by: 'price',
      sort_direction: 'desc',
      q: 'konser senja',
      province_id: 11,
      is_online: 'true',
      topic: 'festivals',
      time: 'next-month',
      price: '500000+',
    });
  });

  it('sorts by best match if words are given and no order was chosen', () => {
    const words = { ...nothingAsked, q: 'senja' };
    expect(searchCall(words)).toMatchObject({
      sort_by: 'date',
      sort_direction: 'asc',
      best_first: 'true',
    });
    expect(searchCall(nothingAsked)).not.toHaveProperty('best_first');
    const byDate = readSearch('?q=senja&sort_by=date');
    expect(searchCall(byDate)).not.toHaveProperty('best_first');
    expect(searchPath('', byDate)).toBe('/search?q=senja&sort_by=date');
    expect(searchCall(readSearch('?q=senja&sort_direction=desc'))).toMatchObject({
      sort_by: 'date',
      sort_direction: 'desc',
    });
  });
});

describe('the filters that are set', () => {
  it.each([
    [{}, []],
    [{ q: 'a', page: 2, sortBy: 'name' }, []],
    [{ provinceId: 11 }, ['provinceId']],
    [{ isOnline: true }, ['isOnline']],
    [{ topic: 'music' }, ['topic']],
    [{ time: 'today' }, ['time']],
    [{ price: 'free' }, ['price']],
    [everything, ['isOnline', 'provinceId', 'topic', 'time', 'price']],
  ] as const)('of %j are %j', (change, names) => {
    expect(filtersSet({ ...nothingAsked, ...change })).toEqual(names);
  });

  it('are removed one at a time, which returns to the first page', () => {
    const without = withoutFilter(everything, 'topic');
    expect(without).toEqual({ ...everything, topic: null, page: 1 });
    expect(filtersSet(without)).toEqual(['isOnline', 'provinceId', 'time', 'price']);
  });
});
