// biome-ignore-all lint/a11y/useSemanticElements: the cells stand where the hall has them, which a table would undo.
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { SeatCategory } from '../../../contract/seatmap.ts';
import { rupiah } from '../../text/format.ts';
import { type Translate, useText } from '../../text/translate.ts';
import styles from './seat-grid.module.css';
import {
  type MapPart,
  type MapRow,
  type MapSeat,
  neighbour,
  rowLabel,
  safeColour,
  shownStatus,
} from './seat-model.ts';

/** 'Baris B kursi 12, VIP, Rp750.000, tersedia'. */
export function seatLabel(
  t: Translate,
  { seat, name }: MapSeat,
  category: string,
  isSelected: boolean,
): string {
  return t('seats.name', {
    row: rowLabel(name),
    number: name.number,
    category,
    price: rupiah(seat.price),
    status: t(`seats.status.${shownStatus(seat.status, isSelected)}`),
  });
}

interface SeatGridProps {
  readonly part: MapPart;
  readonly categories: readonly SeatCategory[];
  readonly selected: ReadonlySet<string>;
  /** No seat can be chosen: the event is not active. */
  readonly isClosed: boolean;
  /** Nor given back: the order is being made. */
  readonly isFrozen: boolean;
  readonly onPress: (entry: MapSeat) => void;
}

interface RowProps {
  readonly row: MapRow;
  readonly index: number;
  readonly gap: number;
  readonly part: MapPart;
  readonly looks: ReadonlyMap<string, { readonly name: string; readonly colour: string }>;
  /** Numbers of the selected seats of this row, joined, so that other rows need not be drawn again. */
  readonly chosen: string;
  readonly active: string | null;
  readonly isClosed: boolean;
  readonly isFrozen: boolean;
  /** Where the word for the stage stands: in this line, under it (between two lines), or not here. */
  readonly stageName: 'here' | 'under' | null;
  readonly t: Translate;
}

const separator = '\n';

const GridRow = memo(function GridRow(props: RowProps) {
  const { row, index, gap, part, looks, chosen, active, isClosed, isFrozen, stageName, t } = props;
  const selected = new Set(chosen.split(separator));
  const column = (of: number) => of - part.firstColumn + 2;
  const style = { '--gap': gap } as CSSProperties;
  if (row.seats.length === 0) {
    const from = Math.min(...row.stage);
    const to = Math.max(...row.stage);
    return (
      <div className={styles.row} style={style} aria-hidden="true">
        <span
          className={styles.stage}
          style={{ gridColumn: `${column(from)} / ${column(to) + 1}` }}
        >
          {stageName !== null && (
            <span className={styles.stageName} data-place={stageName}>
              {t('seats.stage')}
            </span>
          )}
        </span>
      </div>
    );
  }
  return (
    <div className={styles.row} style={style} role="row" aria-rowindex={index} tabIndex={-1}>
      <span className={styles.label} role="rowheader" tabIndex={-1}>
        {row.label}
      </span>
      {row.stage.map((at) => (
        <span
          key={at}
          className={styles.stage}
          style={{ gridColumn: column(at) }}
          aria-hidden="true"
        />
      ))}
      {row.seats.map((entry) => {
        const { seat, name } = entry;
        const look = looks.get(seat.category ?? '');
        const isSelected = selected.has(seat.seat_number);
        const shown = shownStatus(seat.status, isSelected);
        const canPress = !isFrozen && (isSelected || (seat.status === 'available' && !isClosed));
        return (
          <div
            key={seat.seat_number}
            role="gridcell"
            data-seat={seat.seat_number}
            data-status={shown}
            tabIndex={seat.seat_number === active ? 0 : -1}
            aria-colindex={column(seat.column)}
            aria-selected={isSelected}
            aria-disabled={!canPress || undefined}
            aria-label={seatLabel(t, entry, look?.name ?? seat.ticket_type ?? '', isSelected)}
            title={seatLabel(t, entry, look?.name ?? seat.ticket_type ?? '', isSelected)}
            className={styles.cell}
            style={
              {
                gridColumn: column(seat.column),
                '--seat': look?.colour ?? safeColour(undefined),
              } as CSSProperties
            }
          >
            <span className={styles.seat}>{shown === 'available' ? name.number : null}</span>
          </div>
        );
      })}
    </div>
  );
});

const moves = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** Seats as an ARIA grid with one tab stop: arrows, Home and End move, Space and Enter choose (accessibility). */
export function SeatGrid(props: SeatGridProps) {
  const { part, categories, selected, isClosed, isFrozen, onPress } = props;
  const t = useText();
  const grid = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const wanted = useRef(false);

  const seats = useMemo(
    () =>
      new Map(
        part.rows.flatMap((row) =>
          row.seats.map((entry) => [entry.seat.seat_number, entry] as const),
        ),
      ),
    [part],
  );
  const looks = useMemo(
    () =>
      new Map(categories.map(({ id, name, color }) => [id, { name, colour: safeColour(color) }])),
    [categories],
  );
  const first = part.rows.find((row) => row.seats.length > 0)?.seats[0]?.seat.seat_number ?? null;
  const current = active !== null && seats.has(active) ? active : first;

  useEffect(() => {
    if (!wanted.current || current === null) return;
    wanted.current = false;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-seat="${CSS.escape(current)}"]`);
    cell?.focus();
    cell?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [current]);

  const entryOf = (target: EventTarget) => {
    const cell = (target as Element).closest<HTMLElement>('[data-seat]');
    return seats.get(cell?.dataset.seat ?? '') ?? null;
  };
  const press = (event: MouseEvent) => {
    const entry = entryOf(event.target);
    if (entry === null) return;
    setActive(entry.seat.seat_number);
    onPress(entry);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const entry = entryOf(event.target);
    if (entry === null || event.altKey) return;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      onPress(entry);
      return;
    }
    if (!moves.has(event.key)) return;
    event.preventDefault();
    const next = neighbour(part, entry.seat.seat_number, event.key, event.ctrlKey || event.metaKey);
    if (next === null) return;
    wanted.current = true;
    setActive(next.seat.seat_number);
  };

  const stageLines = part.rows.filter((row) => row.seats.length === 0).map((row) => row.line);
  const namedLine = stageLines[Math.floor((stageLines.length - 1) / 2)];
  const namedPlace = stageLines.length % 2 === 0 ? 'under' : 'here';
  let rowIndex = 0;
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={t('seats.grid')}
      aria-rowcount={part.rows.filter((row) => row.seats.length > 0).length}
      aria-colcount={part.columns + 1}
      aria-multiselectable="true"
      tabIndex={-1}
      className={styles.grid}
      style={{ '--columns': part.columns } as CSSProperties}
      onClick={press}
      onKeyDown={onKeyDown}
    >
      {part.rows.map((row, at) => {
        if (row.seats.length > 0) rowIndex += 1;
        const before = part.rows[at - 1];
        const chosen = row.seats
          .map(({ seat }) => seat.seat_number)
          .filter((number) => selected.has(number))
          .join(separator);
        const hasActive = row.seats.some(({ seat }) => seat.seat_number === current);
        return (
          <GridRow
            key={row.line}
            row={row}
            index={rowIndex}
            gap={before === undefined ? 0 : row.line - before.line - 1}
            part={part}
            looks={looks}
            chosen={chosen}
            active={hasActive ? current : null}
            isClosed={isClosed}
            isFrozen={isFrozen}
            stageName={row.line === namedLine ? namedPlace : null}
            t={t}
          />
        );
      })}
    </div>
  );
}
