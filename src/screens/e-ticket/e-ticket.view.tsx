import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Download from 'lucide-react/icons/download';
import MapPin from 'lucide-react/icons/map-pin';
import Printer from 'lucide-react/icons/printer';
import Share2 from 'lucide-react/icons/share-2';
import type { ReactNode } from 'react';
import type { ETicket } from '../../../contract/tickets.ts';
import { useWhen } from '../../app/when.ts';
import { DemoPart } from '../../sample/demo-part.tsx';
import { useText, Words } from '../../text/translate.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { mapsLink } from '../event/maps-link.ts';
import { useWakeLock } from '../payment/use-wake-lock.ts';
import styles from './e-ticket.module.css';

/** The two files a ticket comes as. */
export type TicketFile = 'pdf' | 'html';

interface ETicketViewProps {
  readonly ticket: ETicket;
  /** The file that is being fetched. */
  readonly fetching: TicketFile | null;
  /** A file could not be fetched. */
  readonly failed: boolean;
  readonly onSave: (file: TicketFile) => void;
  /** Hands the ticket on as a file; null where the browser cannot. */
  readonly onShare: (() => void) | null;
  /** Null while the date is to be announced. */
  readonly onCalendar: (() => void) | null;
}

const defaultLogo = '/media/default-logo.svg';

function Detail(props: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.detail}>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

/** One ticket as it is shown at the gate, on screen and on paper (§2). */
export function ETicketView(props: ETicketViewProps) {
  const { ticket, fetching, failed, onSave, onShare, onCalendar } = props;
  const t = useText();
  useWakeLock();
  const when = useWhen()(ticket.event_date);
  const organizer = ticket.organizer_name || t('card.organizer');
  return (
    <div className={styles.layout}>
      <div className={styles.actions} data-print="hide">
        <Button icon={<Printer />} busy={fetching === 'pdf'} onClick={() => onSave('pdf')}>
          <Words of="eticket.print" />
        </Button>
        <Button
          variant="secondary"
          icon={<Download />}
          busy={fetching === 'html'}
          onClick={() => onSave('html')}
        >
          <Words of="eticket.download" />
        </Button>
        {onShare !== null && (
          <Button variant="secondary" icon={<Share2 />} onClick={onShare}>
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
          href={mapsLink({ name: ticket.venue_name, location: null })}
        >
          {t('eticket.map')}
        </ButtonLink>
      </div>
      {failed && <Alert tone="danger">{t('tickets.downloadFailed')}</Alert>}
      <article className={styles.ticket}>
        <header className={styles.head}>
          <p className={styles.category}>{ticket.category_name}</p>
          <h2 className={styles.event}>{ticket.event_name}</h2>
          <p className={styles.organizer}>
            <Picture
              src={ticket.organizer_logo ?? defaultLogo}
              alt=""
              id={organizer}
              width={28}
              height={28}
            />
            {organizer}
          </p>
        </header>
        <div className={styles.code}>
          <QrCode
            value={ticket.qr_code || ticket.ticket_code}
            size={208}
            label={t('eticket.qr')}
            className={styles.qr ?? ''}
          />
          <p className={styles.ticketCode}>{ticket.ticket_code}</p>
          <p className={styles.hint}>{t('eticket.show')}</p>
        </div>
        <dl className={styles.details}>
          <Detail label={t('eticket.holder')}>{ticket.holder_name}</Detail>
          {ticket.seat_number && <Detail label={t('eticket.seat')}>{ticket.seat_number}</Detail>}
          <Detail label={t('eticket.date')}>{when.date}</Detail>
          <Detail label={t('eticket.time')}>{when.time}</Detail>
          <Detail label={t('eticket.venue')}>{ticket.venue_name}</Detail>
          <Detail label={t('eticket.category')}>{ticket.category_name}</Detail>
          <Detail label={t('eticket.order')}>{ticket.order_id}</Detail>
          <Detail label={t('eticket.organizer')}>{organizer}</Detail>
        </dl>
        <footer className={styles.terms}>
          <h3>{t('eticket.terms')}</h3>
          <ul>
            <li>{t('eticket.term.id')}</li>
            <li>{t('eticket.term.tax')}</li>
            <li>{t('eticket.term.limit')}</li>
            <li>{t('eticket.term.letter')}</li>
          </ul>
        </footer>
        <DemoPart place="ticket" />
      </article>
    </div>
  );
}
