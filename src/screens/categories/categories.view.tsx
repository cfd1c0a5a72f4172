import { useState } from 'react';
import { maxSeatsPerOrder } from '../../../contract/limits.ts';
import type { PriceRule } from '../../../contract/price/price-rules.ts';
import { priceShown } from '../../../contract/price/pricing.ts';
import { laterPriceRules } from '../../../contract/price/standard-rules.ts';
import { type SeatCategory, seatsLeft } from '../../../contract/seatmap.ts';
import { EventFacts } from '../../app/flows/event-facts.tsx';
import { Price, PricesWith } from '../../app/flows/price.tsx';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { media, useMedia } from '../../app/shell/use-media.ts';
import { useText, Words } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LiveRegion } from '../../ui/feedback/live-region.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Stepper } from '../../ui/form/stepper.tsx';
import { PriceLines } from '../order-summary/price-lines.tsx';
import { isAlmostFull } from '../seats/almost-full.ts';
import styles from './categories.module.css';

export interface CategoriesViewProps {
  /** Where the choice is continued: the seats, by way of the sign-in for a visitor. */
  readonly to: string;
  /** The event being bought; null while unknown. */
  readonly event: {
    readonly name: string;
    readonly venue: string;
    readonly datetime: string;
  } | null;
  /** Null while loading. */
  readonly categories: readonly SeatCategory[] | null;
  /** The most tickets of one order (§2.240). */
  readonly max?: number | undefined;
  /** Fees and taxes of the event; the standard ones where it does not say. */
  readonly rules?: readonly PriceRule[] | undefined;
  readonly hasFailed: boolean;
  /** The earlier choice, by category id. */
  readonly initial: Quantities;
  /** Called on every change of the choice, so that the seats page can use it (§2.241). */
  readonly onChoose: (quantities: Quantities) => void;
  readonly onRetry: () => void;
}

/** Quantity by category id. */
export type Quantities = Readonly<Record<string, number>>;

/** The earlier choice, reduced to the available seats and to the limit of one order. */
function stillLeft(
  initial: Quantities,
  categories: readonly SeatCategory[],
  max: number,
): Quantities {
  let remaining = max;
  const kept: Record<string, number> = {};
  for (const category of categories) {
    const count = Math.min(initial[category.id] ?? 0, seatsLeft(category), remaining);
    remaining -= count;
    if (count > 0) kept[category.id] = count;
  }
  return kept;
}

function CategoryCard(props: {
  readonly category: SeatCategory;
  readonly quantity: number;
  readonly max: number;
  readonly isFull: boolean;
  readonly onChange: (quantity: number) => void;
}) {
  const { category, quantity, max, isFull, onChange } = props;
  const t = useText();
  const isDesktop = useMedia(media.desktop);
  const left = seatsLeft(category);
  const isSoldOut = left === 0;
  const isLimited = isFull || quantity >= left;
  return (
    <Card as="li" className={classNames(styles.card, isSoldOut && styles.soldOut)}>
      <div>
        <h2 className={styles.name}>{category.name}</h2>
        <p className={styles.price}>
          <Price amount={category.price} zeroText={t('summary.free')} />
        </p>
        {isSoldOut ? (
          <Badge tone="neutral">
            <Words of="seats.soldOut" />
          </Badge>
        ) : isAlmostFull(category, isDesktop) ? (
          <Badge tone="warning">{t('categories.almostEmpty')}</Badge>
        ) : (
          <Badge tone="success">{t('categories.available')}</Badge>
        )}
      </div>
      <Stepper
        label={t('categories.quantity', { category: category.name })}
        fewer={t('categories.remove', { category: category.name })}
        more={t('categories.add', { category: category.name })}
        count={quantity}
        canRemove={quantity > 0}
        canAdd={!(isSoldOut || isLimited)}
        onCount={onChange}
      />
      {!isSoldOut && isLimited && (
        <p className={styles.limit}>
          <Words of="seats.limitReached" />:{' '}
          {isFull ? (
            <span lang={t.lang('seats.limit')}>{t('seats.limit', { max })}</span>
          ) : (
            t('seats.left', { n: left })
          )}
        </p>
      )}
    </Card>
  );
}

