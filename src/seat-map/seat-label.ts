import { rupiah } from '../text/format.ts';
import type { Translate } from '../text/translate.ts';
import { categoryOf, type Hall, nameOf, statusOf } from './hall/hall.ts';
import { shownStatus } from './seat-look.ts';
import type { SeatName } from './seat-name.ts';

/** The spoken name of a row, with its section if the map has sections. */
export function rowLabel({ section, row }: Pick<SeatName, 'section' | 'row'>): string {
  return section === '' ? row : `${section} ${row}`;
}

/** Returns 'Baris B kursi 12, VIP, Rp750.000, tersedia'. */
export function seatLabel(t: Translate, hall: Hall, index: number, isSelected: boolean): string {
  const name = nameOf(hall, index);
  return t('seats.name', {
    row: rowLabel(name),
    number: name.number,
    category: categoryOf(hall, index)?.name ?? '',
    price: rupiah(hall.price[index] ?? 0),
    status: t(`seats.status.${shownStatus(statusOf(hall, index), isSelected)}`),
  });
}
