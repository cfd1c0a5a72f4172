import {
  focusManager,
  onlineManager,
  type Query,
  type QueryClient,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import {
  failedAgain,
  type Healing,
  healingPause,
  isPassing,
  unharmed,
} from '../../../machines/shared/healing.ts';
import { CallError } from './queries.ts';

/** True for an error that a retry may resolve. */
function mayPass(error: unknown): boolean {
  return !(error instanceof CallError) || isPassing(error.failure);
}

/**
 * Retries failed reads that a mounted component observes, by the table of §4.110: after growing pauses, and at once when the page
 * becomes visible or the device goes online. A retry leaves the query unchanged until it succeeds, so that the error message stays on
 * screen. `random` is from 0 to 1, for jitter. Returns a function that stops it.
 */
export function healQueries(client: QueryClient, random: () => number): () => void {
  const cache = client.getQueryCache();
  const waiting = new Map<
    Query,
    { readonly healing: Healing; timer: ReturnType<typeof setTimeout> }
  >();

  const needsHealing = (query: Query) =>
    cache.get(query.queryHash) === query &&
    query.isActive() &&
    query.state.status === 'error' &&
    query.state.fetchStatus === 'idle' &&
    mayPass(query.state.error);

  function forget(query: Query) {
    clearTimeout(waiting.get(query)?.timer);
    waiting.delete(query);
  }

  function plan(query: Query, healing: Healing) {
    const timer = setTimeout(() => void attempt(query), healingPause(healing));
    waiting.set(query, { healing, timer });
  }

  async function attempt(query: Query) {
    const known = waiting.get(query);
    if (known === undefined) return;
    clearTimeout(known.timer);
    const { queryFn, queryKey, meta } = query.options as {
      queryFn?: (context: QueryFunctionContext) => unknown;
      queryKey?: Query['queryKey'];
      meta?: Query['meta'];
    };
    if (!needsHealing(query) || typeof queryFn !== 'function') return forget(query);
    try {
      const { signal } = new AbortController();
      const data = await queryFn({ client, queryKey: queryKey ?? query.queryKey, meta, signal });
      // Skipped if the buyer has retried meanwhile, or no component observes the query.
      if (waiting.get(query) === known && needsHealing(query)) query.setData(data);
      forget(query);
    } catch (error) {
      if (waiting.get(query) !== known) return;
      if (!needsHealing(query) || !mayPass(error)) return forget(query);
      plan(query, failedAgain(known.healing, error instanceof CallError ? error.failure : null));
    }
  }

  const stopCache = cache.subscribe(({ query }) => {
    if (!needsHealing(query)) {
      if (query.state.fetchStatus === 'fetching' || query.state.status === 'success') forget(query);
      return;
    }
    if (waiting.has(query)) return;
    const { error } = query.state;
    plan(query, failedAgain(unharmed(random), error instanceof CallError ? error.failure : null));
  });
  const hasten = (isThere: boolean) => {
    if (isThere) for (const query of [...waiting.keys()]) void attempt(query);
  };
  const stopFocus = focusManager.subscribe(hasten);
  const stopOnline = onlineManager.subscribe(hasten);
  return () => {
    stopCache();
    stopFocus();
    stopOnline();
    for (const query of [...waiting.keys()]) forget(query);
  };
}
