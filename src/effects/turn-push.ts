import {
  type PushSubscriptionData,
  pushWorkerPath,
  pushWorkerScope,
  setTurnPush,
} from '../../contract/push.ts';
import type { Api } from './http/api.ts';

/** True for a browser that can show notifications while the page is closed. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Resolves when the worker may receive messages. */
async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(pushWorkerPath, {
    scope: pushWorkerScope,
  });
  const coming = registration.installing ?? registration.waiting;
  if (registration.active === null && coming !== null) {
    await new Promise<void>((resolve, reject) => {
      coming.addEventListener('statechange', () => {
        if (coming.state === 'activated') resolve();
        if (coming.state === 'redundant') reject(new Error('The worker was not installed.'));
      });
    });
  }
  return registration;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

async function subscribe(key: string): Promise<PushSubscriptionData | null> {
  const { pushManager } = await activeRegistration();
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // The operator has changed the keys since an earlier wait.
    const old = await pushManager.getSubscription();
    if (old === null) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  return endpoint === undefined || p256dh === undefined || auth === undefined
    ? null
    : { endpoint, p256dh, auth };
}

/**
 * Asks for permission and names this browser to the server for the turn of the waiting session. Call it in a handler of a press. Returns
 * 'blocked' if the browser's user refuses, 'failed' if anything else does.
 */
export async function switchPushOn(api: Api, key: string): Promise<'on' | 'blocked' | 'failed'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked';
  try {
    const subscription = await subscribe(key);
    if (subscription === null) return 'failed';
    const answer = await api.call(setTurnPush, { body: { subscription } });
    return answer.ok && answer.value.is_on ? 'on' : 'failed';
  } catch {
    // No push service behind this browser, or it is away.
    return 'failed';
  }
}

/** Makes the server forget this browser; returns whether it did. */
export async function switchPushOff(api: Api): Promise<boolean> {
  return (await api.call(setTurnPush, { body: { subscription: null } })).ok;
}
