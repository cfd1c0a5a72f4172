import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  joinWaitingList,
  leaveWaitingList,
  type WaitingEntry,
  waitingList,
} from '../../../../contract/waiting-list.ts';
import type { Failure } from '../../../../machines/shared/result.ts';
import { useApi } from '../../../app/reads/api-context.ts';
import { answered, CallError, queryKeys, useAccountId } from '../../../app/reads/queries.ts';

/** Reads of the place while the page is visible: an offer also comes by e-mail. */
const readEveryMs = 30_000;

/** The account's place in the waiting list of a show, and the calls that change it. */
export interface WaitingPlace {
  /** Undefined until it is read; null for nobody, and for an account that does not wait. */
  readonly entry: WaitingEntry | null | undefined;
  /** End of the offer on the clock of `performance.now()`; null without one. */
  readonly deadline: number | null;
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly join: (wanted: number, onDone: () => void) => void;
  readonly leave: (onDone: () => void) => void;
  readonly readAgain: () => void;
}

/** Reads and changes the account's place in the waiting list of the show with this slug. */
export function useWaitingList(slug: string): WaitingPlace {
  const api = useApi();
  const user = useAccountId();
  const queries = useQueryClient();
  const queryKey = [...queryKeys.mine, user ?? '', 'waiting-list', slug] as const;
  const params = { slug };
  const { data, dataUpdatedAt, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => answered(api.call(waitingList, { params, signal })),
    enabled: user !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.entry == null ? false : readEveryMs),
  });
  const { mutate, isPending, error } = useMutation({
    // Null leaves the list.
    mutationFn: (wanted: number | null) =>
      answered(
        wanted === null
          ? api.call(leaveWaitingList, { params })
          : api.call(joinWaitingList, { params, body: { wanted } }),
      ),
    networkMode: 'always',
    onSuccess: (answer) => queries.setQueryData(queryKey, answer),
  });
  const entry = user === null ? null : data?.entry;
  const seconds = entry?.in_seconds ?? null;
  const deadline = useMemo(
    () =>
      seconds === null ? null : performance.now() + dataUpdatedAt + seconds * 1000 - Date.now(),
    [seconds, dataUpdatedAt],
  );
  return {
    entry,
    deadline,
    busy: isPending,
    failure: error instanceof CallError ? error.failure : null,
    join: (wanted, onDone) => mutate(wanted, { onSuccess: onDone }),
    leave: (onDone) => mutate(null, { onSuccess: onDone }),
    readAgain: () => void refetch(),
  };
}