function Choice(
  props: Pick<CategoriesViewProps, 'to' | 'rules' | 'initial' | 'onChoose'> & {
    readonly categories: readonly SeatCategory[];
    readonly max: number;
  },
) {
  const { to, categories, max, rules = laterPriceRules, initial, onChoose } = props;
  const t = useText();
  const [quantities, setQuantities] = useState(() => stillLeft(initial, categories, max));
  const choose = (changed: Quantities) => {
    setQuantities(changed);
    onChoose(changed);
  };
  const of = (id: string) => quantities[id] ?? 0;
  const total = categories.reduce((sum, { id }) => sum + of(id), 0);
  const prices = categories.flatMap(({ id, price }) => Array.from({ length: of(id) }, () => price));
  return (
    <div className={styles.layout}>
      <ul className="grid gap-3">
        {categories.map((category) => (
          <CategoryCard
            key={category.id}
            category={category}
            quantity={of(category.id)}
            max={max}
            isFull={total >= max}
            onChange={(quantity) => choose({ ...quantities, [category.id]: quantity })}
          />
        ))}
      </ul>
      <Card as="aside" className="stack" aria-labelledby="order-summary">
        <h2 id="order-summary" className={styles.name}>
          {t('summary.title')}
        </h2>
        {total > 0 && (
          <>
            <ul>
              {categories
                .filter(({ id }) => of(id) > 0)
                .map(({ id, name }) => (
                  <li key={id}>
                    {of(id)} × {name}
                  </li>
                ))}
            </ul>
            <PriceLines pricing={priceShown(prices, rules)} />
          </>
        )}
        {total === 0 ? (
          <Button size="l" block disabled>
            {t('categories.buy')}
          </Button>
        ) : (
          <ButtonLink to={to} size="l" block>
            {t('categories.buy')}
          </ButtonLink>
        )}
      </Card>
      <LiveRegion message={t('summary.quantity', { n: total })} />
    </div>
  );
}

/** The older choice by category and quantity (§2.240). */
export function CategoriesView(props: CategoriesViewProps) {
  const { event, categories, max = maxSeatsPerOrder, hasFailed, onRetry } = props;
  const t = useText();
  return (
    <div className={styles.page}>
      <div className="stack gap-1">
        <PageHeading title={t('categories.heading')}>{t('categories.heading')}</PageHeading>
        {categories !== null && (
          <p className={styles.most} lang={t.lang('seats.limit')}>
            {t('seats.limit', { max })}
          </p>
        )}
        {event !== null && (
          <>
            <p className={styles.event}>{event.name}</p>
            <EventFacts datetime={event.datetime} venue={event.venue} className={styles.facts} />
          </>
        )}
      </div>
      {hasFailed ? (
        <Alert
          tone="danger"
          action={
            <Button variant="secondary" size="s" onClick={onRetry} lang={t.lang('common.tryAgain')}>
              {t('common.tryAgain')}
            </Button>
          }
        >
          <Words of="categories.failed" />
        </Alert>
      ) : categories === null ? (
        <Loading text={t('categories.loading')} hideText className="grid gap-3">
          <Skeleton shape="block" className={styles.cardSkeleton} />
          <Skeleton shape="block" className={styles.cardSkeleton} />
        </Loading>
      ) : categories.length === 0 ? (
        <EmptyState
          title={<Words of="empty.default" />}
          action={
            <Button onClick={onRetry}>
              <Words of="empty.defaultAction" />
            </Button>
          }
        />
      ) : (
        <PricesWith rules={props.rules}>
          <Choice {...props} categories={categories} max={max} />
        </PricesWith>
      )}
    </div>
  );
}
