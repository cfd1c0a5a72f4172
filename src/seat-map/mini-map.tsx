import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { SeatMapData } from './data/seat-map-data.ts';
import type { MapLayers } from './map-layers.ts';
import type { MapView } from './map-view.ts';
import styles from './seat-map.module.css';
import { contentSize, margin, offsetOf } from './view.ts';

/** Size in CSS pixels into which the picture fits. */
const most = { width: 84, height: 44 } as const;

interface MiniMapProps {
  readonly seatMap: SeatMapData;
  /** Number of changes of the map. */
  readonly version: number;
  readonly selected: ReadonlySet<number>;
  readonly view: MapView;
  readonly layers: RefObject<MapLayers | null>;
}

/**
 * The whole map with a frame around the visible part, while only a part is seen; a press moves there without dragging. It stands beside the map
 * and covers no seat. Hidden from assistive technology: sections, buttons and the grid's keys move the map too.
 */
export function MiniMap({ seatMap, version, selected, view, layers }: MiniMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLSpanElement>(null);
  const [isPart, setIsPart] = useState(false);
  const across = seatMap.columns + 2 * margin;
  const down = seatMap.lines + 2 * margin;
  const unit = Math.min(most.width / across, most.height / down);

  useLayoutEffect(() => {
    const move = () => {
      const { cell, left, top, box } = view.seen;
      const size = contentSize(seatMap, cell);
      setIsPart(box.width > 0 && (size.width > box.width + 1 || size.height > box.height + 1));
      if (frame.current === null) return;
      const offset = offsetOf(seatMap, cell, box);
      const scale = unit / cell;
      const { style } = frame.current;
      style.left = `${Math.max(0, left - offset.x) * scale}px`;
      style.top = `${Math.max(0, top - offset.y) * scale}px`;
      style.width = `${Math.min(size.width, box.width) * scale}px`;
      style.height = `${Math.min(size.height, box.height) * scale}px`;
    };
    move();
    return view.subscribe(move);
  }, [seatMap, view, unit]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture is drawn again when it appears and when seats change.
  useLayoutEffect(() => {
    if (isPart && canvas.current !== null) layers.current?.copyTo(canvas.current);
  }, [isPart, seatMap, version, selected]);

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const line = (event.clientY - box.top) / unit - margin;
    view.centre(line, (event.clientX - box.left) / unit - margin);
  };
  const size = { width: across * unit, height: down * unit };
  return (
    <div className={styles.mini} hidden={!isPart} aria-hidden="true" style={size} onClick={onClick}>
      <canvas ref={canvas} width={Math.ceil(size.width * 2)} height={Math.ceil(size.height * 2)} />
      <span ref={frame} className={styles.frame} />
    </div>
  );
}
