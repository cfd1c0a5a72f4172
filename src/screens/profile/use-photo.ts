import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changePhoto, profilePhoto } from '../../../contract/picture/photo.ts';
import { useApi } from '../../app/reads/api-context.ts';
import { CallError, queryKeys, useAccountId } from '../../app/reads/queries.ts';
import { shrinkPicture } from './shrink-picture.ts';

/** Why a photo was not saved: the file is no picture, or the call failed. */
export type PhotoProblem = 'notPicture' | 'notKept' | null;

class NotAPicture extends Error {}

/** The photo of the account and the change of it. */
export function usePhoto() {
  const api = useApi();
  const user = useAccountId();
  const queries = useQueryClient();
  const queryKey = [...queryKeys.mine, user ?? '', 'photo'] as const;
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const answer = await api.call(profilePhoto, { signal });
      if (!answer.ok) throw new CallError(answer.failure);
      return answer.value;
    },
    enabled: user !== null,
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (file: File | null) => {
      const image = file === null ? null : await shrinkPicture(file);
      if (file !== null && image === null) throw new NotAPicture();
      const answer = await api.call(changePhoto, { body: { image } });
      if (!answer.ok) throw new CallError(answer.failure);
      return answer.value;
    },
    networkMode: 'always',
    onSuccess: (kept) => queries.setQueryData(queryKey, kept),
  });
  const isRefused =
    error instanceof NotAPicture ||
    (error instanceof CallError && 'status' in error.failure && error.failure.status === 422);
  const problem: PhotoProblem = error === null ? null : isRefused ? 'notPicture' : 'notKept';
  return {
    image: data?.image ?? null,
    busy: isPending,
    problem,
    onChange: (file: File | null) => {
      if (!isPending) mutate(file);
    },
  };
}
