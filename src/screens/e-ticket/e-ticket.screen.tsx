import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import { type ETicket, eTicketHtml, ticketPdf } from '../../../contract/tickets.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useRootSelector } from '../../app/actor-context.tsx';
import { useApi } from '../../app/api-context.ts';
import { usePageTitle } from '../../app/page-title.ts';
import { useETicket } from '../../app/ticket-queries.ts';
import { saveFile } from '../../effects/save-file.ts';
import { parseInstant } from '../../text/format.ts';
import { useText, Words } from '../../text/translate.ts';
import { Link } from '../../ui/link.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { saveCalendar } from '../payment/save-calendar.ts';
import styles from './e-ticket.module.css';
import { ETicketView, type TicketFile } from './e-ticket.view.tsx';

const selectKnown = ({ context }: SnapshotFrom<typeof rootMachine>) => context.auth !== 'checking';

/** Fetches a ticket as a file and hands it to the reader. */
function useTicketFiles(id: string, code: string) {
  const api = useApi();
  const [fetching, setFetching] = useState<TicketFile | null>(null);
  const [failed, setFailed] = useState(false);

  const fetchFile = async (file: TicketFile) => {
    setFetching(file);
    setFailed(false);
    const call = file === 'pdf' ? ticketPdf : eTicketHtml;
    const answer = await api.file(call, { params: { id } });
    setFetching(null);
    if (answer.ok) saveFile(answer.value, `ticket-${code}.${file}`);
    else setFailed(true);
  };
  const share = async () => {
    setFailed(false);
    const answer = await api.file(ticketPdf, { params: { id } });
    if (!answer.ok) {
      setFailed(true);
      return;
    }
    const file = new File([answer.value], `ticket-${code}.pdf`, { type: 'application/pdf' });
    // Who closes the sheet without choosing has not failed.
    await navigator.share({ files: [file] }).catch(() => undefined);
  };
  return {
    fetching,
    failed,
    onSave: (file: TicketFile) => void fetchFile(file),
    onShare: canShareFiles() ? () => void share() : null,
  };
}

/** True where a file can be handed to another app: phones, mostly. */
function canShareFiles(): boolean {
  const probe = new File([], 'ticket.pdf', { type: 'application/pdf' });
  return navigator.canShare?.({ files: [probe] }) === true;
}

/** Puts the event of a ticket into the calendar of the reader; null while its date is to be announced. */
function toCalendar(ticket: ETicket, notes: string): (() => void) | null {
  const startsAt = parseInstant(ticket.event_date);
  if (startsAt === null) return null;
  return () => {
    const { hostname, origin } = window.location;
    saveCalendar(
      {
        uid: `${ticket.id}@${hostname}`,
        title: ticket.event_name,
        place: ticket.venue_name,
        notes,
        url: `${origin}/e-ticket/${ticket.id}`,
        startsAt,
      },
      `ticket-${ticket.ticket_code}`,
    );
  };
}

/** /e-ticket/{ticketId} (§2). Redirects nobody: whose ticket it is, the server decides (ruling 1.2-AN). */
export default function ETicketScreen() {
  const { ticketId = '' } = useParams();
  const t = useText();
  const known = useRootSelector(selectKnown);
  const isUnnamed = ticketId === '';
  const { data, isError } = useETicket(ticketId, known && !isUnnamed);
  const files = useTicketFiles(ticketId, data?.ticket.ticket_code ?? '');
  usePageTitle(t('title.eTicket'));
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.top}>
        <Link to="/my-tickets" className={styles.back}>
          <ArrowLeft aria-hidden="true" />
          {t('tickets.back')}
        </Link>
        <h1>{t('eticket.title')}</h1>
      </div>
      {(isError || isUnnamed) && (
        <p role="alert" className={styles.failed}>
          <Words of={isUnnamed ? 'eticket.noId' : 'eticket.failed'} />
        </p>
      )}
      {!isError && !isUnnamed && data === undefined && (
        <Loading
          text={t('eticket.loading')}
          lang={t.lang('eticket.loading')}
          className={styles.layout ?? ''}
        >
          <Skeleton shape="title" width="l" />
          <Skeleton shape="block" ratio="banner" />
          <Skeleton shape="block" ratio="banner" />
        </Loading>
      )}
      {!isError && data !== undefined && (
        <ETicketView
          ticket={data.ticket}
          {...files}
          onCalendar={toCalendar(data.ticket, `${t('eticket.order')} ${data.ticket.order_id}`)}
        />
      )}
    </div>
  );
}
