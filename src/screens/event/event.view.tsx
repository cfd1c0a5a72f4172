import CalendarDays from 'lucide-react/icons/calendar-days';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import MapPin from 'lucide-react/icons/map-pin';
import Tag from 'lucide-react/icons/tag';
import { type ReactNode, useState } from 'react';
import type { EventDetail } from '../../../contract/catalogue.ts';
import { useWhen } from '../../app/when.ts';
import { useText } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { Picture } from '../../ui/picture.tsx';
import { type TabItem, Tabs } from '../../ui/tabs.tsx';
import styles from './event.module.css';
import { mapsLink } from './maps-link.ts';
import { OrganiserHtml } from './organiser-html.tsx';

const defaultLogo = '/media/default-logo.svg';

interface EventViewProps {
  readonly event: EventDetail;
  readonly canBuy: boolean;
  readonly busy: boolean;
  readonly onBuy: () => void;
}

function Fact(props: {
  readonly icon: ReactNode;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.fact}>
      <dt>
        <span className={styles.factIcon} aria-hidden="true">
          {props.icon}
        </span>
        {props.label}
      </dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function Organizer({ event }: { readonly event: EventDetail }) {
  const t = useText();
  const name = event.organizer.name || t('card.organizer');
  return (
    <div className={styles.organizer}>
      <Picture
        src={event.organizer.logo ?? defaultLogo}
        alt=""
        id={name}
        width={48}
        height={48}
        className={styles.logo}
      />
      <div>
        <p className={styles.small}>{t('event.organizer')}</p>
        <p className={styles.organizerName}>{name}</p>
      </div>
    </div>
  );
}

/** A picture that opens large. */
function Enlargeable(props: {
  readonly label: string;
  readonly title: string;
  readonly picture: (size: 'small' | 'large') => ReactNode;
  readonly className: string | undefined;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={props.label}
        className={props.className}
        onClick={() => setOpen(true)}
      >
        {props.picture('small')}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={props.title} size="l">
        {props.picture('large')}
      </Dialog>
    </>
  );
}

function Information({ event }: { readonly event: EventDetail }) {
  const t = useText();
  const [tab, setTab] = useState('about');
  const items: readonly TabItem[] = [
    {
      id: 'about',
      label: t('event.about'),
      lang: 'en',
      content: event.about ? <OrganiserHtml html={event.about} /> : <p>{t('event.noAbout')}</p>,
    },
    {
      id: 'facility',
      label: t('event.facility'),
      lang: 'en',
      content:
        event.facilities.length === 0 ? (
          <p>{t('event.noFacilities')}</p>
        ) : (
          <ul className={styles.facilities}>
            {event.facilities.map((facility) => (
              <li key={facility.name}>
                <Check aria-hidden="true" />
                {facility.name}
              </li>
            ))}
          </ul>
        ),
    },
    {
      id: 'terms',
      label: t('event.terms'),
      lang: 'en',
      content: <OrganiserHtml html={event.TNC} />,
    },
    {
      id: 'privacy',
      label: t('event.privacy'),
      lang: 'en',
      content: <OrganiserHtml html={event.privacyPolicy} />,
    },
  ];
  return <Tabs label={t('event.tabs')} items={items} value={tab} onChange={setTab} />;
}

/** One event in full (§2). */
export function EventView({ event, canBuy, busy, onBuy }: EventViewProps) {
  const t = useText();
  const when = useWhen()(event.eventDate);
  const price = <Money amount={event.lowestPrice} zeroText={t('common.free')} />;
  return (
    <div className={`page ${styles.page}`}>
      <Enlargeable
        label={t('event.enlargeBanner')}
        title={event.name}
        className={styles.banner}
        picture={(size) => (
          <Picture
            src={event.banner}
            alt={size === 'large' ? event.name : ''}
            id={event.id}
            width={1280}
            height={720}
            eager
            className={size === 'small' ? styles.bannerImage : styles.large}
          />
        )}
      />
      <aside className={styles.side}>
        <Card padding="l" className={styles.sideCard ?? ''}>
          <h1 className={styles.name}>{event.name}</h1>
          <Organizer event={event} />
          <dl className={styles.facts}>
            <Fact icon={<Tag />} label={t('event.type')}>
              {event.eventType || t('event.defaultType')}
            </Fact>
            <Fact icon={<CalendarDays />} label={t('event.date')}>
              {when.date}
            </Fact>
            <Fact icon={<Clock />} label={t('event.time')}>
              {when.time}
            </Fact>
            <Fact icon={<MapPin />} label={t('event.venue')}>
              {event.venue.name}
            </Fact>
          </dl>
          <div className={styles.buy}>
            <p className={styles.price}>
              <span lang="en">{t('event.startingFrom')}</span>
              {price}
            </p>
            <Button size="l" block disabled={!canBuy} busy={busy} onClick={onBuy}>
              {t('event.buyNow')}
            </Button>
          </div>
        </Card>
      </aside>
      <div className={styles.content}>
        <Information event={event} />
        {event.layout !== null && (
          <section className={styles.block}>
            <h2>{t('event.seatMap')}</h2>
            <Enlargeable
              label={t('event.enlargeMap')}
              title={t('event.seatMap')}
              className={styles.map}
              picture={(size) => (
                <Picture
                  src={event.layout}
                  alt={size === 'large' ? `${t('event.seatMap')} ${event.name}` : ''}
                  id={`${event.id}-map`}
                  width={960}
                  height={720}
                  className={size === 'small' ? styles.mapImage : styles.large}
                />
              )}
            />
          </section>
        )}
        <section className={styles.block}>
          <h2 lang="en">{t('event.venue')}</h2>
          <div className={styles.venue}>
            <p>
              <MapPin aria-hidden="true" />
              <strong>{event.venue.name}</strong>
            </p>
            <ButtonLink href={mapsLink(event.venue)} variant="secondary">
              {t('event.openMaps')}
            </ButtonLink>
          </div>
        </section>
      </div>
      <div className={styles.bar} data-print="hide">
        <p className={styles.price}>
          <span lang="en">{t('event.startingFrom')}</span>
          {price}
        </p>
        <Button size="l" disabled={!canBuy} busy={busy} onClick={onBuy}>
          {t('event.buyNow')}
        </Button>
      </div>
    </div>
  );
}
