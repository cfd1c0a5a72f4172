import { gatePagePath, gateWorkerPath } from '../../contract/gate.ts';

/** Maximum time to wait for a new version before the page opens with the current one. */
const takeOverMs = 3_000;

/**
 * Registers the service worker that caches the page for use without network. A version downloaded on an earlier visit takes over now,
 * before the page shows anything, never during a shift. If the browser refuses, the page needs the network to open.
 */
export async function keepOffline(
  workers: ServiceWorkerContainer | undefined,
  reload: () => void,
): Promise<void> {
  if (workers === undefined) return;
  try {
    const known = await workers.getRegistration(gatePagePath);
    // Not awaited: on a first visit the page comes from the network.
    void workers.register(gateWorkerPath, { scope: gatePagePath }).catch(() => undefined);
    const waiting = known?.waiting ?? null;
    if (waiting === null) return;
    const hasTakenOver = new Promise<boolean>((resolve) => {
      workers.addEventListener('controllerchange', () => resolve(true), { once: true });
      setTimeout(() => resolve(false), takeOverMs);
    });
    waiting.postMessage('take-over');
    if (await hasTakenOver) reload();
  } catch {
    // Storage is blocked: the page works while online.
  }
}
