// biome-ignore-all lint/a11y/useSemanticElements: the cells stand where the seat map has them, which a table would undo.
import { type CSSProperties, type KeyboardEvent, memo, useEffect, useRef } from 'react';
import { type Translate, useText } from '../text/translate.ts';
import {
  availableCode,
  nameOf,
  numberOf,
  type SeatMapData,
  statusOf,
} from './data/seat-map-data.ts';
import type { MapView } from './map-view.ts';
import { rowLabel, seatLabel } from './seat-label.ts';
import { rankOf, type SeatLines, seatAfterKey } from './seat-lines.ts';
import { shownStatus } from './seat-look.ts';
import styles from './seat-map.module.css';
import { targetCell } from './view.ts';

/** Columns rendered on either side of the focused seat of a large map. */
const renderedColumns = 13;

interface SeatGridProps {
  readonly seatMap: SeatMapData;
  readonly seatLines: SeatLines;
  readonly selected: ReadonlySet<number>;
  /** No seat can be chosen: the event is not active. */
  readonly isClosed: boolean;
  /** Seats cannot be deselected either: the order is being created. */
  readonly isFrozen: boolean;
  /** Only the surroundings of the focused seat are rendered. */
  readonly isLarge: boolean;
  readonly active: number;
  readonly view: MapView;
  readonly onActive: (index: number) => void;
  readonly onPress: (index: number) => void;
}

interface RowProps {
  readonly seatMap: SeatMapData;
  readonly line: number;
  /** Index of the line among the lines with seats, from 1. */
  readonly rowIndex: number;
  /** Seats of the row; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly selected: ReadonlySet<number>;
  /** Displayed statuses of its seats as text: a change renders the row again. */
  readonly looks: string;
  readonly active: number | null;
  readonly isClosed: boolean;
  readonly isFrozen: boolean;
  readonly t: Translate;
}

function isSameRow(before: RowProps, after: RowProps): boolean {
  return (
    before.seatMap.cells === after.seatMap.cells &&
    before.from === after.from &&
    before.to === after.to &&
    before.line === after.line &&
    before.looks === after.looks &&
    before.active === after.active &&
    before.isClosed === after.isClosed &&
    before.isFrozen === after.isFrozen &&
    before.t === after.t
  );
}

/** Where a cell stands: a grid places it in its row, a plan on the plane. */
function placeOf({ next, x, y, rotation }: SeatMapData, index: number): CSSProperties {
  if (next === null) return { '--column': x[index] } as CSSProperties;
  const turn = rotation?.[index] ?? 0;
  const place = { '--line': y[index], '--column': x[index] } as CSSProperties;
  return turn === 0 ? place : { ...place, rotate: `${turn}deg` };
}

const GridRow = memo(function GridRow(props: RowProps) {
  const { seatMap, line, rowIndex, from, to, selected, active, isClosed, isFrozen } = props;
  const { t } = props;
  const name = nameOf(seatMap, from);
  const isPlan = seatMap.next !== null;
  return (
    <div
      className={isPlan ? styles.planRow : styles.row}
      style={{ '--line': line } as CSSProperties}
      role="row"
      aria-rowindex={rowIndex}
      tabIndex={-1}
    >
      <span className={styles.hiddenName} role="rowheader" tabIndex={-1}>
        {rowLabel(name)}
      </span>
      {Array.from({ length: to - from }, (_, place) => {
        const index = from + place;
        const isSelected = selected.has(index);
        const isFree = seatMap.status[index] === availableCode && !isClosed;
        const column = seatMap.columnOf[index] ?? 0;
        return (
          <div
            key={index}
            role="gridcell"
            data-index={index}
            data-seat={numberOf(seatMap, index)}
            data-status={shownStatus(statusOf(seatMap, index), isSelected)}
            tabIndex={index === active ? 0 : -1}
            aria-colindex={column + 2}
            aria-selected={isSelected}
            aria-disabled={isFrozen || !(isSelected || isFree) || undefined}
            aria-label={seatLabel(t, seatMap, index, isSelected)}
            className={isPlan ? styles.planCell : styles.cell}
            style={placeOf(seatMap, index)}
          />
        );
      })}
    </div>
  );
}, isSameRow);

/** Returns the seat index of an element; null outside the seats. */
function indexAt(target: EventTarget): number | null {
  const cell = (target as Element).closest<HTMLElement>('[data-index]');
  return cell === null ? null : Number(cell.dataset.index);
}

