import { useQueryClient } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import { calendarUidOf } from '../../../contract/ticket/calendar-file.ts';
import type { ETicket } from '../../../contract/ticket/tickets.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { useRootSelector } from '../../app/actor-context.tsx';
import { placeLine } from '../../app/place-line.ts';
import { CallError, queryKeys, refusedStatus } from '../../app/reads/queries.ts';
import { useETicket } from '../../app/reads/ticket-queries.ts';
import { pathOf } from '../../app/routing/paths.ts';
import { KeptNote, KeptTicketsLink } from '../../app/shell/kept-note.tsx';
import { useSampleTicket } from '../../sample/sample-ticket.ts';
import { parseInstant, zoneOf } from '../../text/format.ts';
import { useText, Words } from '../../text/translate.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Link } from '../../ui/navigation/link.tsx';
import { saveCalendar } from '../payment/save-calendar.ts';
import styles from './e-ticket.module.css';
import { ETicketView } from './e-ticket.view.tsx';
import { GiveTicket } from './give-ticket.tsx';
import { useTicketFiles } from './ticket-files.ts';

const selectAnonymous = ({ context }: SnapshotFrom<typeof rootMachine>) =>
  context.auth === 'anonymous';
const selectVerified = ({ context }: SnapshotFrom<typeof rootMachine>) =>
  context.auth === 'verified';
const selectKnown = ({ context }: SnapshotFrom<typeof rootMachine>) => context.auth !== 'checking';

/** Saves the event of a ticket as a calendar file; null while its date is to be announced. */
function toCalendar(ticket: ETicket, notes: string): (() => void) | null {
  const startsAt = parseInstant(ticket.event_date);
  if (startsAt === null) return null;
  return () => {
    const { origin } = window.location;
    saveCalendar(
      {
        uid: calendarUidOf(ticket.order_id),
        sequence: ticket.calendar_sequence ?? 0,
        title: ticket.event_name,
        place: placeLine(ticket.venue_name, ticket.venue_address),
        notes,
        url: `${origin}/e-ticket/${ticket.id}`,
        startsAt,
        zone: zoneOf(ticket.event_date),
      },
      `ticket-${ticket.ticket_code}`,
    );
  };
}

/** True if the response holds no ticket. */
function isWithoutData(error: Error | null): boolean {
  const failure = error instanceof CallError ? error.failure : null;
  return failure?.kind === 'broken' && failure.status === 200;
}

/** Says why no ticket is shown, with a button to retry, or to sign in. */
function Trouble({ id, onRetry }: { readonly id: string; readonly onRetry: () => void }) {
  const t = useText();
  const isAnonymous = useRootSelector(selectAnonymous);
  const words = (
    <span className={styles.failed}>
      <Words of={id === '' ? 'eticket.noId' : 'eticket.failed'} />
    </span>
  );
  return (
    <div className={styles.trouble}>
      {id === '' ? (
        <Alert tone="danger">{words}</Alert>
      ) : (
        <RetryAlert onRetry={onRetry}>{words}</RetryAlert>
      )}
      {id !== '' && isAnonymous && (
        <ButtonLink
          to={pathOf({ name: 'login', returnTo: { name: 'e-ticket', ticketId: id } })}
          variant="secondary"
        >
          {t('eticket.signIn')}
        </ButtonLink>
      )}
      {id !== '' && <KeptTicketsLink />}
    </div>
  );
}

/** Takes the place of a ticket that another person has accepted meanwhile. */
function Given() {
  const t = useText();
  return (
    <div className={styles.trouble}>
      <Alert tone="info">{t('transfer.given')}</Alert>
      <ButtonLink to="/my-tickets" variant="secondary">
        {t('tickets.title')}
      </ButtonLink>
    </div>
  );
}

/** /e-ticket/{ticketId} (§2.360). Never redirects: the server decides who may read the ticket (§2.361). */
export default function ETicketScreen() {
  const { ticketId = '' } = useParams();
  const t = useText();
  const known = useRootSelector(selectKnown);
  const isVerified = useRootSelector(selectVerified);
  const queries = useQueryClient();
  const [givenId, setGivenId] = useState<string | null>(null);
  const isGiven = givenId === ticketId;
  const isUnnamed = ticketId === '';
  const { data, isError, error, keptAt, refetch } = useETicket(ticketId, known && !isUnnamed);
  // A shown ticket stays if a later read fails, but not if the server refuses it.
  const ticket = isError && refusedStatus(error) !== null ? undefined : data?.ticket;
  const sample = useSampleTicket(ticket === undefined && isWithoutData(error));
  const files = useTicketFiles(ticketId, ticket?.ticket_code ?? '');
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.top}>
        <Link to="/my-tickets" className={styles.back}>
          <ArrowLeft aria-hidden="true" />
          {t('tickets.back')}
        </Link>
        <h1>{t('eticket.title')}</h1>
      </div>
      <KeptNote keptAt={keptAt} />
      {ticket === undefined && !isError && !isUnnamed && (
        <Loading
          text={t('eticket.loading')}
          lang={t.lang('eticket.loading')}
          className={styles.layout ?? ''}
        >
          <Skeleton shape="block" ratio="banner" />
          <Skeleton shape="block" ratio="banner" />
        </Loading>
      )}
      {sample !== null && <ETicketView ticket={sample} files={files} onCalendar={null} isSample />}
      {ticket === undefined && sample === null && !isGiven && (isError || isUnnamed) && (
        <Trouble id={ticketId} onRetry={() => void refetch()} />
      )}
      {isGiven && <Given />}
      {ticket !== undefined && !isGiven && (
        <ETicketView
          ticket={ticket}
          files={files}
          onCalendar={toCalendar(ticket, `${t('eticket.order')} ${ticket.order_id}`)}
          giving={
            isVerified && (
              <GiveTicket
                ticket={ticket}
                onGiven={() => {
                  setGivenId(ticketId);
                  void queries.invalidateQueries({ queryKey: queryKeys.mine });
                }}
              />
            )
          }
        />
      )}
    </div>
  );
}
