import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SnapshotFrom } from 'xstate';
import { askOrderRefund, keepTickets, orderRefund } from '../../../contract/refund/refund.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useRootSelector } from '../../app/actor-context.tsx';
import { useApi } from '../../app/reads/api-context.ts';
import { answered, CallError, queryKeys, useAccountId } from '../../app/reads/queries.ts';
import { AccountLayout } from '../../app/shell/account-layout.tsx';
import { useText } from '../../text/translate.ts';
import { type AskedBack, OrderRefundView } from './order-refund.view.tsx';

/** A refund that is under way is read again so often, in milliseconds. */
const againMs = 10_000;
const resting = ['refused', 'done', 'accountAsked'];

const selectCode = ({ context: { screen } }: SnapshotFrom<typeof rootMachine>) =>
  screen.name === 'order-refund' ? screen.orderCode : '';

/** /transaction-history/{orderCode}/refund (decision 080). */
export default function OrderRefundScreen() {
  const t = useText();
  const api = useApi();
  const user = useAccountId();
  const queries = useQueryClient();
  const orderCode = useRootSelector(selectCode);
  const params = { orderCode };
  const queryKey = [...queryKeys.mine, user ?? '', 'refund', orderCode] as const;
  const { data, error, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => answered(api.call(orderRefund, { params, signal })),
    enabled: user !== null && orderCode !== '',
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const isMoving = state.data?.refunds.some(({ state: at }) => !resting.includes(at));
      return isMoving === true ? againMs : false;
    },
  });
  const act = useMutation({
    // Null keeps the tickets.
    mutationFn: (asked: AskedBack | null) =>
      answered(
        asked === null
          ? api.call(keepTickets, { params })
          : api.call(askOrderRefund, { params, body: { ...asked, tickets: [...asked.tickets] } }),
      ),
    networkMode: 'always',
    onSuccess: (answer) => {
      queries.setQueryData(queryKey, answer);
      void queries.invalidateQueries({ queryKey: queryKeys.history(user ?? '') });
    },
    // The refusal says that something has changed: the page shows what.
    onError: () => void refetch(),
  });
  const readFailure = error instanceof CallError ? error.failure : null;
  const failure = act.error instanceof CallError ? act.error.failure : null;
  return (
    <AccountLayout title={t('title.refund')}>
      <OrderRefundView
        order={data ?? null}
        readFailure={isError && data === undefined ? readFailure : null}
        failure={failure}
        busy={act.isPending}
        onAsk={(asked, onDone) => act.mutate(asked, { onSettled: onDone })}
        onKeep={() => act.mutate(null)}
        onRetry={() => void refetch()}
      />
    </AccountLayout>
  );
}
