import type { EventSummary } from '../../../contract/catalogue.ts';
import { Beside } from '../../app/flows/beside.tsx';
import { EventFacts } from '../../app/flows/event-facts.tsx';
import { SaleBadge, SaleLine } from '../../app/flows/sale-note.tsx';
import { placeLine } from '../../app/place-line.ts';
import { offSale } from '../../app/reads/use-sale.ts';
import { pathOf } from '../../app/routing/paths.ts';
import { takePosterAlong } from '../../app/routing/poster-transition.ts';
import { SampleBadge } from '../../sample/sample-badge.tsx';
import { useText, Words } from '../../text/translate.ts';
import { classNames } from '../../ui/class-names.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Money } from '../../ui/money.tsx';
import { Link } from '../../ui/navigation/link.tsx';
import { Picture } from '../../ui/picture.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import footStyles from './card-foot.module.css';
import styles from './event-card.module.css';

/** Layout of an event in a list. */
export type CardVariant = 'star' | 'featured' | 'promo' | 'upcoming' | 'result';

const defaultLogo = '/media/default-logo.svg';

/** A name of more than two words, cut to two and an ellipsis (§2.52). */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.length > 2 ? `${words.slice(0, 2).join(' ')}…` : name;
}

interface EventCardProps {
  readonly event: EventSummary;
  readonly variant: CardVariant;
  /** Above the fold: the poster is fetched at once. */
  readonly eager?: boolean;
  readonly level?: 2 | 3;
}

/** An event in a list: one link covers the whole card (§2.51). */
export function EventCard({ event, variant, eager = false, level = 3 }: EventCardProps) {
  const t = useText();
  const organizer = event.organizer?.name || t('card.organizer');
  const Heading = `h${level}` as const;
  const off = offSale(event.sale);
  return (
    <article className={classNames(styles.card, styles[variant])}>
      <div className={styles.poster}>
        <Picture
          src={event.image}
          alt=""
          id={event.id}
          width={640}
          height={360}
          eager={eager}
          className={styles.image}
        />
        <SampleBadge id={event.id} corner />
        {off !== null && <SaleBadge off={off} corner />}
        {variant === 'promo' && off === null && (
          <Badge tone="warning" className={styles.promoBadge ?? ''}>
            {t('home.promoBadge')}
          </Badge>
        )}
      </div>
      <div className={styles.body}>
        <Heading className={styles.title}>{event.title}</Heading>
        <EventFacts
          datetime={event.datetime}
          venue={placeLine(event.venue, event.is_online ? null : event.city)}
          className={styles.facts}
        />
        {off !== null && <SaleLine off={off} at={event.sale?.at ?? null} />}
        <p className={styles.organizer}>
          <Picture
            src={event.organizer?.logo}
            fallback={defaultLogo}
            alt=""
            id={organizer}
            width={24}
            height={24}
            className={styles.logo}
          />
          <span className={styles.fullName}>{organizer}</span>
          <span className={styles.shortName}>{shortName(organizer)}</span>
        </p>
        <div className={styles.foot}>
          <p className={footStyles.price}>
            <Words of="card.startFrom" />
            <span>
              <Money amount={event.lowest_price} zeroText={t('common.free')} />
              <Beside amount={event.lowest_price} rules={event.price_rules} />
            </span>
          </p>
          <Link
            to={pathOf({ name: 'event', slug: event.slug })}
            className={footStyles.get}
            onClick={({ currentTarget }) => takePosterAlong(currentTarget)}
          >
            {off === null ? <Words of="card.getTickets" /> : <span>{t('card.details')}</span>}
            <VisuallyHidden>: {event.title}</VisuallyHidden>
          </Link>
        </div>
      </div>
    </article>
  );
}

/** Skeleton of a card, of the same height. */
export function EventCardSkeleton({ variant }: { readonly variant: CardVariant }) {
  return (
    <div className={classNames(styles.card, styles[variant])} aria-hidden="true">
      <div className={styles.poster}>
        <Skeleton shape="block" className={styles.image} />
      </div>
      <div className={styles.body}>
        <div className={styles.title}>
          <Skeleton shape="title" width="m" />
        </div>
        <div className={styles.factBones}>
          <Skeleton width="m" />
          <Skeleton width="s" />
          <Skeleton width="m" />
        </div>
        <div className={styles.organizer}>
          <Skeleton shape="circle" className={styles.logo} />
          <Skeleton width="s" />
        </div>
        <div className={styles.foot}>
          <Skeleton shape="title" width="xs" />
          <Skeleton shape="block" className={footStyles.button} />
        </div>
      </div>
    </div>
  );
}
