import { useRef } from 'react';
import type { LoneSeat } from '../../seat-map/choice/lone-seat.ts';
import type { SeatMapData } from '../../seat-map/data/seat-map-data.ts';
import { placeText } from '../../seat-map/seat-label.ts';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { LiveRegion } from '../../ui/feedback/live-region.tsx';
import styles from './seat-panel.module.css';

interface LoneSeatNoteProps {
  readonly seatMap: SeatMapData;
  /** Null if the choice leaves no seat alone. */
  readonly lone: LoneSeat | null;
  /** The choice cannot be changed now. */
  readonly isFrozen: boolean;
  readonly onShift: (shift: NonNullable<LoneSeat['shift']>) => void;
}

/** Says that the choice leaves a seat alone, which is hard to sell, and offers to shift it; it prevents nothing. */
export function LoneSeatNote({ seatMap, lone, isFrozen, onShift }: LoneSeatNoteProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const shift = lone?.shift ?? null;
  const said = lone === null ? '' : t('seats.lone', { seat: placeText(t, seatMap, lone.index) });
  return (
    <div ref={box} tabIndex={-1} className={said === '' ? styles.lone : styles.note}>
      <LiveRegion message={said} />
      {said !== '' && <p>{said}</p>}
      {shift !== null && !isFrozen && (
        <Button
          size="s"
          variant="secondary"
          onClick={() => {
            onShift(shift);
            // The button disappears with the warning.
            box.current?.focus();
          }}
        >
          {t('seats.loneShift', {
            seats: shift.to.map((index) => placeText(t, seatMap, index)).join(', '),
          })}
        </Button>
      )}
    </div>
  );
}
