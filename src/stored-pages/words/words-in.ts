import type { Locale } from '../../../contract/texts/locale.ts';
import { type OfflineWords, words } from './id.ts';

const catalogues = import.meta.glob<OfflineWords>('./??.ts', { eager: true, import: 'words' });

/** The texts in a language; Indonesian for a language without a file here. */
export function wordsIn(locale: Locale): OfflineWords {
  return catalogues[`./${locale}.ts`] ?? words;
}
