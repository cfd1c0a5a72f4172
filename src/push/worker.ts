import { readTurnPush } from './turn-push.ts';

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** The part of the worker scope that we use: TypeScript cannot load DOM and worker types in one program. */
interface PushScope {
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<
      readonly {
        readonly url: string;
        readonly visibilityState: DocumentVisibilityState;
        focus(): Promise<unknown>;
      }[]
    >;
    openWindow(path: string): Promise<unknown>;
  };
  addEventListener(
    type: 'push',
    listen: (event: WorkerEvent & { readonly data: { text(): string } | null }) => void,
  ): void;
  addEventListener(
    type: 'notificationclick',
    listen: (event: WorkerEvent & { readonly notification: Notification }) => void,
  ): void;
}

const worker = self as unknown as PushScope;
const pages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

worker.addEventListener('push', (event) => {
  const message = readTurnPush(event.data?.text() ?? null);
  if (message === null) return;
  const { title, body, path } = message;
  const show = async () => {
    // A page in view calls by itself.
    const isSeen = (await pages()).some(({ visibilityState }) => visibilityState === 'visible');
    if (isSeen) return;
    await worker.registration.showNotification(title, {
      body,
      tag: path,
      requireInteraction: true,
      data: path,
    });
  };
  event.waitUntil(show());
});

worker.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  const path = String(notification.data);
  const purchase = path.slice(0, path.lastIndexOf('/'));
  const open = async () => {
    const page = (await pages()).find(({ url }) => new URL(url).pathname.startsWith(purchase));
    await (page === undefined ? worker.clients.openWindow(path) : page.focus());
  };
  event.waitUntil(open());
});
