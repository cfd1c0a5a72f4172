import { type PageToStore, shopWorkerPath } from '../../contract/stored/stored-pages.ts';

/** Pauses before a page that could not be stored is reported again, in milliseconds. */
const againAfterMs = [2_000, 8_000, 30_000];
/** The browser may end a worker in the middle of its work: then no response comes. */
const answerWithinMs = 30_000;

/**
 * Reports a page to the worker until it is stored. Page and worker begin at the same time: on a slow phone the page stands long before the worker
 * is installed, and on a bad network that may fail at first. Ends where the page is no longer shown, as `isShown` says.
 */
export async function reportPage(
  workers: ServiceWorkerContainer,
  tell: () => PageToStore,
  isShown: () => boolean,
): Promise<void> {
  for (const pause of againAfterMs) {
    if (await isStored(workers, tell())) return;
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (!isShown()) return;
  }
  // Without the worker the shop needs the network, as before.
  await isStored(workers, tell());
}

async function isStored(workers: ServiceWorkerContainer, page: PageToStore): Promise<boolean> {
  try {
    const worker = await activeWorker(await workers.register(shopWorkerPath));
    return await answerOf(worker, page);
  } catch {
    return false;
  }
}

/** Resolves once the worker of a registration is active; rejects if its installation fails. */
function activeWorker(registration: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker === null || worker.state === 'redundant') reject(new Error('No worker'));
      else if (worker.state === 'activated' || worker === registration.active) resolve(worker);
    };
    worker?.addEventListener('statechange', look);
    look();
  });
}

function answerOf(worker: ServiceWorker, page: PageToStore): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const end = (isDone: boolean) => {
      clearTimeout(late);
      port1.close();
      resolve(isDone);
    };
    const late = setTimeout(() => end(false), answerWithinMs);
    port1.onmessage = ({ data }) => end(data === true);
    worker.postMessage(page, [port2]);
  });
}
