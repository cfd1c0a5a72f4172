import { useState } from 'react';
import type { SeatCategory } from '../../../contract/seatmap.ts';
import { rupiah } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { SelectField } from '../../ui/field.tsx';
import { type MapPart, type MapSeat, rowLabel } from './seat-model.ts';
import styles from './seats.module.css';

interface ListPickerProps {
  readonly parts: readonly MapPart[];
  readonly categories: readonly SeatCategory[];
  readonly selected: ReadonlySet<string>;
  /** The choice cannot be changed now. */
  readonly isFrozen: boolean;
  readonly onPress: (entry: MapSeat) => void;
}

const none: readonly MapSeat[] = [];

/** The same choice without the map: category, then row, then seat; only what can be chosen now is listed (accessibility). */
export function ListPicker(props: ListPickerProps) {
  const { parts, categories, selected, isFrozen, onPress } = props;
  const t = useText();
  const [category, setCategory] = useState('');
  const [row, setRow] = useState('');
  const [number, setNumber] = useState('');

  const rows = new Map<string, MapSeat[]>();
  if (category !== '') {
    for (const part of parts) {
      for (const line of part.rows) {
        for (const entry of line.seats) {
          const { seat, name } = entry;
          const isOffered =
            seat.category === category &&
            seat.status === 'available' &&
            !selected.has(seat.seat_number);
          if (!isOffered) continue;
          const label = rowLabel(name);
          const known = rows.get(label);
          if (known === undefined) rows.set(label, [entry]);
          else known.push(entry);
        }
      }
    }
  }
  const seats = rows.get(row) ?? none;
  const entry = seats.find(({ seat }) => seat.seat_number === number);

  return (
    <Disclosure summary={t('seats.list')} className={styles.picker}>
      <div className={styles.pickerFields}>
        <SelectField
          label={t('seats.pickCategory')}
          value={category}
          options={categories.map(({ id, name, price }) => ({
            value: id,
            label: `${name}, ${rupiah(price)}`,
          }))}
          onChange={(event) => {
            setCategory(event.target.value);
            setRow('');
            setNumber('');
          }}
        />
        <SelectField
          label={t('seats.pickRow')}
          value={row}
          disabled={category === ''}
          options={[...rows].map(([label, offered]) => ({
            value: label,
            label: t('seats.pickRowOption', { row: label, n: offered.length }),
          }))}
          onChange={(event) => {
            setRow(event.target.value);
            setNumber('');
          }}
        />
        <SelectField
          label={t('seats.pickSeat')}
          value={entry === undefined ? '' : number}
          disabled={row === ''}
          options={seats.map(({ seat, name }) => ({
            value: seat.seat_number,
            label: t('seats.pickSeatOption', { number: name.number }),
          }))}
          onChange={(event) => setNumber(event.target.value)}
        />
        <Button
          variant="secondary"
          disabled={entry === undefined || isFrozen}
          onClick={() => {
            if (entry === undefined) return;
            onPress(entry);
            setNumber('');
          }}
        >
          {t('seats.pickAdd')}
        </Button>
      </div>
    </Disclosure>
  );
}
