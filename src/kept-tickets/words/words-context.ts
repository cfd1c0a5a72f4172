import { createContext, useContext } from 'react';
import { id, type KeptWords } from './id.ts';

/** Texts in the current language. */
export const WordsContext = createContext<KeptWords>(id);

/** Returns the texts in the current language. */
export function useWords(): KeptWords {
  return useContext(WordsContext);
}
