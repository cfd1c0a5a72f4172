// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  filtersSet,
  hasUnsentFilter,
  nothingAsked,
  readSearch,
  type SearchAsked,
  searchCall,
  searchPath,
} from '../../../src/screens/search/search-query.ts';

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
      sortBy: 'date',
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

  it('keeps what the page does not know of, and leaves out what is not asked', () => {
    expect(searchPath('?utm_source=mail&page=4', { ...nothingAsked, q: 'senja' })).toBe(
      '/search?utm_source=mail&q=senja',
    );
    expect(searchPath(searchPath('', everything).slice('/search'.length), nothingAsked)).toBe(
      '/search',
    );
  });
});

describe('what the server is asked', () => {
  it('always says page, size and order, and no words or place that were not given', () => {
    expect(searchCall(nothingAsked, false)).toEqual({
      page: 1,
      per_page: 12,
      sort_by: 'date',
      sort_direction: 'asc',
    });
  });

  it('keeps the filters online, topic, time and price to the address', () => {
    expect(searchCall(everything, false)).toEqual({
      page: 3,
      per_page: 12,
      sort_by: 'price',
      sort_direction: 'desc',
      q: 'konser senja',
      province_id: 11,
    });
  });

  it('sends them when the server was set to take them', () => {
    expect(searchCall(everything, true)).toMatchObject({
      is_online: 'true',
      topic: 'festivals',
      time: 'next-month',
      price: '500000+',
    });
    expect(Object.keys(searchCall(nothingAsked, true))).toHaveLength(4);
  });
});

describe('the number of filters', () => {
  it.each([
    [{}, 0, false],
    [{ q: 'a', page: 2, sortBy: 'name' }, 0, false],
    [{ provinceId: 11 }, 1, false],
    [{ isOnline: true }, 1, true],
    [{ topic: 'music' }, 1, true],
    [{ time: 'today' }, 1, true],
    [{ price: 'free' }, 1, true],
    [everything, 5, true],
  ] as const)('of %j is %s, one of them unsent: %s', (change, count, unsent) => {
    const asked = { ...nothingAsked, ...change };
    expect(filtersSet(asked)).toBe(count);
    expect(hasUnsentFilter(asked)).toBe(unsent);
  });
});
