import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { eTicket, myEventTickets, myTickets } from '../../../contract/tickets.ts';
import type { Outcome } from '../../../machines/shared/outcome.ts';
import { goneNames, keptNames } from '../../effects/kept-tickets/names.ts';
import { registerTicketsWorker } from '../../effects/kept-tickets/register.ts';
import { dropAnswers, keepAnswer, keptAnswers } from '../../effects/kept-tickets/store.ts';
import { useRoot } from '../actor-context.tsx';
import { useApi } from './api-context.ts';
import { CallError, queryKeys, useAccountId } from './queries.ts';
import { useBrowserStore } from './store-context.ts';

const minute = 60_000;
/** How long the server is waited for before what is kept is shown, in milliseconds; its answer takes the place of that whenever it comes. */
const patienceMs = 3_000;

/** An answer, or what was kept of an earlier one. */
interface Held<T> {
  readonly value: T;
  /** Epoch milliseconds; null where the server has just answered. */
  readonly keptAt: number | null;
}

interface KeptRead<T> {
  readonly queryKey: QueryKey;
  /** Name under which the answer is kept. */
  readonly name: string;
  readonly schema: z.ZodMiniType<T>;
  readonly ask: (signal: AbortSignal) => Promise<Outcome<T>>;
  /** Names of what an answer does away with. */
  readonly gone?: (answer: T) => Promise<readonly string[]>;
  readonly enabled: boolean;
  readonly staleTime: number;
}

/** True where the server cannot be asked, or does not know: what is kept may stand in. A refusal is an answer. */
function isSilent(outcome: Outcome<unknown>): boolean {
  if (outcome.ok) return false;
  const { failure } = outcome;
  return failure.kind === 'unreachable' || (failure.kind === 'broken' && failure.status >= 500);
}

const isDenied = (outcome: Outcome<unknown>) =>
  !outcome.ok && outcome.failure.kind === 'refused' && outcome.failure.status === 404;

/** A read whose answers are kept for a time without network, for the account that asks, and stand in where the server is silent. */
function useKeptQuery<T>(read: KeptRead<T>) {
  const { queryKey, name, schema, ask, gone } = read;
  const store = useBrowserStore();
  const queries = useQueryClient();
  const root = useRoot();
  const user = useAccountId();

  const askServer = async (signal: AbortSignal): Promise<Outcome<T>> => {
    const outcome = await ask(signal);
    if (isDenied(outcome)) await dropAnswers(store, [name]);
    // Whoever signed out meanwhile leaves nothing behind.
    if (!outcome.ok || user === null || root.getSnapshot().context.user?.id !== user)
      return outcome;
    const kept = { name, owner: user, value: outcome.value, keptAt: Date.now() };
    if (await keepAnswer(store, kept)) registerTicketsWorker(navigator.serviceWorker);
    await dropAnswers(store, (await gone?.(outcome.value)) ?? []);
    return outcome;
  };

  const readKept = async (): Promise<Held<T> | null> => {
    const kept = (await keptAnswers(store)).find((each) => each.name === name);
    const parsed = kept === undefined ? null : schema.safeParse(kept.value);
    const isReaders = user === null || kept?.owner === user;
    return parsed?.success && isReaders ? { value: parsed.data, keptAt: kept?.keptAt ?? 0 } : null;
  };

  const { data, ...query } = useQuery<Held<T>>({
    queryKey,
    enabled: read.enabled,
    // Without network too: what is kept is read then, and the server is asked again once it can be.
    networkMode: 'always',
    refetchOnReconnect: true,
    staleTime: ({ state }) => (state.data?.keptAt == null ? read.staleTime : 0),
    queryFn: async ({ signal }) => {
      const asked = askServer(signal);
      const early = await Promise.race([asked, afterPatience()]);
      const kept = early === null || isSilent(early) ? await readKept() : null;
      if (kept === null) return held(await asked);
      if (early === null) {
        void asked.then((late) => {
          if (late.ok) queries.setQueryData(queryKey, held(late));
        });
      }
      return kept;
    },
  });
  return { ...query, data: data?.value, keptAt: data?.keptAt ?? null };
}

function held<T>(outcome: Outcome<T>): Held<T> {
  if (!outcome.ok) throw new CallError(outcome.failure);
  return { value: outcome.value, keptAt: null };
}

function afterPatience(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), navigator.onLine ? patienceMs : 0);
  });
}

/** Events the buyer holds tickets for; read anew on every visit, a purchase may just have ended. */
export function useMyTickets() {
  const api = useApi();
  const store = useBrowserStore();
  const user = useAccountId();
  return useKeptQuery({
    queryKey: queryKeys.tickets(user ?? ''),
    name: keptNames.orders,
    schema: myTickets.answer,
    ask: (signal) => api.call(myTickets, { signal }),
    gone: async (orders) => goneNames(await keptAnswers(store), orders),
    enabled: user !== null,
    staleTime: 0,
  });
}

/** Tickets of one event; null asks for nothing. */
export function useEventTickets(slug: string | null) {
  const api = useApi();
  const user = useAccountId();
  return useKeptQuery({
    queryKey: queryKeys.eventTickets(user ?? '', slug ?? ''),
    name: keptNames.event(slug ?? ''),
    schema: myEventTickets.answer,
    ask: (signal) => api.call(myEventTickets, { params: { eventId: slug ?? '' }, signal }),
    enabled: user !== null && slug !== null,
    staleTime: minute,
  });
}

/** True once the reader has waited for the server as long as anybody is asked to. */
export function useImpatience(): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

/**
 * One e-ticket in full; no id asks for nothing. The server answers whoever asks, so it is asked even when nobody is signed in (ruling
 * 1.2-AN), and where it cannot be learnt who that is.
 */
export function useETicket(id: string, isReaderKnown: boolean) {
  const isLate = useImpatience();
  const api = useApi();
  const user = useAccountId();
  return useKeptQuery({
    queryKey: queryKeys.eTicket(user ?? '', id),
    name: keptNames.ticket(id),
    schema: eTicket.answer,
    ask: (signal) => api.call(eTicket, { params: { id }, signal }),
    enabled: id !== '' && (isReaderKnown || isLate),
    staleTime: minute,
  });
}
