import { type CSSProperties, memo, useMemo } from 'react';
import { useText } from '../text/translate.ts';
import type { Hall } from './hall.ts';
import { stageCell } from './hall-codes.ts';
import styles from './seat-map.module.css';

/** Lines and columns a name stands over, from the first to before the last. */
interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

function widened(area: Area | undefined, line: number, column: number, columns = 1): Area {
  return {
    top: Math.min(area?.top ?? line, line),
    left: Math.min(area?.left ?? column, column),
    bottom: Math.max(area?.bottom ?? 0, line + 1),
    right: Math.max(area?.right ?? 0, column + columns),
  };
}

/** Where the stage stands; null for a hall that draws none. */
export function stageAreaOf(hall: Hall): Area | null {
  let area: Area | undefined;
  for (let cell = hall.cells.indexOf(stageCell); cell >= 0; ) {
    const column = cell % hall.columns;
    area = widened(area, (cell - column) / hall.columns, column);
    cell = hall.cells.indexOf(stageCell, cell + 1);
  }
  return area ?? null;
}

/** Where the sections of a hall stand, by name; none where it has no sections. */
export function sectionAreasOf(hall: Hall): ReadonlyMap<string, Area> {
  const areas = new Map<string, Area>();
  for (const { section, from, to } of hall.runs) {
    if (section === '') continue;
    const line = hall.lineOf[from] ?? 0;
    const first = hall.columnOf[from] ?? 0;
    const last = hall.columnOf[to - 1] ?? 0;
    areas.set(section, widened(areas.get(section), line, first, last - first + 1));
  }
  return areas;
}

/** In cells: as large as the area lets it be. */
function styleOf(area: Area, text: string): CSSProperties {
  const width = area.right - area.left;
  const height = area.bottom - area.top;
  return {
    '--left': area.left,
    '--top': area.top,
    '--wide': width,
    '--high': height,
    '--letter': Math.min(height * 0.6, (width / Math.max(2, text.length)) * 1.3, 6),
  } as CSSProperties;
}

/** The stage, and the names of sections as long as their seats are too small to be told apart; for the eye alone. */
export const MapNames = memo(
  function MapNames({ hall }: { readonly hall: Hall }) {
    const t = useText();
    const stage = useMemo(() => stageAreaOf(hall), [hall]);
    const sections = useMemo(() => [...sectionAreasOf(hall)], [hall]);
    const stageName = t('seats.stage');
    return (
      <div className={styles.names} aria-hidden="true">
        {stage !== null && (
          <span className={styles.stage} style={styleOf(stage, stageName)}>
            {stageName}
          </span>
        )}
        {sections.map(([name, area]) => (
          <span key={name} className={styles.section} style={styleOf(area, name)}>
            <span>{name}</span>
          </span>
        ))}
      </div>
    );
  },
  (before, after) => before.hall.cells === after.hall.cells,
);
