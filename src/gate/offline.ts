import { gatePagePath, gateWorkerPath } from '../../contract/gate.ts';

/** Longest a new version is waited for before the page opens as it is. */
const takeOverMs = 3_000;

/**
 * Lets a service worker keep the page for a time without network. A version that was fetched on an earlier visit takes over now, before
 * anything is on the screen, and never in the middle of a shift. A browser that refuses leaves a page that needs the network to open.
 */
export async function keepOffline(
  workers: ServiceWorkerContainer | undefined,
  reload: () => void,
): Promise<void> {
  if (workers === undefined) return;
  try {
    const known = await workers.getRegistration(gatePagePath);
    // Not waited for: on a first visit it comes over the network.
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
    // Storage is blocked: the page works while it has a network.
  }
}
