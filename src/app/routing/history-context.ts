import { createContext, useContext } from 'react';
import type { GuardedHistory } from './history.ts';

/** The history behind the gate, for the router and for 'back'. */
export const HistoryContext = createContext<GuardedHistory | null>(null);

/** The guarded history. Throws outside its provider. */
export function useGuardedHistory(): GuardedHistory {
  const history = useContext(HistoryContext);
  if (history === null) throw new Error('useGuardedHistory must be used within the router');
  return history;
}
