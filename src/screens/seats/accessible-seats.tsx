import Accessibility from 'lucide-react/icons/accessibility';
import { useMemo, useState } from 'react';
import {
  hasCompanionPlaces,
  hasWheelchairPlaces,
  wheelchairPlaceFor,
} from '../../seat-map/choice/access-places.ts';
import type { SeatMapData } from '../../seat-map/data/seat-map-data.ts';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { OpenedSheet } from './opened-sheet.tsx';
import styles from './seats.module.css';

interface AccessibleSeatsProps {
  readonly seatMap: SeatMapData;
  readonly selected: ReadonlySet<number>;
  /** The choice cannot be changed now. */
  readonly isFrozen: boolean;
  /** Adds the seats to the choice. */
  readonly onTake: (indexes: readonly number[]) => void;
}

const mostCompanions = 3;

/** Offers places for wheelchairs to those who ask for one; nothing for a hall without such places. */
export function AccessibleSeats(props: AccessibleSeatsProps) {
  const { seatMap } = props;
  const t = useText();
  const { access } = seatMap;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places of a map never change, its object does.
  const [isOffered, hasCompanions] = useMemo(
    () => [hasWheelchairPlaces(seatMap), hasCompanionPlaces(seatMap)],
    [access],
  );
  if (!isOffered) return null;
  return (
    <OpenedSheet title={t('seats.accessAsk')} icon={<Accessibility />}>
      {(close) => <AccessFields {...props} hasCompanions={hasCompanions} onFound={close} />}
    </OpenedSheet>
  );
}

function AccessFields(
  props: AccessibleSeatsProps & {
    readonly hasCompanions: boolean;
    readonly onFound: () => void;
  },
) {
  const { seatMap, selected, isFrozen, hasCompanions, onTake, onFound } = props;
  const t = useText();
  const [companions, setCompanions] = useState(1);
  const [problem, setProblem] = useState('');
  const wanted = hasCompanions ? companions : 0;
  const find = () => {
    if (isFrozen) return;
    const isFull = selected.size + 1 + wanted > seatMap.maxTickets;
    const found = isFull ? [] : wheelchairPlaceFor(seatMap, wanted, selected);
    const none = wanted === 0 ? t('seats.accessNone') : t('seats.accessNoneWith', { n: wanted });
    setProblem(isFull ? t('seats.accessFull', { max: seatMap.maxTickets }) : none);
    if (found.length === 0) return;
    onTake(found);
    onFound();
  };
  return (
    <div className="stack gap-3">
      <p>{t('seats.accessWhat')}</p>
      <div className={styles.accessFields}>
        {hasCompanions && (
          <SelectField
            label={t('seats.accessCompanions')}
            value={String(companions)}
            placeholder={false}
            options={Array.from({ length: mostCompanions + 1 }, (_, n) => ({
              value: String(n),
              label: n === 0 ? t('seats.accessAlone') : String(n),
            }))}
            onChange={(event) => setCompanions(Number(event.target.value))}
          />
        )}
        <Button variant="secondary" aria-disabled={isFrozen} onClick={find}>
          {t('seats.accessFind')}
        </Button>
      </div>
      <p role="status">{problem}</p>
    </div>
  );
}
