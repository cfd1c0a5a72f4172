import { rupiah } from '../text/format.ts';
import type { Translate } from '../text/translate.ts';
import { companionPlace, wheelchairPlace } from './data/codes.ts';
import { categoryOf, indexOf, nameOf, type SeatMapData, statusOf } from './data/seat-map-data.ts';
import { shownStatus } from './seat-look.ts';
import { type SeatName, seatName } from './seat-name.ts';

/** The spoken name of a row, with its section if the map has sections. */
export function rowLabel({ section, row }: Pick<SeatName, 'section' | 'row'>): string {
  return section === '' ? row : `${section} ${row}`;
}

/** Returns the name of a seat by its number; one that is no longer on the map is named by its number alone. */
export function nameOfNumber(seatMap: SeatMapData, number: string, row: string): SeatName {
  const index = indexOf(seatMap, number);
  return index < 0 ? seatName(number, row) : nameOf(seatMap, index);
}

/** Returns the text of a marked place ('kursi roda'); null for any other seat. */
export function accessText(t: Translate, { access }: SeatMapData, index: number): string | null {
  const code = access?.[index];
  if (code === wheelchairPlace) return t('seats.access.wheelchair');
  return code === companionPlace ? t('seats.access.companion') : null;
}

/** Returns the category of a seat with the mark of its place: 'VIP', 'VIP, kursi roda'. */
export function categoryText(t: Translate, seatMap: SeatMapData, index: number): string {
  const parts = [categoryOf(seatMap, index)?.name ?? '', accessText(t, seatMap, index)];
  return parts.filter((part) => part !== null).join(', ');
}

/** Returns 'Baris B kursi 12'. */
export function placeText(t: Translate, seatMap: SeatMapData, index: number): string {
  const name = nameOf(seatMap, index);
  return t('seats.place', { row: rowLabel(name), number: name.number });
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
    category: categoryText(t, seatMap, index),
    price: rupiah(seatMap.price[index] ?? 0),
    status: t(`seats.status.${shownStatus(statusOf(seatMap, index), isSelected)}`),
  });
}
