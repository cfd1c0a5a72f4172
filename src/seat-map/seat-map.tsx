import {
  type MouseEvent,
  memo,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useText } from '../text/translate.ts';
import { sectionAreasOf, sectionAt } from './data/areas.ts';
import { availableCode, type SeatMapData, seatAt as seatAtPlace } from './data/seat-map-data.ts';
import { followGestures } from './map-gestures.ts';
import { MapGutter } from './map-gutter.tsx';
import { MapNames } from './map-names.tsx';
import { MapToolbar } from './map-toolbar.tsx';
import { createMapView } from './map-view.ts';
import { MiniMap } from './mini-map.tsx';
import { SeatGrid } from './seat-grid.tsx';
import { seatLabel } from './seat-label.ts';
import { firstOf, seatLinesOf } from './seat-lines.ts';
import styles from './seat-map.module.css';
import { SeatPins } from './seat-pins.tsx';
import { SectionChooser } from './section-chooser.tsx';
import { useMapLayers } from './use-map-layers.ts';
import { baseCell, dotCell, pointedCell, targetCell } from './view.ts';

/** Maximum number of seats that are all rendered in the ARIA grid; larger maps render those near the focused one. */
const maxGridSeats = 1_500;

export interface SeatMapProps {
  readonly seatMap: SeatMapData;
  /** Number of changes of the map. */
  readonly version: number;
  /** Indexes of the selected seats. */
  readonly selected: ReadonlySet<number>;
  /** No seat can be chosen: the event is not active. */
  readonly isClosed: boolean;
  /** Seats cannot be deselected either: the order is being created. */
  readonly isFrozen: boolean;
  /** Called when a seat of any status is pressed. */
  readonly onPress: (index: number) => void;
  /** Indexes of the seats that were lost to other buyers: marked until the choice changes. */
  readonly lost?: readonly number[];
  /** Id of the highlighted category; null for all. */
  readonly highlight?: string | null;
  /** A seat to scroll to, zooming in where it is too small to read unless `keepsSize`; `at` differs for each request. */
  readonly reveal?: {
    readonly index: number;
    readonly at: number;
    readonly keepsSize?: boolean;
  } | null;
}

const noSeats: readonly number[] = [];

/** The map in its viewport (§2.205, §9.40): sections and seats to press, row names beside them, buttons to zoom and move. Does not render for a price or a voucher. */
export const SeatMap = memo(function SeatMap(props: SeatMapProps) {
  const { cells } = props.seatMap;
  // Another map gets another view; status changes never move this one.
  const [known, setKnown] = useState({ cells, key: 0 });
  if (known.cells !== cells) setKnown({ cells, key: known.key + 1 });
  return <MapWindow key={known.key} {...props} />;
});

function MapWindow(props: SeatMapProps) {
  const { seatMap, version, selected, isClosed, isFrozen, onPress, reveal = null } = props;
  const { lost = noSeats, highlight = null } = props;
  const t = useText();
  const isLarge = seatMap.count > maxGridSeats;
  const [view] = useState(() => createMapView(seatMap));
  const [seatLines] = useState(() => seatLinesOf(seatMap));
  const [active, setActive] = useState(() => Math.max(0, seatMap.status.indexOf(availableCode)));
  const viewport = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const world = useRef<HTMLDivElement>(null);
  const layers = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const elements = { viewport: viewport.current, sheet: sheet.current, world: world.current };
    if (elements.viewport === null || elements.sheet === null || elements.world === null) return;
    const detach = view.attach(elements as Parameters<typeof view.attach>[0]);
    const unfollow = followGestures(elements.viewport, view);
    return () => {
      unfollow();
      detach();
    };
  }, [view]);

  // The gutter names the rows of a grid without sections.
  const [hasNames] = useState(
    () => seatMap.next !== null || seatMap.runs.some(({ section }) => section !== ''),
  );
  const drawn = useMapLayers(layers, view, { seatMap, version, selected, highlight, hasNames });

  const shownAt = reveal?.at;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request is followed once, regardless of later changes.
  useEffect(() => {
    if (reveal === null) return;
    view.reveal(seatMap.y[reveal.index] ?? 0, seatMap.x[reveal.index] ?? 0, reveal.keepsSize);
    setActive(reveal.index);
  }, [shownAt]);

  const seatAt = (event: MouseEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-index]');
    if (cell !== null) return Number(cell.dataset.index);
    const { line, column } = view.placeOf(event.clientX, event.clientY);
    return seatAtPlace(seatMap, line, column);
  };
  const showSection = useCallback(
    (section: string) => {
      const area = sectionAreasOf(seatMap).get(section);
      if (area === undefined) {
        view.fit();
        return;
      }
      view.frame(area);
      setActive(firstOf(seatMap, section));
    },
    [seatMap, view],
  );

  const onClick = (event: MouseEvent) => {
    // A press by keyboard or assistive technology has no position that could miss.
    const isPointed = event.detail > 0 && view.seen.box.width > 0;
    const { cell } = view.seen;
    const { pointerType } = event.nativeEvent as MouseEvent['nativeEvent'] & {
      readonly pointerType?: string;
    };
    if (isPointed && cell < (pointerType === 'mouse' ? pointedCell : targetCell)) {
      const { line, column } = view.placeOf(event.clientX, event.clientY);
      const section = cell < dotCell ? sectionAt(seatMap, line, column) : null;
      if (section !== null) showSection(section);
      else view.zoomTo(baseCell, view.pointOf(event.clientX, event.clientY));
      return;
    }
    const index = seatAt(event);
    if (index < 0) return;
    setActive(index);
    onPress(index);
  };
  const named = useRef(-1);
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType !== 'mouse') return;
    const index = seatAt(event);
    if (index === named.current) return;
    named.current = index;
    const { currentTarget } = event;
    currentTarget.title = index < 0 ? '' : seatLabel(t, seatMap, index, selected.has(index));
    const isFree = seatMap.status[index] === availableCode && !isClosed;
    const canPress = !isFrozen && (isFree || selected.has(index));
    currentTarget.dataset.over = index < 0 ? '' : canPress ? 'free' : 'taken';
  };

  return (
    <section className={styles.window} aria-label={t('seats.grid')}>
      <div className={styles.plane}>
        <MapGutter seatMap={seatMap} view={view} />
        <div ref={viewport} className={styles.viewport}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the grid in it takes the keys. */}
          <div ref={sheet} className={styles.sheet} onClick={onClick} onPointerMove={onPointerMove}>
            <div ref={world} className={styles.world}>
              <div ref={layers} className={styles.layers} aria-hidden="true" />
              <MapNames seatMap={seatMap} version={version} highlight={highlight} />
              <SeatGrid
                seatMap={seatMap}
                seatLines={seatLines}
                selected={selected}
                isClosed={isClosed}
                isFrozen={isFrozen}
                isLarge={isLarge}
                active={active}
                view={view}
                onActive={setActive}
                onPress={onPress}
              />
              <SeatPins seatMap={seatMap} indexes={selected} mark="chosen" />
              <SeatPins seatMap={seatMap} indexes={lost} mark="lost" />
            </div>
          </div>
        </div>
      </div>
      <MapToolbar view={view} extent={seatMap}>
        <MiniMap
          seatMap={seatMap}
          version={version}
          selected={selected}
          view={view}
          layers={drawn}
        />
        {/* Once the map has moved to a requested seat, the section chosen before is not the one shown. */}
        <SectionChooser key={shownAt} seatMap={seatMap} onChoose={showSection} />
      </MapToolbar>
    </section>
  );
}
