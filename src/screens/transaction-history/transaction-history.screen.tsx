import { useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { pageSizes } from '../../../contract/limits.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { AccountLayout } from '../../app/account-layout.tsx';
import { useRootSelector } from '../../app/actor-context.tsx';
import { usePageTitle } from '../../app/page-title.ts';
import { usePurchaseHistory } from '../../app/queries.ts';
import { useText } from '../../text/translate.ts';
import { type HistoryFilter, HistoryView } from './transaction-history.view.tsx';

const selectMarked = ({ context }: SnapshotFrom<typeof rootMachine>) =>
  context.screen.name === 'transaction-history' ? context.screen.transactionId : null;

/** /transaction-history (§2). */
export default function TransactionHistoryScreen() {
  const t = useText();
  usePageTitle(t('title.history'));
  const [filter, setFilter] = useState<HistoryFilter>('all');
  const [chosenPage, setPage] = useState<number | null>(null);
  const marked = useRootSelector(selectMarked);
  const { data, isError, refetch } = usePurchaseHistory();

  // A link from elsewhere opens the page its order stands on.
  const place = data?.findIndex((order) => order.transaction_id === marked) ?? -1;
  const pageOfMarked = place === -1 ? 1 : Math.floor(place / pageSizes.history) + 1;
  return (
    <AccountLayout title={t('history.title')}>
      <HistoryView
        status={data !== undefined ? 'ready' : isError ? 'failed' : 'loading'}
        orders={data ?? []}
        filter={filter}
        page={chosenPage ?? pageOfMarked}
        marked={marked}
        onFilter={(next) => {
          setFilter(next);
          setPage(1);
        }}
        onPage={setPage}
        onRetry={() => void refetch()}
      />
    </AccountLayout>
  );
}
