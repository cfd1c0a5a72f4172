import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Download from 'lucide-react/icons/download';
import FileCode from 'lucide-react/icons/file-code';
import FileDown from 'lucide-react/icons/file-down';
import MapPin from 'lucide-react/icons/map-pin';
import Printer from 'lucide-react/icons/printer';
import Share2 from 'lucide-react/icons/share-2';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ETicket } from '../../../contract/ticket/tickets.ts';
import { Logo } from '../../app/header/logo.tsx';
import { ReaderTime } from '../../app/reader-time.tsx';
import { InAppNote } from '../../app/shell/in-app-note.tsx';
import { useWhen } from '../../app/when.ts';
import { DemoPart } from '../../sample/demo-part.tsx';
import { type Translate, useText, Words } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Picture } from '../../ui/picture.tsx';
import { TicketCard } from '../../ui/ticket-card.tsx';
import { useWakeLock } from '../../ui/use-wake-lock.ts';
import { mapsLink } from '../event/maps-link.ts';
import { LaterLine } from '../later-forms/later-line.tsx';
import styles from './e-ticket.module.css';
import { TicketCode } from './ticket-code.tsx';
import type { TicketFiles } from './ticket-files.ts';

interface ETicketViewProps {
  readonly ticket: ETicket;
  readonly files: TicketFiles;
  /** Null while the date is to be announced. */
  readonly onCalendar: (() => void) | null;
  /** The sample ticket: it cannot be scanned, printed or saved (§2.363). */
  readonly isSample?: boolean;
  /** The way to give the ticket to another person, where the reader can. */
  readonly giving?: ReactNode;
}

const defaultLogo = '/media/default-logo.svg';

/** Titles the document with the ticket's file name while printing: browsers suggest it for a PDF. */
function PrintTitle({ ticketCode }: { readonly ticketCode: string }) {
  const title = `ticket-${ticketCode}`;
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // At once, because the browser reads the title when the handler returns.
    const start = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting && <title>{title}</title>;
}

/** The terms of a ticket whose event has none of its own; its limit is the event's (§2.366). */
function usualTerms(t: Translate, maxTickets: number | undefined): readonly string[] {
  return [
    t('eticket.term.id'),
    t('eticket.term.tax'),
    maxTickets === undefined
      ? t('eticket.term.limit')
      : t('eticket.term.limitOwn', { n: maxTickets }),
    t('eticket.term.letter'),
  ];
}

interface DetailProps {
  readonly label: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

function Detail({ label, wide = false, children }: DetailProps) {
  return (
    <div className={classNames(styles.detail, wide && styles.wide)}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** One button for one wish; the ways to keep a ticket open below it (§2.365). */
function SaveButton({
  files,
  isSample,
}: {
  readonly files: TicketFiles;
  readonly isSample: boolean;
}) {
  const { fetching, onPrint, onSave } = files;
  const t = useText();
  const list = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.saving}>
      <Button
        block
        icon={<Download />}
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('eticket.save')}
      </Button>
      <div id={list} className={styles.files} hidden={!isOpen}>
        <Button
          variant="secondary"
          icon={<FileDown />}
          busy={fetching === 'pdf'}
          disabled={isSample}
          onClick={() => onSave('pdf')}
        >
          {t('eticket.savePdf')}
        </Button>
        <Button variant="secondary" icon={<Printer />} disabled={isSample} onClick={onPrint}>
          <Words of="eticket.print" />
        </Button>
        <Button
          variant="secondary"
          icon={<FileCode />}
          busy={fetching === 'html'}
          disabled={isSample}
          onClick={() => onSave('html')}
        >
          <Words of="eticket.download" />
        </Button>
        <p className={styles.filesHint}>{t('eticket.filesHint')}</p>
      </div>
    </div>
  );
}

