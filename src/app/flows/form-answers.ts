import { useCallback } from 'react';
import { orderFormKey } from '../../../contract/stored/storage.ts';
import type { StoredValue } from '../../../contract/stored/stored-key.ts';
import { useBrowserStore } from '../reads/store-context.ts';

/** Answers of the order form as typed (§3). */
export type FormAnswers = StoredValue<typeof orderFormKey>;

/** What was typed before a refresh, to be read once the buyer is known, and where to keep what is typed now (F03). */
export function useFormAnswers(slug: string): {
  readonly read: () => FormAnswers | null;
  readonly save: (answers: FormAnswers) => void;
} {
  const store = useBrowserStore();
  const read = useCallback(() => store.read(orderFormKey, slug), [store, slug]);
  const save = useCallback(
    (answers: FormAnswers) => store.write(orderFormKey, answers, slug),
    [store, slug],
  );
  return { read, save };
}
