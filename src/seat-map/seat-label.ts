import { rupiah } from '../text/format.ts';
import type { Translate } from '../text/translate.ts';
import { categoryOf, nameOf, type SeatMapData, statusOf } from './data/seat-map-data.ts';
import { shownStatus } from './seat-look.ts';
import type { SeatName } from './seat-name.ts';

/** The spoken name of a row, with its section if the map has sections. */
export function rowLabel({ section, row }: Pick<SeatName, 'section' | 'row'>): string {
  return section === '' ? row : `${section} ${row}`;
}

/** Returns 'Baris B kursi 12, VIP, Rp750.000, tersedia'. */
export function seatLabel(
  t: Translate,
  seatMap: SeatMapData,
  index: number,
  isSelected: boolean,
): string {
  const name = nameOf(seatMap, index);
  return t('seats.name', {
    row: rowLabel(name),
    number: name.number,
    category: categoryOf(seatMap, index)?.name ?? '',
    price: rupiah(seatMap.price[index] ?? 0),
    status: t(`seats.status.${shownStatus(statusOf(seatMap, index), isSelected)}`),
  });
}
