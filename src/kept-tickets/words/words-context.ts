import { createContext, useContext } from 'react';
import { id, type KeptWords } from './id.ts';

/** The words of the language shown. */
export const WordsContext = createContext<KeptWords>(id);

/** The words of the language shown. */
export function useWords(): KeptWords {
  return useContext(WordsContext);
}
