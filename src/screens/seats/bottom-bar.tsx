import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ticketsOf } from '../../../machines/seat-draft/seat-draft.quantities.ts';
import { nameOfNumber, rowLabel } from '../../seat-map/seat-label.ts';
import { useText } from '../../text/translate.ts';
import { classNames } from '../../ui/class-names.ts';
import { Sheet } from '../../ui/navigation/dialog.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './bottom-bar.module.css';
import { ChoiceProblems, type ChoiceTrouble } from './choice-problems.tsx';
import { ContinueButton, SeatPanel, type SeatPanelProps, TotalAmount } from './seat-panel.tsx';
import seatsStyles from './seats.module.css';

/**
 * Sheet at the bottom of phones: the search for seats, or the chosen with their total, and the continue button. Its height is reserved below
 * the map; messages lie over the map, so that no seat moves under a finger. The details open over it.
 */
export function BottomBar(
  props: SeatPanelProps &
    ChoiceTrouble & {
      readonly note: string;
      readonly full: ReactNode;
      readonly lone: ReactNode;
      /** The search for seats beside the map; null without seats. */
      readonly children: ReactNode;
    },
) {
  const { seatMap, seats, isFrozen, error, note, full, lone, onRemove, children } = props;
  const t = useText();
  const problems = useId();
  const sheetProblems = useId();
  const reasonId = error === null ? null : problems;
  const [isOpen, setIsOpen] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const chosen = ticketsOf(props);
  // Standing places alone leave room for the search.
  const isChosen = seats.length > 0 || full !== false;
  const count = useRef(chosen);
  useEffect(() => {
    // The button disappears with the offer, so the focus moves nearby.
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && chosen > count.current) bar.current?.focus();
    count.current = chosen;
  }, [chosen]);
  return (
    <div className={styles.place} data-reserved={children !== null || undefined}>
      <div ref={bar} tabIndex={-1} className={styles.bar}>
        <ChoiceProblems {...props} id={problems} />
        {note !== '' && <p className={classNames(seatsStyles.note, styles.note)}>{note}</p>}
        {/* Hidden and not removed, so that it keeps its number. */}
        <div hidden={isChosen}>{children}</div>
        <div className={styles.line} hidden={!isChosen}>
          {full}
          {lone}
          {seats.length > 0 && (
            <ul className={styles.chosen} aria-label={t('seats.selected')}>
              {seats.map((seat) => {
                const name = nameOfNumber(seatMap, seat.seatNumber, seat.row);
                return (
                  <li key={seat.seatNumber}>
                    <button
                      type="button"
                      className={styles.chip}
                      aria-label={t('seats.remove', { seat: seat.seatNumber })}
                      aria-disabled={isFrozen}
                      onClick={() => !isFrozen && onRemove(seat)}
                    >
                      {rowLabel(name)}-{name.number}
                      <X aria-hidden="true" />
                    </button>
                  </li>
                );
              })}
            </ul>
          )}
        </div>
        <div className={styles.foot}>
          {chosen > 0 && (
            <button type="button" className={styles.details} onClick={() => setIsOpen(true)}>
              <VisuallyHidden>{t('summary.open')}</VisuallyHidden>
              <span className={styles.detailsLabel}>
                {t('summary.total')}
                <ChevronUp aria-hidden="true" />
              </span>
              <TotalAmount {...props} />
            </button>
          )}
          <ContinueButton {...props} reasonId={reasonId} />
        </div>
      </div>
      <Sheet
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('summary.title')}
        actions={<ContinueButton {...props} reasonId={reasonId} />}
      >
        <SeatPanel {...props} />
        <ChoiceProblems {...props} id={sheetProblems} />
      </Sheet>
    </div>
  );
}
