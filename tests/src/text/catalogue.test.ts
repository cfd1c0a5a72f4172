// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { locales } from '../../../contract/texts/locale.ts';
import { id } from '../../../src/text/id.ts';
import type { Catalogue, TextKey } from '../../../src/text/words.ts';

// A word that follows a number, `{n|seat|seats}`, names a value that the text shows anyway.
const placeholder = /\{(\w+)(?:\|[^|}]*\|[^}]*)?\}/g;
const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(placeholder)].map(([, name]) => name ?? ''))].sort();

const parts = import.meta.glob<Partial<Catalogue>>('../../../src/text/*/*.ts', {
  eager: true,
  import: 'words',
});
const others = locales
  .filter((locale) => locale !== 'id')
  .map((locale) => {
    const own = Object.entries(parts).filter(([path]) => path.includes(`/text/${locale}/`));
    return [locale, Object.assign({}, ...own.map(([, words]) => words)) as Catalogue] as const;
  });

describe('the catalogues', () => {
  it.each(others)('%s has the keys of the Indonesian catalogue', (_, catalogue) => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(id).sort());
  });

  it.each(others)('%s has their placeholders and no empty text', (_, catalogue) => {
    const broken = (Object.keys(id) as TextKey[]).filter(
      (key) =>
        catalogue[key].trim() === '' ||
        id[key].trim() === '' ||
        String(placeholders(catalogue[key])) !== String(placeholders(id[key])),
    );
    expect(broken).toEqual([]);
  });

  it('use only characters of the one font file that is loaded', () => {
    const latin = /^[\u0020-\u00ff\u2013-\u201d\u2026]*$/;
    const odd = [id, ...others.map(([, catalogue]) => catalogue)]
      .flatMap((catalogue) => Object.values(catalogue))
      .filter((text) => !latin.test(text));
    expect(odd).toEqual([]);
  });
});
