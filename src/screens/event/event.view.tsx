import CalendarDays from 'lucide-react/icons/calendar-days';
import Clock from 'lucide-react/icons/clock';
import MapPin from 'lucide-react/icons/map-pin';
import Tag from 'lucide-react/icons/tag';
import { type ReactNode, useId } from 'react';
import type { EventDetail, Show } from '../../../contract/catalogue.ts';
import { Price, PricesWith } from '../../app/flows/price.tsx';
import { SaleBadge, SaleNote } from '../../app/flows/sale-note.tsx';
import { placeLine } from '../../app/place-line.ts';
import { ReaderTime } from '../../app/reader-time.tsx';
import type { SaleNow } from '../../app/reads/use-sale.ts';
import { useWhen } from '../../app/when.ts';
import { isSample } from '../../sample/mark.ts';
import { SampleBadge } from '../../sample/sample-badge.tsx';
import { longMoment, parseInstant, zoneOf } from '../../text/format.ts';
import { useLocale, useText, Words } from '../../text/translate.ts';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Picture } from '../../ui/picture.tsx';
import { PolicyLines } from '../order-summary/refund-policy.tsx';
import { Enlargeable } from './enlargeable.tsx';
import styles from './event.module.css';
import { type EventTab, EventTabs } from './event-tabs.tsx';
import { Facilities } from './facilities.tsx';
import { OrganiserHtml } from './html/organiser-html.tsx';
import { LongText } from './long-text.tsx';
import { NextStep } from './next-step.tsx';
import { Schedule } from './prices/schedule.tsx';
import { ShowPrices } from './prices/show-prices.tsx';
import { VenueMap } from './venue-map.tsx';

const defaultLogo = '/media/default-logo.svg';

