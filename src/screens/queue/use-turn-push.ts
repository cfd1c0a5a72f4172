import { useEffect, useState } from 'react';
import { turnPushKey } from '../../../contract/stored/storage.ts';
import { pushKey } from '../../app/product.ts';
import { useApi } from '../../app/reads/api-context.ts';
import { useBrowserStore } from '../../app/reads/store-context.ts';
import { canPush, switchPushOff, switchPushOn } from '../../effects/turn-push.ts';
import type { TurnPushState } from './queue-view-props.ts';

/** Lets the buyer choose a notification at the turn of this session; the choice survives a refresh. */
export function useTurnPush(
  slug: string,
  session: string | null,
): { readonly push: TurnPushState; readonly choosePush: (isOn: boolean) => void } {
  const api = useApi();
  const store = useBrowserStore();
  const [push, setPush] = useState<TurnPushState>('none');

  useEffect(() => {
    if (pushKey === null || session === null || !canPush()) return;
    const isGranted = Notification.permission === 'granted';
    setPush(isGranted && store.read(turnPushKey, slug) === session ? 'on' : 'off');
  }, [session, slug, store]);

  const choosePush = async (isOn: boolean) => {
    if (pushKey === null || session === null) return;
    setPush('busy');
    const state = isOn
      ? await switchPushOn(api, pushKey)
      : (await switchPushOff(api))
        ? 'off'
        : 'on';
    if (state === 'on') store.write(turnPushKey, session, slug);
    else store.remove(turnPushKey, slug);
    setPush(state);
  };
  return { push, choosePush: (isOn) => void choosePush(isOn) };
}
