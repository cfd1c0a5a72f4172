import './ui/tokens.css';
import './ui/base.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { apiRoot, realtimePath } from '../contract/limits.ts';
import { drawnAttribute, drawnForVisitor } from '../contract/stored/rendering.ts';
import { isLocale } from '../contract/texts/locale.ts';
import { holdsPlace } from '../machines/root/root.rules.ts';
import { runningActor } from '../machines/root/root.system.ts';
import { App } from './app/app.tsx';
import { demoFallback, topicPrefix } from './app/product.ts';
import { healQueries } from './app/reads/heal-queries.ts';
import { createQueryClient, isSignedOutError, queryKeys } from './app/reads/queries.ts';
import { createGuardedHistory } from './app/routing/history.ts';
import { followOtherTab } from './app/routing/other-tabs.ts';
import { prepareDrawnScreen, prepareScreen } from './app/routing/page-code.tsx';
import { pageReads, takeReads } from './app/routing/page-data.ts';
import { parsePlace, pathOf } from './app/routing/paths.ts';
import { syncRoutes } from './app/routing/route-sync.ts';
import { wireRoot } from './app/wire.ts';
import { createApi, prepareCalls } from './effects/http/api.ts';
import { newId } from './effects/ids.ts';
import { forgetTickets } from './effects/kept-tickets/forget.ts';
import { nextTask } from './effects/next-task.ts';
import {
  guardUnload,
  openTabLine,
  repeatEarlyPress,
  watchHidden,
  watchLinks,
  watchPage,
} from './effects/page.ts';
import { pageStarted } from './effects/page-started.ts';
import { createSeatmapStore } from './effects/seatmap-store.ts';
import { createBrowserStore } from './effects/storage/storage.ts';
import { whenIdle } from './effects/when-idle.ts';
import { withSamples } from './sample/fallback.ts';
import { sampleModeOf } from './sample/mode.ts';
import { demo } from './sample/opened-demo.ts';
import { beginStoredPages } from './stored-pages/begin.ts';
import { rememberedLocale } from './text/remembered-locale.ts';
import { prepareWords } from './text/words.ts';
import { showRememberedTheme } from './ui/theme.ts';

// The browser may draw and answer between the steps of the start, which take too long for one task.
await nextTask();
const { location } = window;
// A build-time condition: a production build drops the branch and everything that only it imports.
const inspection =
  import.meta.env.DEV || import.meta.env.VITE_INSPECT === '1'
    ? await (await import('./inspector/mode.ts')).openInspection(window)
    : null;
const samples = sampleModeOf(import.meta.env.MODE, { demoFallback });
const api = withSamples(
  createApi({
    root: new URL(apiRoot, location.origin).href,
    ...(demo === null ? {} : { fetch: demo.fetch }),
  }),
  samples === 'fallback',
);
const history = createGuardedHistory(window);
const store = createBrowserStore(window, () => root.getSnapshot().context.user?.id ?? null);
const seatmaps = createSeatmapStore(api);
inspection?.offerSeats(seatmaps);

showRememberedTheme();
const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root.');
const drawnFor = container.getAttribute(drawnAttribute);
const wired = wireRoot(
  {
    api,
    now: () => performance.now(),
    wallNow: () => Date.now(),
    store,
    newId,
    seatmaps,
    forgetTickets: (except) => forgetTickets(window, store, except),
    sayToTabs: (word) => tabs.say(word),
    watchHidden: (onChange) => watchHidden(document, onChange),
    addressOf: pathOf,
    leave: (address) => location.assign(address),
  },
  demo?.connection ?? {
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${realtimePath}`,
    topicPrefix,
    random: Math.random,
    whenIdle,
  },
  drawnFor === drawnForVisitor,
);
await nextTask();
const root = createActor(wired, {
  input: {
    screen: parsePlace(history.place.path, history.place.state, location.origin),
    random: Math.random,
  },
  ...(inspection === null ? {} : { inspect: inspection.inspect }),
});

const tabs = openTabLine((word) => followOtherTab(word, root.system, store));
await nextTask();

const queries = createQueryClient((error) => {
  if (isSignedOutError(error)) runningActor(root.system, 'auth')?.send({ type: 'auth.refused' });
});
healQueries(queries, Math.random);

// Data of one account is never shown to another (F13).
let shownTo = root.getSnapshot().context.user?.id ?? null;
root.subscribe(({ context }) => {
  const user = context.user?.id ?? null;
  if (user === shownTo) return;
  shownTo = user;
  // Only account data: clearing the whole cache would cancel the page's lists for good.
  queries.removeQueries({ queryKey: queryKeys.mine });
  if (context.auth === 'verified') tabs.say('signed-in');
});
takeReads(queries, pageReads(document));
root.on('seats.changed', ({ message: { slug, body } }) =>
  seatmaps.patch(slug, body.changes, body.places),
);
const first = root.getSnapshot();
await nextTask();
root.start();
syncRoutes(root, history, location.origin);
watchLinks(document, (pathname) => {
  // Preloads before the press; after a failure the page loads the code itself.
  Promise.all([prepareScreen(pathname), prepareCalls()]).catch(() => undefined);
});
watchPage(window, () => root.send({ type: 'page.woke' }));
guardUnload(window, () => {
  const snapshot = root.getSnapshot();
  return snapshot.matches({ place: 'queueing' }) && holdsPlace(snapshot.context.reading);
});

const { lang } = document.documentElement;
const locale = drawnFor !== null && isLocale(lang) ? lang : rememberedLocale();
// If the catalogue fails to load, the page renders in Indonesian.
const catalogueLoaded = prepareWords(locale).catch(() => undefined);
const app = (
  <App
    root={root}
    api={api}
    queries={queries}
    store={store}
    seatmaps={seatmaps}
    history={history}
    locale={locale}
    first={first}
    inspect={inspection?.inspect ?? null}
  />
);
if (drawnFor !== null) {
  // Without the code React would discard the server's HTML, or leave it inert until the code arrives. Not awaited at top level: a screen
  // imports parts of this file's chunk, which would deadlock.
  void Promise.all([prepareDrawnScreen(location.pathname), catalogueLoaded]).then(() => {
    // Only in a transition does React pause between the parts.
    startTransition(() => {
      hydrateRoot(container, app);
    });
    repeatEarlyPress(window);
  });
} else {
  // The pages set their own.
  document.querySelector('meta[name="description"]')?.remove();
  void catalogueLoaded.then(() => createRoot(container).render(app));
}
pageStarted();
void beginStoredPages(root, queries, store);
