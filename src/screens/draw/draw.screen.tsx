import { useQuery } from '@tanstack/react-query';
import type { SnapshotFrom } from 'xstate';
import { drawPlace, queueDraws } from '../../../contract/draw/calls.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useRootSelector, useSlug } from '../../app/actor-context.tsx';
import { useApi } from '../../app/reads/api-context.ts';
import { CallError } from '../../app/reads/queries.ts';
import { fetchCode } from '../../ui/feedback/fetched.ts';
import { DrawView } from './draw.view.tsx';
import type { CheckPlace } from './proved.ts';

/** A draw that is not published yet is read again so often, in milliseconds. */
const againMs = 5_000;
const published: ReadonlySet<string> = new Set(['drawn', 'empty']);

const selectReading = ({ context }: SnapshotFrom<typeof rootMachine>) => context.reading;

/** /event/{slug}/undian: what is published of the draws of an event, and the proof of one place (decision 059). */
export default function DrawScreen() {
  const slug = useSlug();
  const api = useApi();
  const reading = useRootSelector(selectReading);
  const { data, isError, refetch } = useQuery({
    queryKey: ['draws', slug],
    queryFn: async ({ signal }) => {
      const answer = await api.call(queueDraws, { params: { slug }, signal });
      if (!answer.ok) throw new CallError(answer.failure);
      return answer.value.draws;
    },
    refetchInterval: ({ state }) =>
      state.data?.some((draw) => !published.has(draw.state)) === true ? againMs : false,
  });

  const onCheck: CheckPlace = async (draw, name) => {
    if (draw.kind === 'unknown') return 'failed';
    const answer = await api.call(drawPlace, { params: { slug, kind: draw.kind, name } });
    if (!answer.ok) {
      const { failure } = answer;
      return failure.kind === 'refused' && failure.status === 404 ? 'notListed' : 'failed';
    }
    try {
      const { prove } = await fetchCode(() => import('./prove.ts'));
      return (await prove(slug, draw, answer.value)) ?? 'failed';
    } catch {
      return 'failed';
    }
  };

  return (
    <DrawView
      slug={slug}
      draws={data ?? null}
      hasFailed={isError}
      ownName={reading?.slug === slug && !reading.behindDraw ? reading.entrant : null}
      onCheck={onCheck}
      onRetry={() => void refetch()}
    />
  );
}
