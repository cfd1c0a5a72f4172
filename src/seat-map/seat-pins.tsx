import type { CSSProperties } from 'react';
import type { SeatMapData } from './data/seat-map-data.ts';
import styles from './seat-pins.module.css';

/** Marks of seats over the drawing: those that are chosen, or were lost to other buyers. */
export function SeatPins(props: {
  readonly seatMap: SeatMapData;
  readonly indexes: Iterable<number>;
  readonly mark: 'chosen' | 'lost';
}) {
  const { seatMap, indexes, mark } = props;
  return [...indexes].map((index) => (
    <span
      key={index}
      className={mark === 'chosen' ? styles.pin : styles.lost}
      style={{ '--line': seatMap.y[index], '--column': seatMap.x[index] } as CSSProperties}
      aria-hidden="true"
    />
  ));
}
