// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { CallShape } from '../../../contract/call/call.ts';
import { calls } from '../../../contract/call/calls.ts';
import { refusalsOf } from '../../../contract/call/refusals-of.ts';
import { locales } from '../../../contract/texts/locale.ts';
import { english, id } from '../../../src/text/id.ts';
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

describe('the catalogues (§1.20)', () => {
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
  it('have every refusal that a buyer can meet, or leave it to a literal text', () => {
    // The sentence of an invalid input is that of its first field.
    const own = new Set(['inputInvalid', 'formsInvalid']);
    const literals = [
      'wrongCredentials',
      'codeWrong',
      'codeExpired',
      'googleUnreachable',
      'eventNotFound',
      'seatsTaken',
      'draftExists',
      'paymentLive',
      'draftRequired',
      'paymentNotMade',
    ];
    const wordless = Object.values(calls)
      .flatMap((call: CallShape) => Object.keys(refusalsOf(call)))
      .filter((code) => !own.has(code) && !literals.includes(code) && !(`refusal.${code}` in id));
    expect([...new Set(wordless)]).toEqual([]);
  });

  it('speak with one voice where no literal text stands: Anda, kata sandi, acara, 4.000', () => {
    const literals = new Set<string>([
      'event.defaultType',
      'notFound.search',
      'payment.expired',
      'queue.eventMissing',
      'queue.heading.online',
      'queue.heading.waiting',
      'queue.kicked',
      'queue.left',
      'queue.promoted',
      'search.empty',
      'search.found',
      'search.none',
      'title.event',
    ]);
    const banned = /\b(?:kamu|password|event|anda|untukmu|kursimu|tiketmu|akunmu)\b/i;
    const ungrouped = /\d{4,} (?:kursi|tiket|orang)|Rp ?\d{4}/;
    const odd = Object.entries(id)
      .filter(([key]) => !literals.has(key) && !(key in english))
      .map(([key, text]) => [key, text.replace(/\{\w+\}/g, '')] as const)
      .filter(([, text]) => banned.test(text.replaceAll('Anda', '')) || ungrouped.test(text));
    expect(odd).toEqual([]);
  });
});