/** Rows of one section in the order of the map; the section is empty for rows that several sections share. */
interface RowGroup {
  readonly section: string;
  readonly members: number[];
}

/** Groups rows by their section. */
function groupsOf(
  seatMap: SeatMapData,
  { starts }: SeatLines,
  ranks: readonly number[],
): readonly RowGroup[] {
  const groups: RowGroup[] = [];
  for (const rank of ranks) {
    const [first, last] = [starts[rank] ?? 0, (starts[rank + 1] ?? 1) - 1];
    const isShared = seatMap.runOf[first] !== seatMap.runOf[last];
    const section = isShared ? '' : nameOf(seatMap, first).section;
    const group = groups.at(-1);
    if (group?.section === section) group.members.push(rank);
    else groups.push({ section, members: [rank] });
  }
  return groups;
}

/**
 * The seats as an ARIA grid with one tab stop, exactly over the drawn seats: arrows, Home, End and Page keys, 'n' (next free seat) and 's'
 * (next section) move, Space and Enter select, plus, minus and zero zoom (accessibility).
 */
export function SeatGrid(props: SeatGridProps) {
  const { seatMap, seatLines, selected, isClosed, isFrozen, isLarge, active, view } = props;
  const { onActive, onPress } = props;
  const t = useText();
  const grid = useRef<HTMLDivElement>(null);
  const isWanted = useRef(false);

  useEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    view.reveal(seatMap.y[active] ?? 0, seatMap.x[active] ?? 0);
    grid.current
      ?.querySelector<HTMLElement>(`[data-index="${active}"]`)
      ?.focus({ preventScroll: true });
  }, [active, seatMap, view]);

  const onKeyDown = (event: KeyboardEvent) => {
    const from = indexAt(event.target);
    if (from === null || event.altKey) return;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      onPress(from);
      return;
    }
    const zoom = zoomKeys[event.key];
    if (zoom !== undefined && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (zoom === 0) view.fit();
      else view.step(zoom);
      return;
    }
    const next = seatAfterKey(seatMap, seatLines, from, event);
    if (next === null) return;
    event.preventDefault();
    if (next === from) return;
    isWanted.current = true;
    onActive(next);
  };

  const ranks = isLarge ? [rankOf(seatLines, seatMap, active)] : Array.from(seatLines.lines.keys());
  const row = (rank: number) => {
    let from = seatLines.starts[rank] ?? 0;
    let to = seatLines.starts[rank + 1] ?? 0;
    if (isLarge) {
      from = Math.max(from, active - renderedColumns);
      to = Math.min(to, active + renderedColumns + 1);
    }
    let looks = '';
    for (let index = from; index < to; index += 1) {
      looks += selected.has(index) ? 'x' : (seatMap.status[index] ?? 0);
    }
    const line = seatLines.lines[rank] ?? 0;
    return (
      <GridRow
        key={isLarge ? 'near' : line}
        seatMap={seatMap}
        line={line}
        rowIndex={rank + 1}
        from={from}
        to={to}
        selected={selected}
        looks={looks}
        active={active >= from && active < to ? active : null}
        isClosed={isClosed}
        isFrozen={isFrozen}
        t={t}
      />
    );
  };
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={t('seats.grid')}
      aria-rowcount={seatLines.lines.length}
      aria-colcount={seatMap.gridColumns + 1}
      aria-multiselectable="true"
      tabIndex={-1}
      className={styles.grid}
      onKeyDown={onKeyDown}
      // Screen readers may move the focus themselves: the tab stop follows.
      onFocus={(event) => {
        const index = indexAt(event.target);
        if (index === null) return;
        onActive(index);
        const isSeen = view.seen.cell >= targetCell || !event.target.matches(':focus-visible');
        if (!isSeen) view.reveal(seatMap.y[index] ?? 0, seatMap.x[index] ?? 0);
      }}
    >
      {groupsOf(seatMap, seatLines, ranks).map(({ section, members }) =>
        section === '' ? (
          members.map(row)
        ) : (
          <div
            key={isLarge ? 'near' : `${section} ${members[0]}`}
            role="rowgroup"
            tabIndex={-1}
            aria-label={section}
          >
            {members.map(row)}
          </div>
        ),
      )}
    </div>
  );
}

const zoomKeys: Readonly<Record<string, 1 | -1 | 0>> = { '+': 1, '=': 1, '-': -1, '0': 0 };
