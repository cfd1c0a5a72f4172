import { useCallback, useSyncExternalStore } from 'react';

/** The two breakpoints used in code; CSS repeats them. */
export const media = { desktop: '(min-width: 48rem)', wide: '(min-width: 64rem)' } as const;

/** True while the media query matches; true as well without a window. */
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
