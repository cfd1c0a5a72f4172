import { createContext, useContext } from 'react';
import type { Locale } from '../../../contract/texts/locale.ts';
import { type StaffWords, words } from './id.ts';

const catalogues = import.meta.glob<StaffWords>('./??.ts', { eager: true, import: 'words' });

/** The texts in a language; Indonesian for a language without a file here. */
export function wordsIn(locale: Locale): StaffWords {
  return catalogues[`./${locale}.ts`] ?? words;
}

/** Texts in the current language. */
export const WordsContext = createContext<StaffWords>(words);

/** Returns the texts in the current language. */
export function useWords(): StaffWords {
  return useContext(WordsContext);
}
