import { useEffect, useRef } from 'react';
import type { SeatChoice } from '../../../machines/seat-draft/seat-draft.types.ts';
import { rowLabel } from '../../seat-map/seat-label.ts';
import { seatName } from '../../seat-map/seat-name.ts';
import { Said, useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import styles from './seat-panel.module.css';

/** What went wrong with the choice, and the way out that is offered. */
export interface ChoiceTrouble {
  readonly error: string | null;
  /** Numbers of the seats that went to somebody else. */
  readonly lostSeats: readonly string[];
  /** Seats in their place; empty where there are none, null while they are looked for. */
  readonly offer: readonly SeatChoice[] | null;
  /** False while the offer cannot be taken. */
  readonly canTakeOffer: boolean;
  readonly onTakeOffer: () => void;
}

/** What is offered for lost seats, to be taken in one press (ruling 1.4-Q). */
function Offer(props: Pick<ChoiceTrouble, 'offer' | 'canTakeOffer' | 'onTakeOffer'>) {
  const { offer, canTakeOffer, onTakeOffer } = props;
  const t = useText();
  if (offer === null) return null;
  if (offer.length === 0) return <p>{t('seats.offerNone')}</p>;
  const places = offer.map((seat) => {
    const name = seatName(seat.seatNumber, seat.row);
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

/** Words of a refusal, the seats that are gone, and others in their place (ruling 1.4-Q). */
export function ChoiceProblems(props: ChoiceTrouble & { readonly id: string }) {
  const { id, error, lostSeats, offer } = props;
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an offer that is gone takes its button, and the focus on it, along.
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) box.current?.focus();
  }, [offer]);
  if (error === null && lostSeats.length === 0) return null;
  const isTitled = error !== null && lostSeats.length > 0;
  return (
    <div ref={box} id={id} tabIndex={-1}>
      <Alert tone="danger" {...(isTitled && { title: <Said text={error} /> })}>
        {lostSeats.length > 0 ? (
          <>
            <p>{t('seats.takenNames', { seats: lostSeats.join(', ') })}</p>
            <Offer {...props} />
          </>
        ) : (
          error !== null && <Said text={error} />
        )}
      </Alert>
    </div>
  );
}
