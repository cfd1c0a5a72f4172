import { describe, expect, it } from 'vitest';
import { isLocale, readLocale } from '../../contract/texts/locale.ts';

describe('the language of a cookie header', () => {
  it.each([
    ['roetix_locale=en', 'en'],
    ['roetix_locale=id', 'id'],
    ['a=b; roetix_locale=en; c=d', 'en'],
    ['a=b;roetix_locale = en ', 'en'],
    ['roetix_locale=en; roetix_locale=id', 'en'],
  ] as const)('%s is %s', (header, locale) => {
    expect(readLocale(header)).toBe(locale);
  });

  it.each([
    undefined,
    '',
    ';;;',
    '=en',
    'roetix_locale',
    'roetix_locale=',
    'roetix_locale=fr',
    'roetix_locale=EN',
    'xroetix_locale=en',
    'roetix_locale=%en',
    'other=roetix_locale=en',
  ])('%j is Indonesian', (header) => {
    expect(readLocale(header)).toBe('id');
  });

  it('knows its two languages only', () => {
    expect(['id', 'en', 'fr', '', null, undefined, 1].filter(isLocale)).toEqual(['id', 'en']);
  });
});
