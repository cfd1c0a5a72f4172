import { useSyncExternalStore } from 'react';

function onLineChange(tell: () => void): () => void {
  window.addEventListener('online', tell);
  window.addEventListener('offline', tell);
  return () => {
    window.removeEventListener('online', tell);
    window.removeEventListener('offline', tell);
  };
}

/** Whether the device has a connection at all; a line that is up may still lead nowhere. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    onLineChange,
    () => navigator.onLine,
    () => true,
  );
}
