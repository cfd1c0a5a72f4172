import { type CSSProperties, memo, useMemo } from 'react';
import { useText } from '../text/translate.ts';
import { type SectionArea, sectionAreasOf, stageAreaOf } from './data/areas.ts';
import type { SeatMapData } from './data/seat-map-data.ts';
import styles from './seat-map.module.css';

/** Font size in cells: as large as the area permits. */
function styleOf(area: SectionArea, text: string): CSSProperties {
  const width = area.right - area.left;
  const height = area.bottom - area.top;
  return {
    '--left': area.middle === undefined ? area.left : area.middle.column - width / 2,
    '--top': area.middle === undefined ? area.top : area.middle.line - height / 2,
    '--wide': width,
    '--high': height,
    '--letter': Math.min(height * 0.6, (width / Math.max(2, text.length)) * 1.3, 6),
  } as CSSProperties;
}

/** Names of the stage, and of sections while their seats are too small to distinguish; hidden from screen readers. */
export const MapNames = memo(
  function MapNames({ seatMap }: { readonly seatMap: SeatMapData }) {
    const t = useText();
    const stage = useMemo(() => stageAreaOf(seatMap), [seatMap]);
    const sections = useMemo(() => [...sectionAreasOf(seatMap)], [seatMap]);
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
  (before, after) => before.seatMap.cells === after.seatMap.cells,
);
