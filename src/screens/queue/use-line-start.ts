import { useEffect, useState } from 'react';
import { lineStartKey } from '../../../contract/stored/storage.ts';
import { useBrowserStore } from '../../app/reads/store-context.ts';

/** Returns how many people were ahead when this browser first showed the session's place; null while unknown. Survives a refresh. */
export function useLineStart(
  slug: string,
  session: string | null,
  position: number | null,
): number | null {
  const store = useBrowserStore();
  const [start, setStart] = useState<number | null>(null);
  useEffect(() => {
    if (session === null || position === null) return;
    const ahead = position - 1;
    const known = store.read(lineStartKey, slug);
    if (known?.session === session && known.ahead >= ahead) {
      setStart(known.ahead);
      return;
    }
    store.write(lineStartKey, { session, ahead }, slug);
    setStart(ahead);
  }, [store, slug, session, position]);
  return start;
}
