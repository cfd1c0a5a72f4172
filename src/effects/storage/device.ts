import { deviceKey } from '../../../contract/stored/storage.ts';
import type { BrowserStore } from './storage.ts';

/**
 * Id of this browser among the devices of an account, created on first use. Undefined without storage: an id that changes with every page
 * would look like many devices.
 */
export function deviceName(store: BrowserStore, newId: () => string): string | undefined {
  const known = store.read(deviceKey);
  if (known !== null) return known;
  store.write(deviceKey, newId());
  return store.read(deviceKey) ?? undefined;
}
