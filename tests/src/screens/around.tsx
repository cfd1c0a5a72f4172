import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { type RootActor, RootProvider } from '../../../src/app/actor-context.tsx';
import { ApiContext } from '../../../src/app/reads/api-context.ts';
import { createQueryClient } from '../../../src/app/reads/queries.ts';
import { StoreContext } from '../../../src/app/reads/store-context.ts';
import type { Api } from '../../../src/effects/http/api.ts';
import { createBrowserStore } from '../../../src/effects/storage/storage.ts';

/** What a screen finds around it: faked calls, an empty cache, a store of this browser, a router, and a root if it asks for one. */
export function Around(props: {
  readonly api: Partial<Record<keyof Api, unknown>>;
  readonly root?: RootActor;
  readonly queries?: ReturnType<typeof createQueryClient>;
  readonly owner?: string | null;
  readonly at?: string;
  readonly children: ReactNode;
}) {
  const { api, root, owner = null, at = '/', children } = props;
  const [queries] = useState(() => props.queries ?? createQueryClient());
  const [store] = useState(() => createBrowserStore(window, () => owner));
  const page = (
    <QueryClientProvider client={queries}>
      <ApiContext value={api as Api}>
        <StoreContext value={store}>
          <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
        </StoreContext>
      </ApiContext>
    </QueryClientProvider>
  );
  return root === undefined ? page : <RootProvider root={root}>{page}</RootProvider>;
}
