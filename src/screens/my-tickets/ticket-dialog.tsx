import TicketIcon from 'lucide-react/icons/ticket';
import type { PosterColours } from '../../../contract/picture/poster-colours.ts';
import type { IssuedTicket, OrderSummary } from '../../../contract/ticket/tickets.ts';
import { useText } from '../../text/translate.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Sheet } from '../../ui/navigation/dialog.tsx';
import { AllTicketsButton } from '../e-ticket/all-tickets-button.tsx';
import styles from './ticket-dialog.module.css';
import { TicketRow } from './ticket-row.tsx';

interface TicketDialogProps {
  readonly order: OrderSummary;
  readonly status: 'loading' | 'failed' | 'ready';
  readonly tickets: readonly IssuedTicket[];
  readonly colours: PosterColours | null | undefined;
  readonly onClose: () => void;
  readonly onRetry: () => void;
}

/** The tickets of one order with their QR codes (§2.344). */
export function TicketDialog(props: TicketDialogProps) {
  const { order, status, tickets, colours, onClose, onRetry } = props;
  const t = useText();
  const { name, venue_name: venue, datetime } = order;
  return (
    <Sheet open onClose={onClose} title={name} size="m">
      {status === 'loading' && (
        <Loading text={t('tickets.loading')} hideText>
          <Skeleton shape="block" className={styles.skeleton} />
        </Loading>
      )}
      {status === 'failed' && <RetryAlert onRetry={onRetry}>{t('tickets.loadFailed')}</RetryAlert>}
      {status === 'ready' && tickets.length === 0 && (
        <EmptyState level={3} icon={<TicketIcon />} title={t('tickets.none')} />
      )}
      {status === 'ready' && tickets.length > 0 && (
        <TicketRow tickets={tickets} event={{ name, venue, datetime, colours }} />
      )}
      {tickets.length > 1 && <AllTicketsButton slug={order.event_slug} order={order.order_id} />}
    </Sheet>
  );
}
