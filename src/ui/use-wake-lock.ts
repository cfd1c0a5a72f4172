import { useEffect } from 'react';

/**
 * Keeps the screen on while the component is shown and `isWanted`: for a code before a scanner, and for the wait in a line. The browser
 * drops the lock of a hidden page, so it is asked for again when the page is seen; where there is none, or it is refused, nothing happens.
 */
export function useWakeLock(isWanted = true): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return;
    let held: WakeLockSentinel | null = null;
    let isOver = false;
    const release = () => {
      void held?.release().catch(() => undefined);
      held = null;
    };
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        held = await navigator.wakeLock.request('screen');
        if (isOver) release();
      } catch {
        // Low battery, or a page that may not: the screen goes dark as it always did.
      }
    };
    const follow = () => {
      if (document.visibilityState === 'visible') void hold();
      else release();
    };
    void hold();
    document.addEventListener('visibilitychange', follow);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', follow);
      release();
    };
  }, [isWanted]);
}
