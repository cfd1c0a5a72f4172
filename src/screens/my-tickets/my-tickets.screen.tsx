import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderSummary } from '../../../contract/ticket/tickets.ts';
import { queryKeys, useAccountId } from '../../app/reads/queries.ts';
import {
  useEventTickets,
  useIsResponseLate,
  useMyTickets,
} from '../../app/reads/ticket-queries.ts';
import { AccountLayout } from '../../app/shell/account-layout.tsx';
import { KeptNote, KeptTicketsLink } from '../../app/shell/kept-note.tsx';
import { serverNow } from '../../effects/http/server-time.ts';
import { useText } from '../../text/translate.ts';
import { MyTicketsView, type TicketTab } from './my-tickets.view.tsx';
import { ticketsOf } from './order-tickets.ts';
import { TicketDialog } from './ticket-dialog.tsx';

function statusOf(query: { readonly data: unknown; readonly isError: boolean }) {
  if (query.data !== undefined) return 'ready';
  return query.isError ? 'failed' : 'loading';
}

/** /my-tickets (§2.340). */
export default function MyTicketsScreen() {
  const t = useText();
  const [tab, setTab] = useState<TicketTab>('active');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<OrderSummary | null>(null);
  const orders = useMyTickets();
  const isLate = useIsResponseLate();
  const tickets = useEventTickets(open?.event_slug ?? null);
  const queries = useQueryClient();
  const user = useAccountId() ?? '';

  // The cached tickets of this event may be older than this order.
  const openTickets = (order: OrderSummary) => {
    void queries.invalidateQueries({ queryKey: queryKeys.eventTickets(user, order.event_slug) });
    setOpen(order);
  };
  const shown = open === null ? [] : ticketsOf(open, tickets.data?.data ?? []);
  return (
    <AccountLayout title={t('tickets.title')}>
      <KeptNote keptAt={orders.keptAt} />
      {orders.data === undefined && (orders.isError || isLate) && <KeptTicketsLink />}
      <MyTicketsView
        status={statusOf(orders)}
        orders={orders.data ?? []}
        tab={tab}
        page={page}
        now={serverNow()}
        onTab={(next) => {
          setTab(next);
          setPage(1);
        }}
        onPage={setPage}
        onOpen={openTickets}
        onRetry={() => void orders.refetch()}
      />
      {open !== null && (
        <TicketDialog
          order={open}
          status={shown.length === 0 && tickets.isFetching ? 'loading' : statusOf(tickets)}
          tickets={shown}
          colours={tickets.data?.colours}
          onClose={() => setOpen(null)}
          onRetry={() => void tickets.refetch()}
        />
      )}
    </AccountLayout>
  );
}
