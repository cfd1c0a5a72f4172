import type { Seat } from '../../../../contract/seatmap.ts';
import { buildSeatMapData, type SeatMapData } from '../../../../src/seat-map/data/seat-map-data.ts';

const colours = ['#b30f58', '#1f5aa8', '#12704a', '#8a4b00', '#5b2bd9'];
const seatsARow = 20;
const rowsASection = 20;
const aisle = 2;

/** A reproducible square seat map of `count` seats in sections of 20 rows of 20; every third seat is taken. */
export function makeSeatMap(count: number): SeatMapData {
  const sections = Math.ceil(count / (seatsARow * rowsASection));
  const across = Math.ceil(Math.sqrt(sections));
  const items = Array.from({ length: count }, (_, at): Seat => {
    const section = Math.floor(at / (seatsARow * rowsASection));
    const within = at % (seatsARow * rowsASection);
    const row = Math.floor(within / seatsARow);
    const place = within % seatsARow;
    const category = section % colours.length;
    const number = `U${section + 1}-${String.fromCharCode(65 + row)}-${place + 1}`;
    return {
      id: number,
      seat_number: number,
      row: Math.floor(section / across) * (rowsASection + aisle) + row + 1,
      column: (section % across) * (seatsARow + aisle) + place + 1,
      ticket_type: null,
      price: 250_000 * (category + 1),
      status: (at * 7919) % 3 === 0 ? 'sold' : 'available',
      category: `c${category}`,
    };
  });
  const seatMap = buildSeatMapData({
    event_status: 'active',
    categories: colours.map((color, at) => ({
      id: `c${at}`,
      name: `Kategori ${at + 1}`,
      color,
      price: 250_000 * (at + 1),
      max_capacity: count,
      sold_tickets_count: 0,
      available_seats: null,
    })),
    seatLayout: { totalRows: 0, totalCols: 0, items },
  });
  if (seatMap === null) throw new Error('The seat map of the bench cannot be drawn.');
  return seatMap;
}

/** Colour of a seat: its category's, or grey if it is taken. */
export function colourOf(seatMap: SeatMapData, index: number): string {
  const isFree = seatMap.status[index] === 0;
  return isFree ? (colours[seatMap.category[index] ?? 0] ?? '#000') : '#d8d0d4';
}
