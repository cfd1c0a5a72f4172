import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { me, updateProfile } from '../../../contract/account.ts';
import { useFlow } from '../../app/actor-context.tsx';
import { useApi } from '../../app/reads/api-context.ts';
import { CallError, isSignedOutError, queryKeys, useAccountId } from '../../app/reads/queries.ts';
import { type UpdateFailure, updateFailure } from './update-words.ts';

/** Account fields that the buyer may change. */
export interface ProfileFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
}

const profileKey = (user: string | null) => [...queryKeys.mine, user ?? '', 'profile'] as const;

/** Message of a failed account change; null without one. An exception becomes the 'unexpected error' of §8.29. */
export function failureOf(error: Error | null): UpdateFailure | null {
  if (error === null) return null;
  return updateFailure(
    error instanceof CallError ? error.failure : { kind: 'unreachable', message: error.message },
  );
}

/** The account from the server, read on every visit and dropped with the page. */
export function useProfile() {
  const api = useApi();
  const user = useAccountId();
  return useQuery({
    queryKey: profileKey(user),
    queryFn: async ({ signal }) => {
      const answer = await api.call(me, { signal });
      if (!answer.ok) throw new CallError(answer.failure);
      return answer.value;
    },
    enabled: user !== null,
    gcTime: 0,
    // Fails at once when offline. No refetch on window focus, which would disturb typing.
    networkMode: 'always',
    refetchOnWindowFocus: false,
  });
}

/** Sends the changes, then makes the app read the account again, so that every part of the page shows them. */
export function useSaveProfile() {
  const api = useApi();
  const auth = useFlow('auth');
  const user = useAccountId();
  const queries = useQueryClient();
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: async (fields: ProfileFields) => {
      const answer = await api.call(updateProfile, { body: fields });
      if (!answer.ok) throw new CallError(answer.failure);
      return answer.value;
    },
    networkMode: 'always',
    onSuccess: (saved) => {
      if (saved !== null) queries.setQueryData(profileKey(user), saved);
      auth?.send({ type: 'auth.recheck' });
    },
    onError: (failed) => {
      // Nobody is signed in any more: the page leads to sign-in and back (§8.29).
      if (isSignedOutError(failed)) auth?.send({ type: 'auth.refused' });
    },
  });
  return {
    saving: isPending,
    saved: isSuccess,
    failure: failureOf(error),
    onSave: (fields: ProfileFields) => {
      if (!isPending) mutate(fields);
    },
    onEdit: () => {
      if (!isPending) reset();
    },
  };
}
