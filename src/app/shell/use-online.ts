import { useSyncExternalStore } from 'react';

function onLineChange(tell: () => void): () => void {
  window.addEventListener('online', tell);
  window.addEventListener('offline', tell);
  return () => {
    window.removeEventListener('online', tell);
    window.removeEventListener('offline', tell);
  };
}

/** Whether the device is connected to a network, which may still be without internet access. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    onLineChange,
    () => navigator.onLine,
    () => true,
  );
}
