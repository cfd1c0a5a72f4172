import { createContext, useContext } from 'react';
import { type GateWords, id } from './id.ts';

/** The words of the language shown. */
export const WordsContext = createContext<GateWords>(id);

/** The words of the language shown. */
export function useWords(): GateWords {
  return useContext(WordsContext);
}
