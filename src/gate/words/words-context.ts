import { createContext, useContext } from 'react';
import type { Locale } from '../../../contract/texts/locale.ts';
import { type GateWords, words } from './id.ts';

const catalogues = import.meta.glob<GateWords>('./??.ts', { eager: true, import: 'words' });

/** The texts in a language; Indonesian for a language without a file here. */
export function wordsIn(locale: Locale): GateWords {
  return catalogues[`./${locale}.ts`] ?? words;
}

/** Texts in the current language. */
export const WordsContext = createContext<GateWords>(words);

/** Returns the texts in the current language. */
export function useWords(): GateWords {
  return useContext(WordsContext);
}