/** Buttons for a ticket. */
function Actions(props: ETicketViewProps) {
  const { ticket, files, onCalendar, isSample = false, giving = null } = props;
  const { fetching, failed, isReady, onShare } = files;
  const t = useText();
  return (
    <div className={styles.aside} data-print="hide">
      <LaterLine orderCode={ticket.order_id} state={ticket.later_forms} />
      <div className={styles.actions}>
        <SaveButton files={files} isSample={isSample} />
        <InAppNote />
        {onShare !== null && (
          <Button
            variant="secondary"
            icon={<Share2 />}
            busy={fetching === 'share'}
            disabled={isSample}
            onClick={onShare}
          >
            {t('eticket.share')}
          </Button>
        )}
        {onCalendar !== null && (
          <Button variant="secondary" icon={<CalendarPlus />} onClick={onCalendar}>
            {t('eticket.calendar')}
          </Button>
        )}
        <ButtonLink
          variant="secondary"
          icon={<MapPin />}
          href={mapsLink({
            name: ticket.venue_name,
            location: ticket.venue_address ?? null,
          })}
        >
          {t('eticket.map')}
        </ButtonLink>
      </div>
      {failed !== null && (
        <Alert tone="danger">
          <Words of={failed === 'pdf' ? 'eticket.pdfFailed' : 'tickets.downloadFailed'} />
        </Alert>
      )}
      {isReady && <Alert tone="info">{t('eticket.shareAgain')}</Alert>}
      {giving}
    </div>
  );
}

/** One ticket as it is shown at the gate, on screen and on paper (§2.360). */
export function ETicketView(props: ETicketViewProps) {
  const { ticket, isSample = false } = props;
  const t = useText();
  useWakeLock();
  const when = useWhen()(ticket.event_date);
  const organizer = ticket.organizer_name || t('card.organizer');
  return (
    <div className={styles.layout}>
      <PrintTitle ticketCode={ticket.ticket_code} />
      <div className={styles.paper}>
        <div className={styles.letterhead} aria-hidden="true">
          <Logo className={styles.mark} />
          <span>{t('eticket.title')}</span>
        </div>
        <TicketCard
          category={ticket.category_name}
          heading={<h2 className={styles.event}>{ticket.event_name}</h2>}
          by={
            <p className={styles.organizer}>
              <Picture
                src={ticket.organizer_logo ?? defaultLogo}
                alt=""
                id={organizer}
                width={28}
                height={28}
                fallback={defaultLogo}
                eager
              />
              <span>{organizer}</span>
            </p>
          }
          colours={ticket.colours}
          className={styles.ticket}
        >
          <TicketCode
            value={isSample ? '' : ticket.qr_code || ticket.ticket_code}
            text={ticket.ticket_code}
          />
          <dl className={styles.details}>
            <Detail label={t('eticket.holder')} wide>
              {ticket.holder_name}
            </Detail>
            <Detail label={t('eticket.date')} wide>
              {when.date}
            </Detail>
            <Detail label={t('eticket.time')}>
              {when.time}
              <ReaderTime datetime={ticket.event_date} />
            </Detail>
            {ticket.seat_number && <Detail label={t('eticket.seat')}>{ticket.seat_number}</Detail>}
            {ticket.standing === true && (
              <Detail label={t('eticket.seat')}>{t('eticket.standing')}</Detail>
            )}
            <Detail label={t('eticket.venue')} wide>
              {ticket.venue_name}
              {ticket.venue_address !== undefined && (
                <span className={styles.address}>{ticket.venue_address}</span>
              )}
            </Detail>
            <Detail label={t('eticket.category')}>{ticket.category_name}</Detail>
            <Detail label={t('eticket.order')}>{ticket.order_id}</Detail>
            <Detail label={t('eticket.organizer')} wide>
              {organizer}
            </Detail>
          </dl>
          <footer className={styles.terms}>
            <h3>{t('eticket.terms')}</h3>
            <ul>
              {(ticket.terms ?? usualTerms(t, ticket.max_tickets)).map((term) => (
                <li key={term}>{term}</li>
              ))}
            </ul>
          </footer>
          <DemoPart place="ticket" />
        </TicketCard>
      </div>
      <Actions {...props} />
    </div>
  );
}
