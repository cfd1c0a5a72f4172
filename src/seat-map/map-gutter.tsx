import { type CSSProperties, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { SeatMapData } from './data/seat-map-data.ts';
import type { MapView } from './map-view.ts';
import { type RowName, rowNamesSeen, runsOfLines } from './row-gutter.ts';
import styles from './seat-map.module.css';
import { offsetOf } from './view.ts';

interface MapGutterProps {
  readonly seatMap: SeatMapData;
  readonly view: MapView;
}

/** Row names in a column of their own beside the map, where they cover no seat; nothing for a plan. Hidden from screen readers, which the grid tells them. */
export function MapGutter({ seatMap, view }: MapGutterProps) {
  const [runsOf] = useState(() => runsOfLines(seatMap));
  const rail = useRef<HTMLDivElement>(null);
  // Compared as text, so that a move that shows the same rows causes no render.
  const shown = useSyncExternalStore(view.subscribe, () =>
    runsOf === null ? '' : JSON.stringify(rowNamesSeen(seatMap, runsOf, view.seen)),
  );
  useLayoutEffect(() => {
    const move = () => {
      const { cell, top, box } = view.seen;
      rail.current?.style.setProperty('--cell', `${cell}px`);
      if (rail.current !== null) {
        rail.current.style.transform = `translateY(${offsetOf(seatMap, cell, box).y - top}px)`;
      }
    };
    move();
    return view.subscribe(move);
  }, [seatMap, view]);
  if (runsOf === null) return null;
  const names = JSON.parse(shown) as readonly RowName[];
  return (
    <div className={styles.gutter} aria-hidden="true">
      <div ref={rail} className={styles.rail}>
        {names.map(({ line, text }) => (
          <span key={line} className={styles.rowName} style={{ '--line': line } as CSSProperties}>
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}
