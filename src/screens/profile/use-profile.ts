import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { me, updateProfile } from '../../../contract/account.ts';
import { useFlow } from '../../app/actor-context.tsx';
import { useApi } from '../../app/reads/api-context.ts';
import { CallError, isSignedOutError, queryKeys, useAccountId } from '../../app/reads/queries.ts';
import { type UpdateFailure, updateFailure } from './update-words.ts';

/** What a buyer may change about the account. */
export interface ProfileFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
}

const profileKey = (user: string | null) => [...queryKeys.mine, user ?? '', 'profile'] as const;

/** Words of a failed change of the account; null where there is none. A fault of ours reads as one nobody expected (§8). */
export function failureOf(error: Error | null): UpdateFailure | null {
  if (error === null) return null;
  return updateFailure(
    error instanceof CallError ? error.failure : { kind: 'unreachable', message: error.message },
  );
}

/** The account as the server has it now, read on every visit and kept no longer than the page. */
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
    // Without a connection it fails at once and says so; what is being typed is not disturbed by a look at another window.
    networkMode: 'always',
    refetchOnWindowFocus: false,
  });
}

/** Sends the changes, then has the account read again, so that every part of the page shows them. */
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
      // Nobody is signed in any more: the page leads to sign-in and back (§8).
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
