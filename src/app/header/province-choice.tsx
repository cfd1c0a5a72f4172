import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';
import {
  provinceKey,
  type StoredProvince,
  storageName,
} from '../../../contract/stored/stored-key.ts';
import type { BrowserStore } from '../../effects/storage/storage.ts';
import { useBrowserStore } from '../reads/store-context.ts';

/** The province whose events are shown. */
export type ChosenProvince = StoredProvince;

interface ProvinceChoice {
  readonly read: () => ChosenProvince | null;
  readonly choose: (province: ChosenProvince | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

function createProvinceChoice(store: BrowserStore): ProvinceChoice {
  const listeners = new Set<() => void>();
  let chosen = store.read(provinceKey);
  const show = (province: ChosenProvince | null) => {
    chosen = province;
    for (const listener of listeners) listener();
  };
  // Other tabs of the shop show the same province; a null key means that the store was cleared.
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && key !== storageName(provinceKey)) return;
    const stored = store.read(provinceKey);
    if (stored?.id !== chosen?.id) show(stored);
  };
  return {
    read: () => chosen,
    choose(province) {
      if (province === null) store.remove(provinceKey);
      else store.write(provinceKey, province);
      show(province);
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', onStorage);
      };
    },
  };
}

const ProvinceContext = createContext<ProvinceChoice | null>(null);

/** Holds the chosen province for the header and the lists, remembered in this browser (§2.26). */
export function ProvinceProvider(props: { readonly children: ReactNode }) {
  const store = useBrowserStore();
  const [choice] = useState(() => createProvinceChoice(store));
  return <ProvinceContext value={choice}>{props.children}</ProvinceContext>;
}

/** The chosen province, null for all of them, and how to change it. Throws outside its provider. */
export function useProvince(): readonly [
  ChosenProvince | null,
  (province: ChosenProvince | null) => void,
] {
  const choice = useContext(ProvinceContext);
  if (choice === null) throw new Error('useProvince must be used within the app');
  // The server does not know the choice, so the first render shows all provinces.
  const chosen = useSyncExternalStore(choice.subscribe, choice.read, () => null);
  return [chosen, choice.choose];
}
