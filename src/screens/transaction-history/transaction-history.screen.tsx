import { useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { pageSizes } from '../../../contract/limits.ts';
import { invoicePdf, type Purchase } from '../../../contract/ticket/tickets.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import type { SessionReading } from '../../../machines/session/session.types.ts';
import { useRootSelector } from '../../app/actor-context.tsx';
import { useApi } from '../../app/reads/api-context.ts';
import { usePurchaseHistory } from '../../app/reads/queries.ts';
import { AccountLayout } from '../../app/shell/account-layout.tsx';
import { saveFile } from '../../effects/save-file.ts';
import { useText } from '../../text/translate.ts';
import {
  type HistoryFilter,
  HistoryView,
  type InvoiceFetching,
  type RunningPayment,
} from './transaction-history.view.tsx';

const selectMarked = ({ context }: SnapshotFrom<typeof rootMachine>) =>
  context.screen.name === 'transaction-history' ? context.screen.transactionId : null;

const selectPaying = ({ context: { reading } }: SnapshotFrom<typeof rootMachine>) =>
  reading?.step === 'paymentProcessing' ? reading : null;

/** The order with an open payment: an account has one live session, which pays the newest pending order of its event. */
function runningPayment(
  orders: readonly Purchase[],
  paying: SessionReading | null,
): RunningPayment | null {
  const order = orders.find(
    ({ order_status, title }) => order_status === 'pending' && title === paying?.eventName,
  );
  if (order === undefined || paying === null || paying.slug === null) return null;
  return { transactionId: order.transaction_id, slug: paying.slug };
}

/** Downloads invoices, one at a time. */
function useInvoices(): InvoiceFetching {
  const api = useApi();
  const [fetching, setFetching] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const fetchInvoice = async (orderCode: string) => {
    setFetching(orderCode);
    setFailed(null);
    const answer = await api.file(invoicePdf, { params: { orderCode } });
    setFetching(null);
    if (answer.ok) saveFile(answer.value, `invoice-${orderCode}.pdf`);
    else setFailed(orderCode);
  };
  return { fetching, failed, fetch: (orderCode) => void fetchInvoice(orderCode) };
}

/** /transaction-history (§2.380). */
export default function TransactionHistoryScreen() {
  const t = useText();
  const [filter, setFilter] = useState<HistoryFilter>('all');
  const [chosenPage, setPage] = useState<number | null>(null);
  const marked = useRootSelector(selectMarked);
  const paying = useRootSelector(selectPaying);
  const { data, isError, refetch } = usePurchaseHistory();
  const invoice = useInvoices();

  // A link to an order opens the page that lists it.
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
        payment={runningPayment(data ?? [], paying)}
        invoice={invoice}
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
