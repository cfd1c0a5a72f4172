import { useState } from 'react';
import type { OrderSummary } from '../../../contract/tickets.ts';
import { AccountLayout } from '../../app/account-layout.tsx';
import { usePageTitle } from '../../app/page-title.ts';
import { useEventTickets, useMyTickets } from '../../app/ticket-queries.ts';
import { useText } from '../../text/translate.ts';
import { MyTicketsView, type TicketTab } from './my-tickets.view.tsx';
import { TicketDialog } from './ticket-dialog.tsx';

function statusOf(query: { readonly data: unknown; readonly isError: boolean }) {
  if (query.data !== undefined) return 'ready';
  return query.isError ? 'failed' : 'loading';
}

/** /my-tickets (§2). */
export default function MyTicketsScreen() {
  const t = useText();
  usePageTitle(t('title.tickets'));
  const [tab, setTab] = useState<TicketTab>('active');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<OrderSummary | null>(null);
  const orders = useMyTickets();
  const tickets = useEventTickets(open?.event_slug ?? null);
  return (
    <AccountLayout title={t('tickets.title')}>
      <MyTicketsView
        status={statusOf(orders)}
        orders={orders.data ?? []}
        tab={tab}
        page={page}
        now={Date.now()}
        onTab={(next) => {
          setTab(next);
          setPage(1);
        }}
        onPage={setPage}
        onOpen={setOpen}
        onRetry={() => void orders.refetch()}
      />
      {open !== null && (
        <TicketDialog
          order={open}
          status={statusOf(tickets)}
          tickets={tickets.data?.data ?? []}
          onClose={() => setOpen(null)}
          onRetry={() => void tickets.refetch()}
        />
      )}
    </AccountLayout>
  );
}