interface EventViewProps {
  readonly event: EventDetail;
  readonly shows?: readonly Show[];
  /** The show that the buyer chose on the page; null for the one that the page presents. */
  readonly picked?: Show | null;
  readonly sale: SaleNow;
  readonly canBuy: boolean;
  /** Another show of the series sells, or the waiting list offers tickets: the choice opens although the page is off sale. */
  readonly isOtherOnSale?: boolean;
  readonly busy: boolean;
  readonly onBuy: () => void;
  readonly onPick?: (show: Show) => void;
  readonly onReadAgain?: () => void;
  /** The waiting list of what is sold out. */
  readonly waiting?: ReactNode;
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
        src={event.organizer.logo}
        fallback={defaultLogo}
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

function Information({ event }: { readonly event: EventDetail }) {
  const t = useText();
  const items: readonly EventTab[] = [
    {
      id: 'about',
      name: 'event.about',
      content: event.about ? <OrganiserHtml html={event.about} /> : <p>{t('event.noAbout')}</p>,
    },
    {
      id: 'facility',
      name: 'event.facility',
      content: <Facilities facilities={event.facilities} />,
    },
    {
      id: 'terms',
      name: 'event.terms',
      content: (
        <>
          {event.refundPolicy !== undefined && event.lowestPrice > 0 && (
            <section className="stack gap-1">
              <h3>{t('policy.title')}</h3>
              <PolicyLines policy={event.refundPolicy} />
            </section>
          )}
          <LongText of="event.terms" html={event.TNC} />
        </>
      ),
    },
    {
      id: 'privacy',
      name: 'event.privacy',
      content: <LongText of="event.privacy" html={event.privacyPolicy} />,
    },
  ];
  return <EventTabs items={items} />;
}

/** One event in full (§2.130). */
export function EventView({
  event,
  shows = [],
  picked = null,
  sale,
  canBuy,
  isOtherOnSale = false,
  busy,
  onBuy,
  onPick = () => {},
  onReadAgain = () => {},
  waiting,
}: EventViewProps) {
  const t = useText();
  const [locale] = useLocale();
  const date = picked?.starts_at ?? event.eventDate;
  const when = useWhen()(date);
  const chosen = picked ?? shows.find((show) => show.starts_at === date) ?? shows[0];
  const moved = parseInstant((picked === null && event.previousDate) || '');
  const price = (
    <PricesWith rules={event.priceRules}>
      <Price amount={picked?.price ?? event.lowestPrice} zeroText={t('common.free')} />
    </PricesWith>
  );
  const until = parseInstant((picked === null && event.lowestPriceUntil) || '');
  const { name, city, address } = event.venue;
  const sampleNote = useId();
  const saleNote = useId();
  // A sample event is never sold (§2.58).
  const isOff = isSample(event.id);
  const isNoted = sale.off !== null || sale.isPresale || sale.isWaitingRoom;
  const next = {
    event,
    sale,
    isSample: isOff,
    canBuy,
    isOtherOnSale,
    busy,
    describedBy: isOff ? sampleNote : isNoted ? saleNote : undefined,
    onBuy,
    onReadAgain,
  };
  return (
    <div className={`page ${styles.page}`}>
      <Enlargeable
        src={event.banner}
        id={event.id}
        width={1280}
        height={720}
        label={t('event.enlargeBanner')}
        title={event.name}
        alt={event.name}
        eager
        className={styles.banner}
        imageClassName={styles.bannerImage}
      />
      <aside className={styles.side}>
        <Card padding="l" className={styles.sideCard ?? ''}>
          <h1 className={styles.name}>{event.name}</h1>
          {isOff && (
            <Alert tone="warning" live="off" title={t('sample.label')} id={sampleNote}>
              {t('event.sample')}
            </Alert>
          )}
          {!isOff && <SaleNote sale={sale} id={saleNote} />}
          {!isOff && waiting}
          <Organizer event={event} />
          <dl className={styles.facts}>
            <Fact icon={<CalendarDays />} label={t('event.date')}>
              {when.date}{' '}
              {moved !== null && (
                <span className={styles.small}>
                  {t('event.movedFrom', {
                    when: longMoment(moved, locale, zoneOf(event.previousDate ?? '')),
                  })}
                </span>
              )}
            </Fact>
            <Fact icon={<Clock />} label={t('event.time')}>
              {when.time} <ReaderTime datetime={date} />
            </Fact>
            <Fact icon={<MapPin />} label={t('event.venue')}>
              {placeLine(name, city)}
              {address !== undefined && (
                <span className={styles.address}>
                  {city !== undefined && address.endsWith(`, ${city}`)
                    ? address.slice(0, -city.length - 2)
                    : address}
                </span>
              )}
            </Fact>
            <Fact icon={<Tag />} label={t('event.type')}>
              {event.eventType || t('event.defaultType')}
            </Fact>
          </dl>
          <div className={styles.buy}>
            <p className={styles.price}>
              <Words of="event.startingFrom" />
              {price}
            </p>
            {until !== null && (
              <p className={styles.small}>
                {t('event.priceUntil', {
                  when: longMoment(until, locale, zoneOf(event.lowestPriceUntil ?? '')),
                })}
              </p>
            )}
            <NextStep {...next} block />
          </div>
        </Card>
      </aside>
      <div className={styles.content}>
        <PricesWith rules={event.priceRules}>
          {shows.length > 1 && chosen !== undefined && (
            <Schedule shows={shows} chosen={chosen} onChoose={onPick} />
          )}
          {chosen !== undefined && (
            <ShowPrices
              show={chosen}
              when={shows.length > 1 ? `${when.date}, ${when.time}` : null}
            />
          )}
        </PricesWith>
        <Information event={event} />
        {event.layout !== null && (
          <section className={styles.block}>
            <h2>{t('event.seatMap')}</h2>
            <Enlargeable
              src={event.layout}
              id={`${event.id}-map`}
              width={960}
              height={720}
              label={t('event.enlargeMap')}
              title={t('event.seatMap')}
              alt={`${t('event.seatMap')} ${event.name}`}
              detailed
              className={styles.map}
              imageClassName={styles.mapImage}
            />
          </section>
        )}
        <section className={styles.block}>
          <h2>{t('event.venue')}</h2>
          <VenueMap venue={event.venue} />
        </section>
      </div>
      <div className={styles.bar} data-print="hide">
        <div className={styles.barFacts}>
          <p className={styles.price}>
            <Words of="event.startingFrom" />
            {price}
          </p>
          {!isOff && sale.off !== null && <SaleBadge off={sale.off} />}
        </div>
        <SampleBadge id={event.id} />
        <NextStep {...next} />
      </div>
    </div>
  );
}
