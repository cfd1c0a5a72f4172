import '../ui/tokens.css';
import '../ui/base.css';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { pageStarted } from '../effects/page-started.ts';
import { rememberedLocale } from '../text/remembered-locale.ts';
import { showRememberedTheme } from '../ui/theme.ts';
import { createGateApi } from './api.ts';
import { createDecoder } from './decoder.ts';
import { createDevice } from './device.ts';
import { GatePage } from './gate-page.tsx';
import { keepOffline } from './offline.ts';
import { listenToScanner } from './scanner.ts';
import { createSignals } from './signals.ts';
import { GateStore } from './store.ts';
import { signatureCheck } from './verify.ts';
import { createViewfinder } from './viewfinder.ts';
import { wireGate } from './wire.ts';
import { wordsIn } from './words/words-context.ts';

showRememberedTheme();
const container = document.getElementById('gate');
if (container === null) throw new Error('gate.html has no #gate.');
const root = createRoot(container);

// Cached by the service worker from the first visit on; the dev server has none.
if (import.meta.env.PROD) await keepOffline(navigator.serviceWorker, () => location.reload());

/** Removes the pass from the address bar: it is a secret, and a photograph of the screen would reveal it. */
function takePass(): string | null {
  const pass = location.hash.slice(1);
  if (pass === '') return null;
  history.replaceState(null, '', location.pathname);
  return pass;
}

// Opening a link with a pass over an open gate page changes only the fragment.
addEventListener('hashchange', () => {
  if (location.hash.length > 1) location.reload();
});

function watchNetwork(onChange: (isThere: boolean) => void): () => void {
  const online = () => onChange(true);
  const offline = () => onChange(false);
  addEventListener('online', online);
  addEventListener('offline', offline);
  return () => {
    removeEventListener('online', online);
    removeEventListener('offline', offline);
  };
}

try {
  if (!isSecureContext) throw new Error('Cameras and keys need https.');
  const store = await GateStore.open();
  // Most phones decide without a question: the browser must not delete entries when storage runs low.
  void navigator.storage?.persist?.().catch(() => false);
  const api = createGateApi(location.origin);
  const device = createDevice({
    api,
    store,
    check: await signatureCheck(),
    newId: () => crypto.randomUUID(),
    now: () => Date.now(),
    takePass,
  });
  const decoder = createDecoder(window);
  // Preloaded; without a camera, opening the camera reports the problem.
  decoder.catch(() => undefined);
  const viewfinder = createViewfinder({
    document,
    media: navigator.mediaDevices,
    decoder: () => decoder,
    now: () => performance.now(),
  });
  const watchScanner = (onCode: (code: string) => void) => listenToScanner(window, onCode);
  const effects = { device, store, viewfinder, watchNetwork, watchScanner };
  const gate = createActor(wireGate(effects)).start();
  root.render(<GatePage gate={gate} video={viewfinder.video} signals={createSignals(window)} />);
} catch {
  root.render(<p role="alert">{wordsIn(rememberedLocale()).cannotWork}</p>);
}
pageStarted();
