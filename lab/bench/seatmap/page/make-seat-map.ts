import type { PlanShape } from '../../../../contract/plan/plan.ts';
import type { Seat } from '../../../../contract/seatmap.ts';
import { buildSeatMapData, type SeatMapData } from '../../../../src/seat-map/data/seat-map-data.ts';

const colours = ['#b30f58', '#1f5aa8', '#12704a', '#8a4b00', '#5b2bd9'];
const seatsARow = 20;
const rowsASection = 20;
const aisle = 2;

/** Halls of the bench: a grid of sections, or arcs around a stage. */
export type HallKind = 'grid' | 'curved';

/** A reproducible seat map of `count` seats; every third seat is taken. */
export function makeSeatMap(count: number, kind: HallKind): SeatMapData {
  const items = kind === 'grid' ? gridSeats(count) : curvedSeats(count);
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
    seatLayout: {
      totalRows: 0,
      totalCols: 0,
      items,
      ...(kind === 'curved'
        ? { plan: { width: planSize, height: planSize, shapes: [stage] } }
        : {}),
    },
  });
  if (seatMap === null || (seatMap.next === null) !== (kind === 'grid')) {
    throw new Error('The seat map of the bench cannot be drawn.');
  }
  return seatMap;
}

function seatAt(
  at: number,
  seat: Partial<Seat> & Pick<Seat, 'seat_number'>,
  category: number,
): Seat {
  return {
    id: seat.seat_number,
    row: 1,
    column: 1,
    ticket_type: null,
    price: 250_000 * (category + 1),
    status: (at * 7919) % 3 === 0 ? 'sold' : 'available',
    category: `c${category}`,
    ...seat,
  };
}

/** A square of sections of 20 rows of 20. */
function gridSeats(count: number): Seat[] {
  const sections = Math.ceil(count / (seatsARow * rowsASection));
  const across = Math.ceil(Math.sqrt(sections));
  return Array.from({ length: count }, (_, at): Seat => {
    const section = Math.floor(at / (seatsARow * rowsASection));
    const within = at % (seatsARow * rowsASection);
    const row = Math.floor(within / seatsARow);
    const place = within % seatsARow;
    const seat = {
      seat_number: `U${section + 1}-${String.fromCharCode(65 + row)}-${place + 1}`,
      row: Math.floor(section / across) * (rowsASection + aisle) + row + 1,
      column: (section % across) * (seatsARow + aisle) + place + 1,
    };
    return seatAt(at, seat, section % colours.length);
  });
}

const planSize = 12_000;
const pitch = 25;
/** Degrees of the arcs, and into how many wedges aisles divide them. */
const arcDegrees = 270;
const wedges = 24;
const stage: PlanShape = {
  kind: 'circle',
  x: planSize / 2,
  y: planSize / 2,
  radius: 25 * pitch,
  rotation: 0,
  color: '#2a1330',
  borderColor: null,
  text: 'Panggung',
};

/** Arcs around a stage: each row of a wedge has as many seats as fit, and each seat is turned to the stage. */
function curvedSeats(count: number): Seat[] {
  const wedge = (arcDegrees / wedges) * (Math.PI / 180);
  const seats: Seat[] = [];
  let line = 0;
  for (let row = 0; seats.length < count; row += 1) {
    const tier = Math.floor(row / rowsASection);
    const radius = (40 + row * 1.2 + tier * 3) * pitch;
    const fitting = Math.floor((radius * wedge) / pitch) - aisle;
    for (let at = 0; at < wedges * fitting && seats.length < count; at += 1) {
      const own = Math.floor(at / fitting);
      const place = at % fitting;
      if (place === 0) line += 1;
      const turn = own * wedge + ((place + 0.5 + aisle / 2) * pitch) / radius;
      const section = `T${tier + 1}-${own + 1}`;
      const seat = {
        seat_number: `${section}-${(row % rowsASection) + 1}-${place + 1}`,
        section,
        row_label: String((row % rowsASection) + 1),
        row: line,
        column: place + 1,
        x: planSize / 2 + radius * Math.cos(turn),
        y: planSize / 2 + radius * Math.sin(turn),
        rotation: (turn * 180) / Math.PI - 90,
      };
      seats.push(seatAt(seats.length, seat, tier % colours.length));
    }
  }
  return seats;
}

/** Colour of a seat: its category's, or grey if it is taken. */
export function colourOf(seatMap: SeatMapData, index: number): string {
  const isFree = seatMap.status[index] === 0;
  return isFree ? (colours[seatMap.category[index] ?? 0] ?? '#000') : '#d8d0d4';
}
