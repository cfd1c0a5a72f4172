import { createContext, useCallback, useContext, useState } from 'react';
import type * as z from 'zod/mini';
import { orderFormKey } from '../../contract/storage.ts';
import type { BrowserStore } from '../effects/storage/storage.ts';

/** Answers of the order form as typed (§3). */
export type FormAnswers = z.infer<typeof orderFormKey.schema>;

/** Gives the browser's store to the tree. */
export const StoreContext = createContext<BrowserStore | null>(null);

/** The browser's store. Throws outside its provider. */
export function useBrowserStore(): BrowserStore {
  const store = useContext(StoreContext);
  if (store === null) throw new Error('useBrowserStore must be used within the app');
  return store;
}

/** What was typed before a refresh, and where to keep what is typed now (F03). */
export function useFormAnswers(slug: string): {
  readonly initial: FormAnswers | null;
  readonly save: (answers: FormAnswers) => void;
} {
  const store = useBrowserStore();
  const [initial] = useState(() => store.read(orderFormKey, slug));
  const save = useCallback(
    (answers: FormAnswers) => store.write(orderFormKey, answers, slug),
    [store, slug],
  );
  return { initial, save };
}
