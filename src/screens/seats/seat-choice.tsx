import ChevronUp from 'lucide-react/icons/chevron-up';
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { maxSeatsPerOrder } from '../../../contract/limits.ts';
import { isStanding } from '../../../contract/seatmap.ts';
import { ticketsOf } from '../../../machines/seat-draft/seat-draft.quantities.ts';
import { media, useMedia } from '../../app/shell/use-media.ts';
import { placeOffers } from '../../effects/flows/seat-choices.ts';
import { availableCode, indexOf, numberOf } from '../../seat-map/data/seat-map-data.ts';
import { type LoneSeat, loneSeatOf } from '../../seat-map/lone-seat.ts';
import { accessText, seatLabel } from '../../seat-map/seat-label.ts';
import { SeatMap } from '../../seat-map/seat-map.tsx';
import { useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { LiveRegion } from '../../ui/feedback/live-region.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Money } from '../../ui/money.tsx';
import { Sheet } from '../../ui/navigation/dialog.tsx';
import { AccessibleSeats } from './accessible-seats.tsx';
import { type BestSearch, BestSeats } from './best-seats.tsx';
import { CategoryCards } from './category-cards.tsx';
import { ChoiceProblems, type ChoiceTrouble } from './choice-problems.tsx';
import { ListPicker } from './list-picker.tsx';
import { LoneSeatNote } from './lone-seat-note.tsx';
import { PlaceQuantities } from './place-quantities.tsx';
import { ContinueButton, SeatPanel, type SeatPanelProps } from './seat-panel.tsx';
import styles from './seats.module.css';
import { ZonePlan } from './zone-plan.tsx';

export interface SeatChoiceProps extends Omit<SeatPanelProps, 'onRemove'>, ChoiceTrouble {
  /** Number of changes of the seat map. */
  readonly version: number;
  readonly best: BestSearch;
  /** Seat numbers from a search or an offer, to be shown and announced; a new array each time. */
  readonly found: readonly string[] | null;
  /** Returns whether the flow accepted the press. */
  readonly onToggle: (seatNumber: string) => boolean;
}

/** Bar fixed at the bottom on phones: problems, notes, the total, the details button and the continue button. */
function BottomBar(
  props: SeatPanelProps &
    ChoiceTrouble & {
      readonly note: string;
      readonly lone: ReactNode;
      readonly onOpen: () => void;
    },
) {
  const { pricing, error, note, lone, onOpen } = props;
  const t = useText();
  const problems = useId();
  const bar = useRef<HTMLDivElement>(null);
  const chosen = ticketsOf(props);
  const count = useRef(chosen);
  useEffect(() => {
    // The button disappears with the offer, so the focus moves nearby.
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && chosen > count.current) bar.current?.focus();
    count.current = chosen;
  }, [chosen]);
  return (
    <div ref={bar} tabIndex={-1} className={styles.bottomBar}>
      <ChoiceProblems {...props} id={problems} />
      {note !== '' && <p className={styles.note}>{note}</p>}
      {lone}
      {chosen > 0 && (
        <div className={styles.bottomSummary}>
          <Button variant="ghost" size="s" icon={<ChevronUp />} onClick={onOpen}>
            {t('summary.open')}
          </Button>
          <span className={styles.bottomTotal} aria-live="polite">
            {pricing === null ? (
              <Skeleton width="xs" />
            ) : (
              <Money amount={pricing.final_price} zeroText={t('summary.free')} />
            )}
          </span>
        </div>
      )}
      <ContinueButton {...props} reasonId={error === null ? null : problems} />
    </div>
  );
}

