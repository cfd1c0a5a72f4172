import { type RenderResult, render } from '@testing-library/react';
import { createActor } from 'xstate';
import { type RootSystem, runningActor } from '../../../machines/root/root.system.ts';
import { App } from '../../../src/app/app.tsx';
import { createQueryClient } from '../../../src/app/reads/queries.ts';
import { createGuardedHistory } from '../../../src/app/routing/history.ts';
import { parsePlace } from '../../../src/app/routing/paths.ts';
import { syncRoutes } from '../../../src/app/routing/route-sync.ts';
import { wireRoot } from '../../../src/app/wire.ts';
import { createApi } from '../../../src/effects/http/api.ts';
import { createBrowserStore } from '../../../src/effects/storage/storage.ts';
import { pageParts } from './parts.ts';

/** The whole app as a browser without layout draws it, at an address, before a server that the test controls. */
export interface DrawnApp {
  readonly page: RenderResult;
  readonly seatmaps: ReturnType<typeof pageParts>['seatmaps'];
  /** The running actor of a flow; throws when it does not run. */
  readonly flow: <K extends keyof RootSystem>(name: K) => RootSystem[K];
  readonly close: () => void;
}

/** Opens the app; without `isIdle` the client of the broker is never loaded. */
export function drawApp(path: string, fetch: typeof globalThis.fetch, isIdle = false): DrawnApp {
  window.history.replaceState(null, '', path);
  const { origin } = window.location;
  const history = createGuardedHistory(window);
  const api = createApi({ root: `${origin}/api`, fetch, retries: 0 });
  const store = createBrowserStore(window, () => root.getSnapshot().context.user?.id ?? null);
  const parts = pageParts({ api, store });
  const root = createActor(
    wireRoot(parts, {
      url: 'ws://localhost/mqttws',
      topicPrefix: 'roetix',
      random: () => 0.5,
      whenIdle: () => (isIdle ? Promise.resolve() : new Promise(() => {})),
    }),
    {
      input: {
        screen: parsePlace(history.place.path, history.place.state, origin),
        random: () => 0.5,
      },
    },
  ).start();
  const stopSync = syncRoutes(root, history, origin);
  const queries = createQueryClient();
  const { seatmaps } = parts;
  const page = render(<App {...{ root, api, queries, store, seatmaps, history, locale: 'id' }} />);
  return {
    page,
    seatmaps,
    flow: (name) => {
      const ref = runningActor(root.system, name);
      if (ref === undefined) throw new Error(`No "${name}" runs.`);
      return ref;
    },
    close: () => {
      stopSync();
      page.unmount();
      root.stop();
      history.close();
      queries.clear();
    },
  };
}
