import { describe, expect, it } from 'vitest';
import { isLocale, readLocale } from '../../contract/texts/locale.ts';

describe('the language of a cookie header', () => {
  it.each([
    ...['roetix_locale=en', 'a=b; roetix_locale=en; c=d', 'a=b;roetix_locale = en '].map(
      (header) => [header, 'en'] as const,
    ),
    ['roetix_locale=en; roetix_locale=id', 'en'],
    ['roetix_locale=id', 'id'],
    ...[undefined, '', ';;;', '=en', 'roetix_locale', 'roetix_locale=', 'roetix_locale=fr'].map(
      (header) => [header, 'id'] as const,
    ),
    ...['roetix_locale=EN', 'xroetix_locale=en', 'roetix_locale=%en', 'other=roetix_locale=en'].map(
      (header) => [header, 'id'] as const,
    ),
  ] as const)('%j is %s', (header, locale) => {
    expect(readLocale(header)).toBe(locale);
  });

  it('knows its two languages only (§9.64)', () => {
    expect(['id', 'en', 'fr', '', null, undefined, 1].filter(isLocale)).toEqual(['id', 'en']);
  });
});
