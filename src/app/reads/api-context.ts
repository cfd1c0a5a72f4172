import { createContext, useContext } from 'react';
import type { Api } from '../../effects/http/api.ts';

/** The calls of the contract, for read-only data. */
export const ApiContext = createContext<Api | null>(null);

/** The calls of the contract. Throws outside its provider. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('useApi must be used within the app');
  return api;
}
