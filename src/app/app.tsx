import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import type { InspectionEvent, SnapshotFrom } from 'xstate';
import type { Locale } from '../../contract/texts/locale.ts';
import type { rootMachine } from '../../machines/root/root.machine.ts';
import type { Api } from '../effects/http/api.ts';
import { type SeatmapStore, SeatmapStoreContext } from '../effects/seatmap-store.ts';
import type { BrowserStore } from '../effects/storage/storage.ts';
import { DemoPart } from '../sample/demo-part.tsx';
import { TextProvider } from '../text/translate.ts';
import { type RootActor, RootProvider } from './actor-context.tsx';
import { ProvinceProvider } from './header/province-choice.tsx';
import { InspectContext } from './page-actor.ts';
import { ApiContext } from './reads/api-context.ts';
import { StoreContext } from './reads/store-context.ts';
import type { GuardedHistory } from './routing/history.ts';
import { GuardedRouter } from './routing/router.tsx';
import { AppRoutes } from './routing/routes.tsx';
import { DemoStrip } from './shell/demo-strip.tsx';

/** Objects that the caller creates outside React and passes to the tree. */
export interface AppParts {
  readonly root: RootActor;
  readonly api: Api;
  readonly queries: QueryClient;
  readonly store: BrowserStore;
  readonly seatmaps: SeatmapStore;
  readonly history: GuardedHistory;
  /** The language of the first render; its catalogue is already loaded. */
  readonly locale: Locale;
  /** The root's snapshot before its start, on a page that the server rendered. */
  readonly first?: SnapshotFrom<typeof rootMachine>;
  /** The inspector of a development build. */
  readonly inspect?: ((event: InspectionEvent) => void) | null;
}

/** Renders providers, router and routes. */
export function App(parts: AppParts) {
  const { root, api, queries, store, seatmaps, history, locale, first, inspect = null } = parts;
  return (
    <StrictMode>
      <RootProvider root={root} first={first}>
        <InspectContext value={inspect}>
          <ApiContext value={api}>
            <StoreContext value={store}>
              <SeatmapStoreContext value={seatmaps}>
                <QueryClientProvider client={queries}>
                  <TextProvider locale={locale}>
                    <ProvinceProvider>
                      <DemoStrip />
                      <GuardedRouter history={history}>
                        <AppRoutes />
                      </GuardedRouter>
                      <DemoPart place="banner" />
                    </ProvinceProvider>
                  </TextProvider>
                </QueryClientProvider>
              </SeatmapStoreContext>
            </StoreContext>
          </ApiContext>
        </InspectContext>
      </RootProvider>
    </StrictMode>
  );
}
