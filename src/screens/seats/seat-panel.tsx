import CalendarDays from 'lucide-react/icons/calendar-days';
import MapPin from 'lucide-react/icons/map-pin';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import type { Pricing } from '../../../contract/order.ts';
import { ticketsOf } from '../../../machines/seat-draft/seat-draft.quantities.ts';
import type { QuantityChoice, SeatChoice } from '../../../machines/seat-draft/seat-draft.types.ts';
import { indexOf, type SeatMapData } from '../../seat-map/data/seat-map-data.ts';
import { accessText, nameOfNumber, rowLabel } from '../../seat-map/seat-label.ts';
import { useText, Words } from '../../text/translate.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Money } from '../../ui/money.tsx';
import { PriceLines } from '../order-summary/price-lines.tsx';
import styles from './seat-panel.module.css';
import { Voucher, type VoucherState } from './voucher.tsx';

/** Facts about the event; null while unknown. */
export interface PanelEvent {
  readonly name: string;
  readonly venue: string | null;
  readonly date: string | null;
}

export interface SeatPanelProps {
  readonly seatMap: SeatMapData;
  readonly event: PanelEvent | null;
  readonly seats: readonly SeatChoice[];
  readonly quantities: readonly QuantityChoice[];
  /** Null while the server calculates the price. */
  readonly pricing: Pricing | null;
  readonly voucher: VoucherState;
  readonly isCreating: boolean;
  /** The choice cannot be changed now. */
  readonly isFrozen: boolean;
  readonly canContinue: boolean;
  readonly onRemove: (seat: SeatChoice) => void;
  /** Sets a quantity of standing places; returns whether the flow accepted it. */
  readonly onQuantity: (categoryId: string, count: number) => boolean;
  readonly onClear: () => void;
  readonly onContinue: () => void;
}

/** Event, venue and date (§2.201). */
export function EventFacts({ event }: { readonly event: PanelEvent | null }) {
  return (
    <div className="stack gap-1">
      <p className={styles.eventName}>{event?.name}</p>
      <p className={styles.fact}>
        <MapPin aria-hidden="true" />
        {event?.venue ?? <Words of="seats.venueTba" />}
      </p>
      <p className={styles.fact}>
        <CalendarDays aria-hidden="true" />
        {event?.date ?? <Words of="seats.dateTba" />}
      </p>
    </div>
  );
}

/** The chosen seats and standing places, each with a button that removes it. */
export function ChosenSeats(
  props: Pick<
    SeatPanelProps,
    'seatMap' | 'seats' | 'quantities' | 'isFrozen' | 'onRemove' | 'onQuantity' | 'onClear'
  >,
) {
  const { seatMap, seats, quantities, isFrozen, onRemove, onQuantity, onClear } = props;
  const t = useText();
  const list = useRef<HTMLUListElement & HTMLParagraphElement>(null);
  const lines = seats.length + quantities.length;
  const count = useRef(lines);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && lines !== count.current) list.current?.focus();
    count.current = lines;
  }, [lines]);
  if (lines === 0) {
    return (
      <p ref={list} tabIndex={-1} className={styles.none}>
        {t('seats.none')}
      </p>
    );
  }
  return (
    <>
      <ul ref={list} tabIndex={-1} className="stack gap-2">
        {seats.map((seat) => {
          const name = nameOfNumber(seatMap, seat.seatNumber, seat.row);
          return (
            <li key={seat.seatNumber} className={styles.chosenSeat}>
              <span className={styles.chosenName}>
                {t('seats.place', { row: rowLabel(name), number: name.number })}
              </span>
              <span className={styles.chosenCategory}>
                {[seat.categoryName, accessText(t, seatMap, indexOf(seatMap, seat.seatNumber))]
                  .filter(Boolean)
                  .join(', ')}
              </span>
              <Money amount={seat.price} zeroText={t('summary.free')} />
              <IconButton
                label={t('seats.remove', { seat: seat.seatNumber })}
                disabled={isFrozen}
                onClick={() => onRemove(seat)}
              >
                <X />
              </IconButton>
            </li>
          );
        })}
        {quantities.map(({ categoryId, categoryName, count: chosen, price }) => (
          <li key={categoryId} className={styles.chosenSeat}>
            <span className={styles.chosenName}>
              {t('seats.quantity', { n: chosen, category: categoryName })}
            </span>
            <span className={styles.chosenCategory}>{t('summary.standing')}</span>
            <Money amount={price * chosen} zeroText={t('summary.free')} />
            <IconButton
              label={t('seats.removePlaces', { category: categoryName })}
              disabled={isFrozen}
              onClick={() => onQuantity(categoryId, 0)}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        variant="ghost"
        size="s"
        className={styles.clear ?? ''}
        disabled={isFrozen}
        onClick={onClear}
      >
        {t('seats.clear')}
      </Button>
    </>
  );
}

/** The amount of the choice, announced when it changes. */
export function TotalAmount({ pricing }: Pick<SeatPanelProps, 'pricing'>) {
  const t = useText();
  return (
    <span aria-live="polite">
      {pricing === null ? (
        <Skeleton width="xs" />
      ) : (
        <Money amount={pricing.final_price} zeroText={t('summary.free')} />
      )}
    </span>
  );
}

/** The total of the choice, always in view beside the continue button. */
export function Total(props: Pick<SeatPanelProps, 'pricing'>) {
  const t = useText();
  return (
    <p className={styles.total}>
      <span>{t('summary.total')}</span>
      <TotalAmount {...props} />
    </p>
  );
}

/** 'Continue to Order Form', and its label while the order is created. */
export function ContinueButton(
  props: Pick<SeatPanelProps, 'isCreating' | 'isFrozen' | 'canContinue' | 'onContinue'> & {
    /** Id of the element that says why it is disabled; null without one. */
    readonly reasonId: string | null;
  },
) {
  const { isCreating, isFrozen, canContinue, onContinue, reasonId } = props;
  return (
    <Button
      size="l"
      block
      busy={isFrozen}
      // Not `disabled`, because a disabled button loses the focus.
      aria-disabled={!canContinue}
      {...(!canContinue && reasonId !== null && { 'aria-describedby': reasonId })}
      onClick={canContinue ? onContinue : undefined}
    >
      <Words of={isCreating ? 'seats.creating' : 'seats.continue'} />
    </Button>
  );
}

/** The summary of the choice: beside the map on desktops, in the sheet on phones (§2.201). */
export function SeatPanel(props: SeatPanelProps) {
  const { event, pricing, voucher } = props;
  const chosen = ticketsOf(props);
  const t = useText();
  return (
    <div className="stack gap-5">
      <EventFacts event={event} />
      <section aria-label={t('seats.selected')} className="stack gap-3">
        <div className={styles.sectionHead}>
          <h2 className={styles.sectionTitle}>{t('seats.selected')}</h2>
          <span className={styles.count} lang={t.lang('seats.count')}>
            {t('seats.count', { n: chosen, max: props.seatMap.maxTickets })}
          </span>
        </div>
        <ChosenSeats {...props} />
      </section>
      <Voucher {...voucher} />
      {chosen > 0 && (
        <section aria-label={t('summary.title')} className="stack gap-3">
          <h2 className={styles.sectionTitle}>{t('summary.title')}</h2>
          <PriceLines pricing={pricing} />
        </section>
      )}
    </div>
  );
}
