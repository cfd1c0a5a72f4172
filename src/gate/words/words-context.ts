import { createContext, useContext } from 'react';
import { type GateWords, id } from './id.ts';

/** Texts in the current language. */
export const WordsContext = createContext<GateWords>(id);

/** Returns the texts in the current language. */
export function useWords(): GateWords {
  return useContext(WordsContext);
}
