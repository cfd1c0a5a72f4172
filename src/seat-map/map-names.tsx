import { type CSSProperties, memo, useMemo } from 'react';
import { rupiah } from '../text/format.ts';
import { useText, Words } from '../text/translate.ts';
import { type SectionArea, sectionAreasOf, stageAreaOf } from './data/areas.ts';
import type { SeatMapData } from './data/seat-map-data.ts';
import styles from './seat-map.module.css';
import { type SectionFacts, sectionFactsOf } from './section-facts.ts';

/** Font size in cells: as large as the area permits, `most` at most. */
function styleOf(area: SectionArea, text: string, most = 6): CSSProperties {
  const width = area.right - area.left;
  const height = area.bottom - area.top;
  return {
    '--left': area.middle === undefined ? area.left : area.middle.column - width / 2,
    '--top': area.middle === undefined ? area.top : area.middle.line - height / 2,
    '--wide': width,
    '--high': height,
    '--letter': Math.min(height * 0.6, (width / Math.max(2, text.length)) * 1.3, most),
  } as CSSProperties;
}

interface SectionShapeProps extends SectionFacts {
  readonly area: SectionArea;
  readonly isHighlighted: boolean;
}

/** A section while its seats are too small to distinguish: name, price and stock, as far as they fit. */
const SectionShape = memo(function SectionShape(props: SectionShapeProps) {
  const { name, left, price, isFrom, colour, area, isHighlighted } = props;
  const t = useText();
  return (
    <span
      className={styles.section}
      data-full={left === 0 || undefined}
      data-dim={!isHighlighted || undefined}
      // Sections of a plan have shapes of their own.
      data-box={area.middle === undefined || undefined}
      style={{ ...styleOf(area, name), '--seat': colour } as CSSProperties}
    >
      <span className={styles.sectionName}>{name}</span>
      <span className={styles.sectionFacts}>
        {left === 0 ? (
          <Words of="seats.soldOut" />
        ) : (
          <>
            <span>{isFrom ? t('seats.priceFrom', { price: rupiah(price) }) : rupiah(price)}</span>
            <span>{t('seats.left', { n: left })}</span>
          </>
        )}
      </span>
    </span>
  );
});

/** What the drawn zones call the stage, such as the pitch of a stadium; empty where they do not say. */
function wordsOfStage({ zones }: SeatMapData): string {
  const drawing = zones?.items.find(({ id }) => id === 'stage')?.svg ?? '';
  return [...drawing.matchAll(/<tspan[^>]*>([^<]+)</g)].map(([, word]) => word).join(' ');
}

interface MapNamesProps {
  readonly seatMap: SeatMapData;
  /** Number of changes of the map. */
  readonly version: number;
  /** Id of the highlighted category; null for all. */
  readonly highlight: string | null;
}

/** Name of the stage, and the sections as shapes while their seats are too small to distinguish; hidden from screen readers. */
export const MapNames = memo(function MapNames({ seatMap, version, highlight }: MapNamesProps) {
  const t = useText();
  const { cells } = seatMap;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places of a map never change, its object does.
  const [stage, areas] = useMemo(() => [stageAreaOf(seatMap), sectionAreasOf(seatMap)], [cells]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: statuses are updated in place, and `version` signals it.
  const sections = useMemo(
    () => (areas.size === 0 ? [] : sectionFactsOf(seatMap)),
    [seatMap, version, areas],
  );
  const stageName = wordsOfStage(seatMap) || t('seats.stage');
  return (
    <div className={styles.names} aria-hidden="true">
      {stage !== null && (
        <span className={styles.stage} style={styleOf(stage, stageName, stage.right)}>
          {stageName}
        </span>
      )}
      {sections.map((facts) => {
        const area = areas.get(facts.name);
        if (area === undefined) return null;
        const isHighlighted = highlight === null || highlight === facts.categoryId;
        return (
          <SectionShape key={facts.name} {...facts} area={area} isHighlighted={isHighlighted} />
        );
      })}
    </div>
  );
});
