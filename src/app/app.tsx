import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import type { Api } from '../effects/http/api.ts';
import { type SeatmapStore, SeatmapStoreContext } from '../effects/seatmap-store.ts';
import type { BrowserStore } from '../effects/storage/storage.ts';
import { TextProvider } from '../text/translate.ts';
import { type RootActor, RootProvider } from './actor-context.tsx';
import { ApiContext } from './api-context.ts';
import { StoreContext } from './form-answers.ts';
import type { GuardedHistory } from './history.ts';
import { ProvinceProvider } from './province-choice.tsx';
import { GuardedRouter } from './router.tsx';
import { AppRoutes } from './routes.tsx';

/** Everything the tree is given, made outside it. */
export interface AppParts {
  readonly root: RootActor;
  readonly api: Api;
  readonly queries: QueryClient;
  readonly store: BrowserStore;
  readonly seatmaps: SeatmapStore;
  readonly history: GuardedHistory;
}

/** The tree: providers, router, routes. */
export function App({ root, api, queries, store, seatmaps, history }: AppParts) {
  return (
    <StrictMode>
      <RootProvider root={root}>
        <ApiContext value={api}>
          <StoreContext value={store}>
            <SeatmapStoreContext value={seatmaps}>
              <QueryClientProvider client={queries}>
                <TextProvider>
                  <ProvinceProvider>
                    <GuardedRouter history={history}>
                      <AppRoutes />
                    </GuardedRouter>
                  </ProvinceProvider>
                </TextProvider>
              </QueryClientProvider>
            </SeatmapStoreContext>
          </StoreContext>
        </ApiContext>
      </RootProvider>
    </StrictMode>
  );
}
