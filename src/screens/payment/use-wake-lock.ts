import { useEffect } from 'react';

/**
 * Keeps the screen on while the component is shown: a code that goes dark in front of the scanner has to be found again. The browser
 * drops the lock of a hidden page, and it is asked for anew when the page is seen; where there is none, or it is refused, nothing happens.
 */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
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
  }, []);
}
