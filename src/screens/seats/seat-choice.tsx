import PersonStanding from 'lucide-react/icons/person-standing';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { isStanding } from '../../../contract/seatmap.ts';
import { ticketsOf } from '../../../machines/seat-draft/seat-draft.quantities.ts';
import { media, useMedia } from '../../app/shell/use-media.ts';
import { placeOffers } from '../../effects/flows/seat-choices.ts';
import { type LoneSeat, loneSeatOf } from '../../seat-map/choice/lone-seat.ts';
import { availableCode, indexOf, numberOf } from '../../seat-map/data/seat-map-data.ts';
import { MapLegend } from '../../seat-map/map-legend.tsx';
import { accessText, seatLabel } from '../../seat-map/seat-label.ts';
import { SeatMap, type SeatMapProps } from '../../seat-map/seat-map.tsx';
import { useText, Words } from '../../text/translate.ts';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { LiveRegion } from '../../ui/feedback/live-region.tsx';
import { AccessibleSeats } from './accessible-seats.tsx';
import { type BestSearch, BestSeats } from './best-seats.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { CategoryChips } from './category-chips.tsx';
import { ChoiceProblems, type ChoiceTrouble } from './choice-problems.tsx';
import { ListPicker } from './list-picker.tsx';
import { LoneSeatNote } from './lone-seat-note.tsx';
import { OpenedSheet } from './opened-sheet.tsx';
import { PlaceQuantities } from './place-quantities.tsx';
import { ContinueButton, SeatPanel, type SeatPanelProps, Total } from './seat-panel.tsx';
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

/** The seat choice: list, categories, best seats, map and chosen seats (§2.201). */
export function SeatChoiceArea(props: SeatChoiceProps) {
  const { seatMap, version, seats, quantities, found, error, isFrozen, best, onToggle } = props;
  const chosen = ticketsOf(props);
  const seated = seatMap.categories.filter((category) => !isStanding(category));
  const standing = seatMap.categories.filter(isStanding);
  // An event may have standing places alone: there is no map then.
  const hasSeats = seatMap.count > 0;
  // Sections are shapes of the map itself: a picture of the zones would only take height from it.
  const hasSections = seatMap.runs.some(({ section }) => section !== '');
  const t = useText();
  const problems = useId();
  const reasonId = error === null ? null : problems;
  const isWide = useMedia(media.wide);
  const [said, setSaid] = useState('');
  const [note, setNote] = useState('');
  const [reveal, setReveal] = useState<NonNullable<SeatMapProps['reveal']> | null>(null);
  const [highlight, setHighlight] = useState<string | null>(null);
  const isExplained = useRef(false);
  const selected = useMemo(
    () =>
      new Set(
        seats.map(({ seatNumber }) => indexOf(seatMap, seatNumber)).filter((index) => index >= 0),
      ),
    [seatMap, seats],
  );
  const isClosed = seatMap.eventStatus !== 'active' && seatMap.eventStatus !== '';
  const isFull = chosen >= seatMap.maxTickets;
  const lost = useMemo(
    () => props.lostSeats.map((number) => indexOf(seatMap, number)).filter((index) => index >= 0),
    [seatMap, props.lostSeats],
  );
  const show = (index: number, keepsSize = false) =>
    setReveal((last) => ({ index, at: (last?.at ?? 0) + 1, keepsSize }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: found seats are shown once, regardless of later changes of the seat map.
  useEffect(() => {
    setNote('');
    const places = (found ?? []).map((number) => indexOf(seatMap, number)).filter((at) => at >= 0);
    const middle = places[places.length >> 1];
    if (middle === undefined) return;
    show(middle);
    setSaid(places.map((index) => seatLabel(t, seatMap, index, true)).join('; '));
  }, [found]);

  const firstLost = lost[0];
  // The message of a conflict covers the lower edge of the map, so the lost seat is brought into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a conflict is shown once, regardless of later moves.
  useEffect(() => {
    if (firstLost !== undefined) show(firstLost, true);
  }, [firstLost]);

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

  const places = standing.length > 0 && (
    <PlaceQuantities
      categories={standing}
      offers={placeOffers(seatMap)}
      quantities={quantities}
      isFull={isFull}
      isFrozen={isFrozen}
      isClosed={isClosed}
      onQuantity={props.onQuantity}
    />
  );
  const bestSeats = hasSeats && (
    <BestSeats {...best} categories={seated} max={seatMap.maxTickets} />
  );
  const full = isFull && (
    <p className={styles.full}>
      <Words of="seats.limitReached" />
    </p>
  );

  return (
    <>
      <div className={styles.layout}>
        <div className={styles.choice}>
          {isClosed && <Alert tone="warning">{t('seats.closed')}</Alert>}
          {hasSeats ? (
            <>
              <div className={styles.strip}>
                <ListPicker
                  seatMap={seatMap}
                  selected={selected}
                  isFrozen={isFrozen}
                  said={said}
                  onPick={(index) => {
                    if (press(index)) show(index);
                  }}
                />
                <CategoryChips
                  categories={seated}
                  highlight={highlight}
                  onHighlight={setHighlight}
                />
                <AccessibleSeats
                  seatMap={seatMap}
                  selected={selected}
                  isFrozen={isFrozen}
                  onTake={takePlaces}
                />
                {!isWide && places && (
                  <OpenedSheet title={t('seats.places')} icon={<PersonStanding />}>
                    {() => places}
                  </OpenedSheet>
                )}
                <MapLegend access={seatMap.access} />
              </div>
              {!hasSections && seatMap.zones !== null && (
                <ZonePlan zones={seatMap.zones} categories={seatMap.categories} />
              )}
              <div className={styles.map}>
                <SeatMap
                  seatMap={seatMap}
                  version={version}
                  selected={selected}
                  lost={lost}
                  highlight={highlight}
                  isClosed={isClosed}
                  isFrozen={isFrozen}
                  onPress={press}
                  reveal={reveal}
                />
              </div>
            </>
          ) : (
            places
          )}
          {isWide && note !== '' && <p className={styles.note}>{note}</p>}
        </div>
        {isWide ? (
          <Card as="aside" className={styles.panel ?? ''} aria-label={t('summary.title')}>
            {full}
            {hasSeats && places}
            {bestSeats}
            <SeatPanel {...panel} />
            <div className={styles.panelFoot}>
              <ChoiceProblems {...props} id={problems} />
              {loneNote}
              {chosen > 0 && <Total {...props} />}
              <ContinueButton {...props} reasonId={reasonId} />
            </div>
          </Card>
        ) : (
          <BottomBar {...panel} note={note} full={full} lone={loneNote}>
            {hasSeats ? bestSeats : null}
          </BottomBar>
        )}
      </div>
      <LiveRegion message={said} />
      <LiveRegion
        message={t('seats.count', { n: chosen, max: seatMap.maxTickets })}
        lang={t.lang('seats.count')}
      />
    </>
  );
}
