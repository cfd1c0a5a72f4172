import { useEffect, useRef } from 'react';
import type {
  SeatChoice,
  SeatDraftContext,
} from '../../../machines/seat-draft/seat-draft.types.ts';
import type { SeatMapData } from '../../seat-map/data/seat-map-data.ts';
import { nameOfNumber, rowLabel } from '../../seat-map/seat-label.ts';
import { type MachineText, Said, useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import styles from './seat-panel.module.css';

/** Problem of the choice, and the offered replacement. */
export interface ChoiceTrouble {
  readonly seatMap: SeatMapData;
  readonly error: MachineText | null;
  /** Numbers of the lost seats. */
  readonly lostSeats: readonly string[];
  /** Standing categories with fewer places left than were chosen. */
  readonly lostPlaces: SeatDraftContext['lostPlaces'];
  /** Replacement seats; empty without any, null during the search. */
  readonly offer: readonly SeatChoice[] | null;
  /** False while the offer cannot be accepted. */
  readonly canTakeOffer: boolean;
  readonly onTakeOffer: () => void;
}

/** The replacement for lost seats, accepted with one press (§4.57). */
function Offer(props: Pick<ChoiceTrouble, 'seatMap' | 'offer' | 'canTakeOffer' | 'onTakeOffer'>) {
  const { seatMap, offer, canTakeOffer, onTakeOffer } = props;
  const t = useText();
  if (offer === null) return null;
  if (offer.length === 0) return <p>{t('seats.offerNone')}</p>;
  const places = offer.map((seat) => {
    const name = nameOfNumber(seatMap, seat.seatNumber, seat.row);
    return t('seats.place', { row: rowLabel(name), number: name.number });
  });
  return (
    <>
      <p>{t('seats.offer', { seats: places.join(', ') })}</p>
      <Button
        size="s"
        variant="secondary"
        className={styles.take ?? ''}
        aria-disabled={!canTakeOffer}
        onClick={canTakeOffer ? onTakeOffer : undefined}
      >
        {t('seats.offerTake', { n: offer.length })}
      </Button>
    </>
  );
}

/** Message of a refusal, the lost seats, and their replacement (§4.57). */
export function ChoiceProblems(props: ChoiceTrouble & { readonly id: string }) {
  const { id, error, lostSeats, lostPlaces, offer } = props;
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button of a vanished offer takes the focus with it.
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) box.current?.focus();
  }, [offer]);
  const isAnyLost = lostSeats.length + lostPlaces.length > 0;
  if (error === null && !isAnyLost) return null;
  const isTitled = error !== null && isAnyLost;
  return (
    <div ref={box} id={id} tabIndex={-1}>
      <Alert tone="danger" {...(isTitled && { title: <Said text={error} /> })}>
        {isAnyLost ? (
          <>
            {lostSeats.length > 0 && (
              <>
                <p>{t('seats.takenNames', { seats: lostSeats.join(', ') })}</p>
                <Offer {...props} />
              </>
            )}
            {lostPlaces.map(({ categoryId, categoryName, left }) => (
              <p key={categoryId}>
                {t(left > 0 ? 'seats.placesLost' : 'seats.placesGone', {
                  category: categoryName,
                  n: left,
                })}
              </p>
            ))}
          </>
        ) : (
          error !== null && <Said text={error} />
        )}
      </Alert>
    </div>
  );
}
