import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { eTicket, myEventTickets, myTickets } from '../../../contract/ticket/tickets.ts';
import type { Result } from '../../../machines/shared/result.ts';
import { goneNames, keptNames } from '../../effects/kept-tickets/names.ts';
import { registerTicketsWorker } from '../../effects/kept-tickets/register.ts';
import { dropAnswers, keepAnswer, keptAnswers } from '../../effects/kept-tickets/store.ts';
import { useRoot } from '../actor-context.tsx';
import { useApi } from './api-context.ts';
import { CallError, queryKeys, useAccountId } from './queries.ts';
import { useBrowserStore } from './store-context.ts';

const minute = 60_000;
/** Time to wait for the server before showing the stored response, in milliseconds; a later response replaces it. */
const responseWaitMs = 3_000;

/** A response, or the stored copy of an earlier one. */
interface Held<T> {
  readonly value: T;
  /** Epoch milliseconds of the stored copy; null for a fresh response. */
  readonly keptAt: number | null;
}

interface KeptRead<T> {
  readonly queryKey: QueryKey;
  /** Name under which the response is stored. */
  readonly name: string;
  readonly schema: z.ZodMiniType<T>;
  readonly ask: (signal: AbortSignal) => Promise<Result<T>>;
  /** Names of the stored responses that this response invalidates. */
  readonly gone?: (answer: T) => Promise<readonly string[]>;
  readonly enabled: boolean;
  readonly staleTime: number;
}

/** True for a failure that the stored response may replace: no response, or a server error. A refusal is final. */
function isSilent(result: Result<unknown>): boolean {
  if (result.ok) return false;
  const { failure } = result;
  return failure.kind === 'unreachable' || (failure.kind === 'broken' && failure.status >= 500);
}

const isDenied = (result: Result<unknown>) =>
  !result.ok && result.failure.kind === 'refused' && result.failure.status === 404;

/** A read that stores its responses for the signed-in account and falls back to them when the server does not respond. */
function useKeptQuery<T>(read: KeptRead<T>) {
  const { queryKey, name, schema, ask, gone } = read;
  const store = useBrowserStore();
  const queries = useQueryClient();
  const root = useRoot();
  const user = useAccountId();

  const askServer = async (signal: AbortSignal): Promise<Result<T>> => {
    const result = await ask(signal);
    if (isDenied(result)) await dropAnswers(store, [name]);
    // After a sign-out meanwhile, nothing is stored.
    if (!result.ok || user === null || root.getSnapshot().context.user?.id !== user) return result;
    const kept = { name, owner: user, value: result.value, keptAt: Date.now() };
    if (await keepAnswer(store, kept)) registerTicketsWorker(navigator.serviceWorker);
    await dropAnswers(store, (await gone?.(result.value)) ?? []);
    return result;
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
    // Runs without network too: it then reads the stored response, and calls the server once the device is online.
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

function held<T>(result: Result<T>): Held<T> {
  if (!result.ok) throw new CallError(result.failure);
  return { value: result.value, keptAt: null };
}

function afterPatience(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), navigator.onLine ? responseWaitMs : 0);
  });
}

/** Events the buyer holds tickets for; read again whenever the page opens, because a purchase may just have finished. */
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

/** Tickets of one event; null sends no request. */
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

/** True once the wait for the server has exceeded the limit. */
export function useIsResponseLate(): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), responseWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

/**
 * One e-ticket; an empty id sends no request. The server decides who may read it, so the request goes out for signed-out visitors too
 * (§2.361), and when the account cannot be read.
 */
export function useETicket(id: string, isReaderKnown: boolean) {
  const isLate = useIsResponseLate();
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
