import { QueryClient } from '@tanstack/react-query';
import { renderToReadableStream } from 'react-dom/server';
import { createActor } from 'xstate';
import { apiRoot } from '../contract/limits.ts';
import {
  elementJson,
  type PageParts,
  type PageRenderer,
  type PageRequest,
} from '../contract/stored/rendering.ts';
import { rootMachine } from '../machines/root/root.machine.ts';
import { App } from './app/app.tsx';
import { takeSettings } from './app/product.ts';
import { CallError, createQueryClient } from './app/reads/queries.ts';
import { createFixedHistory } from './app/routing/history.ts';
import { prepareScreen } from './app/routing/page-code.tsx';
import { eventOfAddress, type PageRead, takeReads } from './app/routing/page-data.ts';
import { parsePlace } from './app/routing/paths.ts';
import { type Api, createApi } from './effects/http/api.ts';
import { createSeatmapStore } from './effects/seatmap-store.ts';
import type { BrowserStore } from './effects/storage/storage.ts';
import { type PagePlan, planOf, readsOf, sourcesOf } from './rendering/page-plan.ts';
import { shareTags } from './rendering/share-tags.tsx';
import { HtmlCleaner } from './screens/event/html/html-cleaner.ts';
import { loadAllTexts } from './text/all-words.ts';
import { translator } from './text/translate.ts';

loadAllTexts();

// Only the path is used: the reads never leave the process.
const anyOrigin = 'http://server.invalid';

/** A browser store without data. */
const noStore: BrowserStore = {
  read: () => null,
  write: () => undefined,
  remove: () => undefined,
  clearEvent: () => undefined,
  clearUsers: () => undefined,
};

function apiOver(read: PageRequest['read']): Api {
  const root = anyOrigin + apiRoot;
  return createApi({
    root,
    retries: 0,
    fetch: async (input) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      const { status, body } = await read(pathname.slice(apiRoot.length) + search);
      return new Response(body, { status, headers: { 'content-type': 'application/json' } });
    },
  });
}

/**
 * Makes the reads of a page. A 404 is rendered as such; other failures are left out, and the browser retries them while it shows a
 * skeleton. Throws if no content remains.
 */
async function readAll(plan: PagePlan, api: Api): Promise<readonly PageRead[]> {
  // The server logs failures itself.
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const options = readsOf(plan, api);
  const outcomes = await Promise.all(
    options.map(async ({ queryKey, queryFn }): Promise<PageRead | Error> => {
      try {
        return { key: queryKey, data: await queries.fetchQuery({ queryKey, queryFn } as never) };
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        const { failure } = error;
        const isMissing = failure.kind === 'refused' && failure.status === 404;
        return isMissing ? { key: queryKey, failure } : error;
      }
    }),
  );
  queries.clear();
  const reads = outcomes.filter((outcome): outcome is PageRead => !(outcome instanceof Error));
  const [first] = outcomes;
  // A search without results data has no content; a home page needs only one of its lists.
  const isEmpty = plan.screen.name === 'home' ? reads.length === 0 : first instanceof Error;
  if (isEmpty && first instanceof Error) throw first;
  return reads;
}

async function draw(request: PageRequest, plan: PagePlan, api: Api, reads: readonly PageRead[]) {
  const { path, origin, locale } = request;
  const queries = createQueryClient();
  takeReads(queries, reads);
  // Never started: only its initial snapshot is rendered, and no effect runs.
  const root = createActor(rootMachine, {
    input: { screen: parsePlace(path, null, origin), random: () => 0 },
  });
  let failure: unknown = null;
  const stream = await renderToReadableStream(
    <HtmlCleaner value={request.cleanHtml}>
      <App
        root={root}
        api={api}
        queries={queries}
        store={noStore}
        seatmaps={createSeatmapStore(api)}
        history={createFixedHistory(plan.path)}
        locale={locale}
      />
    </HtmlCleaner>,
    {
      // React would insert delayed parts by inline scripts, which the page's content security policy blocks.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        failure ??= error;
      },
    },
  );
  await stream.allReady;
  const markup = await new Response(stream).text();
  queries.clear();
  if (failure !== null) throw failure;
  return markup;
}

// React emits preloads, title and metadata before the content; they belong into the head. It escapes `>` in attributes.
const hoistedPattern = /^(?:<(?:link|meta)\b[^>]*>|<title>[^<]*<\/title>)*/;

/** Replaces the slug in a read's key with the placeholder. */
const ofAnyName =
  (slug: string) =>
  (read: PageRead): PageRead => ({
    ...read,
    key: read.key.map((part) => (part === slug ? eventOfAddress : part)),
  });

async function render(request: PageRequest): Promise<PageParts> {
  takeSettings(request.settings);
  const plan = planOf(request.path);
  if (plan === null) throw new Error('This page is drawn in the browser only.');
  const api = apiOver(request.read);
  const [reads] = await Promise.all([
    readAll(plan, api),
    prepareScreen(plan.path.split('?', 1)[0] ?? '/'),
  ]);
  const markup = await draw(request, plan, api, reads);
  const [hoisted = ''] = hoistedPattern.exec(markup) ?? [];
  const { origin, locale } = request;
  const share = shareTags({ plan, reads, origin, locale, t: translator(locale) });
  const { screen } = plan;
  const missing = screen.name === 'event' && !('data' in (reads[0] ?? {})) ? screen.slug : null;
  return {
    status: missing === null ? 200 : 404,
    head: hoisted + share,
    body: markup.slice(hoisted.length),
    data: elementJson(missing === null ? reads : reads.map(ofAnyName(missing))),
    sources: sourcesOf(plan, locale),
  };
}

/** The renderer that the server loads. */
export const renderer: PageRenderer = {
  pathOf: (path) => planOf(path)?.path ?? null,
  render,
};
