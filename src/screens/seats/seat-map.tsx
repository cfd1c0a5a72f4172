import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import type { Seatmap } from '../../../contract/seatmap.ts';
import { useText } from '../../text/translate.ts';
import { IconButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import gridStyles from './seat-grid.module.css';
import { SeatGrid } from './seat-grid.tsx';
import { type MapPart, type MapSeat, type ShownStatus, safeColour } from './seat-model.ts';
import styles from './seats.module.css';

/** Pixels of a cell at 100 % (§9). */
const baseCell = 40;
/** Pixels the whole map is fitted into at first (§9). */
const fitSize = 500;
/** Smallest cell at first: the size of a target (accessibility); the buttons go below it. */
const firstCell = 24;
const zoom = { least: 30, most: 200, step: 20 } as const;
const signs: readonly ShownStatus[] = [
  'available',
  'selected',
  'booked',
  'in_transaction',
  'sold',
  'almost',
];

/** Percent a part is shown at first. */
export function firstZoom(part: MapPart): number {
  const lines = (part.rows.at(-1)?.line ?? 1) - part.firstLine + 1;
  const fitted = fitSize / Math.max(part.columns, lines);
  return Math.round((Math.min(baseCell, Math.max(firstCell, fitted)) / baseCell) * 100);
}

function Legend({ categories }: { readonly categories: Seatmap['categories'] }) {
  const t = useText();
  return (
    <section className={styles.legend} aria-label={t('seats.legend')}>
      <ul>
        {categories.map(({ id, name, color }) => (
          <li key={id}>
            <span
              className={gridStyles.sign}
              style={{ '--seat': safeColour(color) } as CSSProperties}
              aria-hidden="true"
            />
            {name}
          </li>
        ))}
        {signs.slice(1).map((status) => (
          <li key={status} data-status={status}>
            <span className={gridStyles.sign} aria-hidden="true" />
            {t(`seats.status.${status}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SeatMapProps {
  readonly seatmap: Seatmap;
  readonly parts: readonly MapPart[];
  readonly selected: ReadonlySet<string>;
  /** The choice cannot be changed now. */
  readonly isFrozen: boolean;
  readonly onPress: (entry: MapSeat) => void;
}

/** The map in its window: zoom by buttons, scrolling by the browser; a large map a part at a time (§2, §9). */
export function SeatMap({ seatmap, parts, selected, isFrozen, onPress }: SeatMapProps) {
  const t = useText();
  const [key, setKey] = useState<string | null>(null);
  const [percents, setPercents] = useState<Readonly<Record<string, number>>>({});
  const part =
    parts.find((candidate) => candidate.key === key) ??
    parts.find((candidate) => candidate.available > 0) ??
    parts[0];
  const viewport = useRef<HTMLDivElement>(null);
  const shownPart = part?.key;
  // The middle of the hall first: its left edge says nothing on a phone.
  useLayoutEffect(() => {
    const box = viewport.current;
    if (box !== null && shownPart !== undefined) {
      box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2;
    }
  }, [shownPart]);
  if (part === undefined) return null;

  const partName = ({ label, rows }: MapPart) => {
    const category = rows.find((row) => row.seats.length > 0)?.seats[0]?.seat.category;
    const name = seatmap.categories.find(({ id }) => id === category)?.name;
    return name === undefined ? label : `${label}, ${name}`;
  };
  const percent = percents[part.key] ?? firstZoom(part);
  const zoomTo = (next: number) =>
    setPercents({ ...percents, [part.key]: Math.min(zoom.most, Math.max(zoom.least, next)) });
  const style = { '--cell': `${(baseCell * percent) / 100}px` } as CSSProperties;

  return (
    <section className={styles.map} aria-label={t('seats.grid')}>
      {parts.length > 1 && (
        <SelectField
          label={t('seats.part')}
          value={part.key}
          placeholder={false}
          options={parts.map((option) => ({
            value: option.key,
            label: t('seats.partOption', { part: partName(option), n: option.available }),
          }))}
          onChange={(event) => setKey(event.target.value)}
        />
      )}
      <div className={styles.window}>
        <div ref={viewport} className={styles.viewport} style={style}>
          <SeatGrid
            key={part.key}
            part={part}
            categories={seatmap.categories}
            selected={selected}
            isFrozen={isFrozen}
            isClosed={seatmap.event_status !== 'active' && seatmap.event_status !== ''}
            onPress={onPress}
          />
        </div>
        <div className={styles.zoom}>
          <IconButton
            label={t('seats.zoomOut')}
            variant="secondary"
            disabled={percent <= zoom.least}
            onClick={() => zoomTo(percent - zoom.step)}
          >
            <Minus />
          </IconButton>
          <output className={styles.percent} aria-label={t('seats.zoom')}>
            {percent}%
          </output>
          <IconButton
            label={t('seats.zoomIn')}
            variant="secondary"
            disabled={percent >= zoom.most}
            onClick={() => zoomTo(percent + zoom.step)}
          >
            <Plus />
          </IconButton>
        </div>
      </div>
      <Legend categories={seatmap.categories} />
    </section>
  );
}
