import { useCallback } from 'react';
import { orderFormKey } from '../../../contract/stored/storage.ts';
import type { StoredValue } from '../../../contract/stored/stored-key.ts';
import { useBrowserStore } from '../reads/store-context.ts';

/** Form answers as entered (§3.92). */
export type FormAnswers = StoredValue<typeof orderFormKey>;

/** Reads the form answers that were stored before a reload, once the buyer is known, and stores new ones (F03). */
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