/** The seat choice: list, categories, best seats, map and chosen seats (§2). */
export function SeatChoiceArea(props: SeatChoiceProps) {
  const { seatMap, version, seats, quantities, found, error, isFrozen, best, onToggle } = props;
  const chosen = ticketsOf(props);
  const seated = seatMap.categories.filter((category) => !isStanding(category));
  const standing = seatMap.categories.filter(isStanding);
  // An event may have standing places alone: there is no map then.
  const hasSeats = seatMap.count > 0;
  const t = useText();
  const problems = useId();
  const reasonId = error === null ? null : problems;
  const isWide = useMedia(media.wide);
  const [isOpen, setIsOpen] = useState(false);
  const [said, setSaid] = useState('');
  const [note, setNote] = useState('');
  const [reveal, setReveal] = useState<{ readonly index: number; readonly at: number } | null>(
    null,
  );
  const map = useRef<HTMLDivElement>(null);
  const isExplained = useRef(false);
  const selected = useMemo(
    () =>
      new Set(
        seats.map(({ seatNumber }) => indexOf(seatMap, seatNumber)).filter((index) => index >= 0),
      ),
    [seatMap, seats],
  );
  const isClosed = seatMap.eventStatus !== 'active' && seatMap.eventStatus !== '';
  const isFull = chosen >= maxSeatsPerOrder;
  const show = (index: number) => setReveal((last) => ({ index, at: (last?.at ?? 0) + 1 }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: found seats are shown once, regardless of later changes of the seat map.
  useEffect(() => {
    setNote('');
    const places = (found ?? []).map((number) => indexOf(seatMap, number)).filter((at) => at >= 0);
    const middle = places[places.length >> 1];
    if (middle === undefined) return;
    show(middle);
    map.current?.scrollIntoView?.({ block: 'nearest' });
    setSaid(places.map((index) => seatLabel(t, seatMap, index, true)).join('; '));
  }, [found]);

  const press = useCallback(
    (index: number) => {
      const wasSelected = selected.has(index);
      const isTaken = onToggle(numberOf(seatMap, index));
      const label = seatLabel(t, seatMap, index, isTaken ? !wasSelected : wasSelected);
      const isGone = seatMap.status[index] !== availableCode;
      // An unavailable seat says why it cannot be chosen.
      const refusal =
        isTaken || isFrozen ? '' : isGone ? label : isFull ? t('seats.limitReached') : '';
      // A place for wheelchairs is explained once, and not to those who asked for one.
      const isMarked = accessText(t, seatMap, index) !== null;
      const explanation =
        isTaken && !wasSelected && isMarked && !isExplained.current ? t('seats.accessNote') : '';
      if (explanation !== '') isExplained.current = true;
      setNote(refusal || explanation);
      setSaid(isTaken ? [label, explanation].filter(Boolean).join('. ') : refusal);
      return isTaken;
    },
    [selected, onToggle, seatMap, t, isFrozen, isFull],
  );
  const takePlaces = (indexes: readonly number[]) => {
    isExplained.current = true;
    const taken = indexes.filter((index) => onToggle(numberOf(seatMap, index)));
    setNote('');
    setSaid(taken.map((index) => seatLabel(t, seatMap, index, true)).join('; '));
    if (taken[0] === undefined) return;
    show(taken[0]);
    map.current?.scrollIntoView?.({ block: 'nearest' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: statuses are updated in place, and `version` signals it.
  const lone = useMemo(() => loneSeatOf(seatMap, selected), [seatMap, version, selected]);
  const shift = ({ from, to }: NonNullable<LoneSeat['shift']>) => {
    for (const index of [...from, ...to]) onToggle(numberOf(seatMap, index));
    setSaid(to.map((index) => seatLabel(t, seatMap, index, true)).join('; '));
  };
  const loneNote = (
    <LoneSeatNote seatMap={seatMap} lone={lone} isFrozen={isFrozen} onShift={shift} />
  );
  const panel = {
    ...props,
    onRemove: ({ seatNumber }: { readonly seatNumber: string }) => {
      onToggle(seatNumber);
    },
  };

  return (
    <>
      {hasSeats && (
        <ListPicker
          seatMap={seatMap}
          selected={selected}
          isFrozen={isFrozen}
          onPick={(index) => {
            if (press(index)) show(index);
          }}
        />
      )}
      <div className={styles.layout}>
        <div className={styles.choice}>
          {isClosed && <Alert tone="warning">{t('seats.closed')}</Alert>}
          {standing.length > 0 && (
            <PlaceQuantities
              categories={standing}
              offers={placeOffers(seatMap)}
              quantities={quantities}
              chosen={chosen}
              isFrozen={isFrozen}
              isClosed={isClosed}
              onQuantity={props.onQuantity}
            />
          )}
          {hasSeats && (
            <>
              <div className={styles.ways}>
                <CategoryCards categories={seated} />
                <BestSeats {...best} categories={seated} />
              </div>
              <AccessibleSeats
                seatMap={seatMap}
                selected={selected}
                isFrozen={isFrozen}
                onTake={takePlaces}
              />
              {isFull && (
                <p className={styles.full}>
                  <Words of="seats.limitReached" />
                </p>
              )}
              {seatMap.zones !== null && (
                <ZonePlan zones={seatMap.zones} categories={seatMap.categories} />
              )}
              <div ref={map}>
                <SeatMap
                  seatMap={seatMap}
                  version={version}
                  selected={selected}
                  isClosed={isClosed}
                  isFrozen={isFrozen}
                  onPress={press}
                  reveal={reveal}
                />
              </div>
            </>
          )}
          {isWide && note !== '' && <p className={styles.note}>{note}</p>}
        </div>
        {isWide ? (
          <Card as="aside" className={styles.panel ?? ''} aria-label={t('summary.title')}>
            <SeatPanel {...panel} />
            <div className={styles.panelFoot}>
              <ChoiceProblems {...props} id={problems} />
              {loneNote}
              <ContinueButton {...props} reasonId={reasonId} />
            </div>
          </Card>
        ) : (
          <>
            <BottomBar {...panel} note={note} lone={loneNote} onOpen={() => setIsOpen(true)} />
            <Sheet
              open={isOpen}
              onClose={() => setIsOpen(false)}
              title={t('summary.title')}
              actions={<ContinueButton {...props} reasonId={reasonId} />}
            >
              <SeatPanel {...panel} />
              <ChoiceProblems {...props} id={problems} />
            </Sheet>
          </>
        )}
      </div>
      <LiveRegion message={said} />
      <LiveRegion
        message={t('seats.count', { n: chosen, max: maxSeatsPerOrder })}
        lang={t.lang('seats.count')}
      />
    </>
  );
}
