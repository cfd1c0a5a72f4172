import { useCallback, useState } from 'react';
import { orderFormKey } from '../../contract/storage.ts';
import type { StoredValue } from '../../contract/stored-key.ts';
import { useBrowserStore } from './store-context.ts';

/** Answers of the order form as typed (§3). */
export type FormAnswers = StoredValue<typeof orderFormKey>;

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
