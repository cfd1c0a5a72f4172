import { createContext, useContext } from 'react';
import type { BrowserStore } from '../../effects/storage/storage.ts';

/** Gives the browser's store to the tree. */
export const StoreContext = createContext<BrowserStore | null>(null);

/** The browser's store. Throws outside its provider. */
export function useBrowserStore(): BrowserStore {
  const store = useContext(StoreContext);
  if (store === null) throw new Error('useBrowserStore must be used within the app');
  return store;
}
