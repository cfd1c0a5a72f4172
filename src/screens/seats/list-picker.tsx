import List from 'lucide-react/icons/list';
import { useMemo, useState } from 'react';
import {
  availableCode,
  categoryOf,
  nameOf,
  type SeatMapData,
} from '../../seat-map/data/seat-map-data.ts';
import { categoryText } from '../../seat-map/seat-label.ts';
import { rupiah } from '../../text/format.ts';
import { type Translate, useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { type Option, SelectField } from '../../ui/form/field.tsx';
import { OpenedSheet } from './opened-sheet.tsx';
import styles from './seats.module.css';

interface ListPickerProps {
  readonly seatMap: SeatMapData;
  readonly selected: ReadonlySet<number>;
  /** The choice cannot be changed now. */
  readonly isFrozen: boolean;
  /** Message about the last press. */
  readonly said: string;
  readonly onPick: (index: number) => void;
}

/** Available seats, by part of the seat map and by index of their row in `SeatMapData.runs`. */
type Offered = ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>;

/** Parts are sections, or categories of a seat map without sections. */
function offeredIn(seatMap: SeatMapData, selected: ReadonlySet<number>): Offered {
  const parts = new Map<string, Map<number, number[]>>();
  for (let index = 0; index < seatMap.count; index += 1) {
    if (seatMap.status[index] !== availableCode || selected.has(index)) continue;
    const place = seatMap.runOf[index] ?? 0;
    const section = seatMap.runs[place]?.section ?? '';
    const key = section === '' ? (categoryOf(seatMap, index)?.id ?? '') : section;
    const rows = parts.get(key) ?? new Map<number, number[]>();
    const row = rows.get(place);
    if (row === undefined) rows.set(place, [index]);
    else row.push(index);
    parts.set(key, rows);
  }
  return parts;
}

const count = (rows: ReadonlyMap<number, readonly number[]>) =>
  [...rows.values()].reduce((sum, { length }) => sum + length, 0);

function partOption(
  t: Translate,
  seatMap: SeatMapData,
  key: string,
  rows: ReadonlyMap<number, readonly number[]>,
): Option {
  const [place = 0] = rows.keys();
  const categories = new Set(
    [...rows.values()].flat().map((index) => categoryOf(seatMap, index)?.name ?? ''),
  );
  // The seats of a section with several categories say their own.
  const category = categories.size === 1 ? [...categories][0] : '';
  const section = seatMap.runs[place]?.section ?? '';
  const part = [section, category].filter(Boolean).join(', ') || key;
  return { value: key, label: t('seats.partOption', { part, n: count(rows) }) };
}

/**
 * The choice of seats without the map: part, then row, then seat; lists only available seats (accessibility). Three native lists, so that a
 * stadium costs no more than a hundred options at a time.
 */
export function ListPicker(props: ListPickerProps) {
  const t = useText();
  return (
    <OpenedSheet title={t('seats.list')} icon={<List />}>
      {() => <ListFields {...props} />}
    </OpenedSheet>
  );
}

function ListFields({ seatMap, selected, isFrozen, said, onPick }: ListPickerProps) {
  const t = useText();
  const [part, setPart] = useState('');
  const [row, setRow] = useState('');
  const [seat, setSeat] = useState('');

  const parts = useMemo(() => offeredIn(seatMap, selected), [seatMap, selected]);
  const rows = parts.get(part) ?? new Map<number, readonly number[]>();
  const seats = rows.get(row === '' ? -1 : Number(row)) ?? [];
  const chosen = seats.find((index) => String(index) === seat);

  return (
    <div className={styles.pickerFields}>
      <SelectField
        label={t('seats.part')}
        value={parts.has(part) ? part : ''}
        options={[...parts].map(([key, of]) => partOption(t, seatMap, key, of))}
        onChange={(event) => {
          setPart(event.target.value);
          setRow('');
          setSeat('');
        }}
      />
      <SelectField
        label={t('seats.pickRow')}
        value={seats.length > 0 ? row : ''}
        disabled={rows.size === 0}
        options={[...rows].map(([place, of]) => ({
          value: String(place),
          label: t('seats.pickRowOption', { row: seatMap.runs[place]?.row ?? '', n: of.length }),
        }))}
        onChange={(event) => {
          setRow(event.target.value);
          setSeat('');
        }}
      />
      <SelectField
        label={t('seats.pickSeat')}
        value={chosen === undefined ? '' : seat}
        disabled={seats.length === 0}
        options={seats.map((index) => ({
          value: String(index),
          label: t('seats.pickSeatOption', {
            number: nameOf(seatMap, index).number,
            category: categoryText(t, seatMap, index),
            price: rupiah(seatMap.price[index] ?? 0),
          }),
        }))}
        onChange={(event) => setSeat(event.target.value)}
      />
      <Button
        variant="secondary"
        aria-disabled={chosen === undefined || isFrozen}
        onClick={() => {
          if (chosen === undefined || isFrozen) return;
          onPick(chosen);
          setSeat('');
        }}
      >
        {t('seats.pickAdd')}
      </Button>
      {/* A page below a modal sheet announces nothing. */}
      <p role="status">{said}</p>
    </div>
  );
}
