import { deviceKey } from '../../../contract/stored/storage.ts';
import type { BrowserStore } from './storage.ts';

/**
 * What this browser calls itself among the devices of an account; made when it is first asked for. Undefined where nothing can be kept:
 * a name that changes with every page would look like many devices.
 */
export function deviceName(store: BrowserStore, newId: () => string): string | undefined {
  const known = store.read(deviceKey);
  if (known !== null) return known;
  store.write(deviceKey, newId());
  return store.read(deviceKey) ?? undefined;
}
