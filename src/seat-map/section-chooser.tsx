import { memo, useMemo, useState } from 'react';
import { useText } from '../text/translate.ts';
import { SelectField } from '../ui/form/field.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { sectionAreasOf } from './data/areas.ts';
import type { SeatMapData } from './data/seat-map-data.ts';
import styles from './seat-map.module.css';

interface SectionChooserProps {
  readonly seatMap: SeatMapData;
  /** Empty for the whole map. */
  readonly onChoose: (section: string) => void;
}

/** Shows one section of the map and moves the tab stop of its grid there; nothing for a map with fewer than two sections. */
export const SectionChooser = memo(
  function SectionChooser({ seatMap, onChoose }: SectionChooserProps) {
    const t = useText();
    const sections = useMemo(() => [...sectionAreasOf(seatMap).keys()], [seatMap]);
    const [section, setSection] = useState('');
    if (sections.length < 2) return null;
    return (
      <div className={styles.sections}>
        <SelectField
          label={<VisuallyHidden>{t('seats.showPart')}</VisuallyHidden>}
          value={section}
          placeholder={t('seats.showPart')}
          options={sections.map((name) => ({ value: name, label: name }))}
          onChange={(event) => {
            setSection(event.target.value);
            onChoose(event.target.value);
          }}
        />
      </div>
    );
  },
  (before, after) => before.seatMap.cells === after.seatMap.cells,
);
