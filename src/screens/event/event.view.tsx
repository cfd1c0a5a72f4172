import CalendarDays from 'lucide-react/icons/calendar-days';
import Clock from 'lucide-react/icons/clock';
import MapPin from 'lucide-react/icons/map-pin';
import Tag from 'lucide-react/icons/tag';
import { type ReactNode, useId } from 'react';
import type { EventDetail } from '../../../contract/catalogue.ts';
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
import { Button } from '../../ui/button.tsx';
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
import { SaleReminder } from './sale-reminder.tsx';
import { VenueMap } from './venue-map.tsx';

const defaultLogo = '/media/default-logo.svg';

interface EventViewProps {
  readonly event: EventDetail;
  readonly sale: SaleNow;
  readonly canBuy: boolean;
  /** Another show of the series sells, or the waiting list offers tickets: the choice opens although the page is off sale. */
  readonly isOtherOnSale?: boolean;
  readonly busy: boolean;
  readonly onBuy: () => void;
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
  sale,
  canBuy,
  isOtherOnSale = false,
  busy,
  onBuy,
  waiting,
}: EventViewProps) {
  const t = useText();
  const [locale] = useLocale();
  const when = useWhen()(event.eventDate);
  const moved = parseInstant(event.previousDate ?? '');
  const price = (
    <PricesWith rules={event.priceRules}>
      <Price amount={event.lowestPrice} zeroText={t('common.free')} />
    </PricesWith>
  );
  const until = parseInstant(event.lowestPriceUntil ?? '');
  const { name, city, address } = event.venue;
  const sampleNote = useId();
  const saleNote = useId();
  // A sample event is never sold (§2.58).
  const isOff = isSample(event.id);
  const buy = {
    disabled: !canBuy || isOff || (sale.off !== null && !isOtherOnSale),
    busy,
    onClick: onBuy,
    ...(isOff
      ? { 'aria-describedby': sampleNote }
      : (sale.off !== null || sale.isPresale || sale.isWaitingRoom) && {
          'aria-describedby': saleNote,
        }),
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
          {!isOff && (
            <SaleNote
              sale={sale}
              id={saleNote}
              reminder={<SaleReminder event={event} at={sale.at} />}
            />
          )}
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
              {when.time} <ReaderTime datetime={event.eventDate} />
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
            <Button size="l" block lang={t.lang('event.buyNow')} {...buy}>
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
        <Button size="l" lang={t.lang('event.buyNow')} {...buy}>
          {t('event.buyNow')}
        </Button>
      </div>
    </div>
  );
}
