import { useCallback, useSyncExternalStore } from 'react';

/** The two breakpoints a page may ask for in code; CSS has them written out. */
export const media = { desktop: '(min-width: 48rem)', wide: '(min-width: 64rem)' } as const;

/** True while the window is that wide; true as well where there is no window to ask. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (typeof window.matchMedia !== 'function') return () => undefined;
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  const read = () =>
    typeof window.matchMedia === 'function' ? window.matchMedia(query).matches : true;
  return useSyncExternalStore(subscribe, read, () => true);
}
