import { useEffect } from 'react';

/**
 * Keeps the screen on while the component is mounted and `isWanted`: for a code at a scanner, and in the queue. The browser releases the
 * lock of a hidden page, so the hook requests it again when the page becomes visible; without support or permission it does nothing.
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
        // Low battery, or no permission: the screen turns off as usual.
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
