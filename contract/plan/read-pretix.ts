import { type FileSeat, finishPlan } from './finish-plan.ts';
import {
  isSeatAccess,
  type PlanCategory,
  type PlanMistake,
  type PlanResult,
  type PlanShape,
  planColour,
  type SeatAccess,
} from './plan.ts';

type Loose = Readonly<Record<string, unknown>>;
interface Point {
  readonly x: number;
  readonly y: number;
}
interface Reading {
  readonly seats: PretixSeat[];
  readonly shapes: PlanShape[];
  readonly mistakes: PlanMistake[];
}

const origin: Point = { x: 0, y: 0 };
const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/**
 * Reads a plan from the JSON of a pretix seating plan: zones with rows, seats and areas, whose positions add up. A seat may also say `access`
 * ('wheelchair' or 'companion'). Zones are sections if there is more than one. Returns the plan or every mistake.
 */
export function readPretixPlan(text: string, categories: readonly PlanCategory[]): PlanResult {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    const mend = 'Save the plan again as JSON.';
    return { plan: null, mistakes: [{ place: '', what: 'The file is no JSON.', mend }] };
  }
  const reading: Reading = { seats: [], shapes: [], mistakes: [] };
  if (!isObject(document)) {
    const mend = 'Export the plan from the editor again.';
    return { plan: null, mistakes: [{ place: '', what: 'The file holds no object.', mend }] };
  }
  const size = isObject(document.size) ? document.size : {};
  const width = positive(reading, size.width, 'size.width');
  const height = positive(reading, size.height, 'size.height');
  const zones = listOf(reading, document.zones, 'zones');
  for (const [at, zone] of zones.entries())
    readZone(reading, zone, `zones[${at}]`, zones.length > 1);
  const written = text.match(/"seat_number"\s*:/g)?.length ?? 0;
  if (reading.mistakes.length === 0 && reading.seats.length < written) {
    const what = `${written - reading.seats.length} seats of the file were not read.`;
    report(reading, '', what, 'Seats stand in a row, and no key twice in one object.');
  }
  return finishPlan({ ...reading, seats: toldApart(reading.seats), width, height }, categories);
}

/** A seat, with the further names that pretix has for it. */
interface PretixSeat extends FileSeat {
  /** Path of its row. */
  readonly rowPlace: string;
  /** A longer name of the row; may be empty. */
  readonly longRow: string;
  readonly guid: string;
}

/** Rows of one zone may have the same number: where their seats would have one name, the longer name of the row tells them apart, or the id of the seat. */
function toldApart(seats: readonly PretixSeat[]): FileSeat[] {
  const isShared = (all: readonly PretixSeat[]) => {
    const rows = new Map<string, Set<string>>();
    const keyOf = ({ section, rowLabel, seat }: FileSeat) => [section, rowLabel, seat].join('\0');
    for (const seat of all) {
      rows.set(keyOf(seat), (rows.get(keyOf(seat)) ?? new Set()).add(seat.rowPlace));
    }
    return (seat: PretixSeat) => (rows.get(keyOf(seat))?.size ?? 0) > 1;
  };
  const isRepeated = isShared(seats);
  const sharing = new Set(seats.filter(isRepeated).map(({ rowPlace }) => rowPlace));
  const renamed = seats.map((seat) =>
    sharing.has(seat.rowPlace) && seat.longRow !== '' ? { ...seat, rowLabel: seat.longRow } : seat,
  );
  const isStill = isShared(renamed);
  return renamed.map(({ rowPlace: _row, longRow: _long, guid, ...seat }, at) => {
    const own = renamed[at];
    return own !== undefined && isStill(own) && guid !== '' ? { ...seat, seat: guid } : seat;
  });
}

function report({ mistakes }: Reading, place: string, what: string, mend: string): void {
  mistakes.push({ place, what, mend });
}

function listOf(reading: Reading, value: unknown, place: string): readonly Loose[] {
  if (!Array.isArray(value)) {
    report(reading, place, 'There is no list.', 'Write a list in [ ].');
    return [];
  }
  const items: readonly unknown[] = value;
  return items.map((item, at) => {
    if (isObject(item)) return item;
    report(reading, `${place}[${at}]`, 'The item is no object.', 'Write an object in { }.');
    return {};
  });
}

/** A number of the file; 0, with a mistake, for anything else. */
function numberAt(reading: Reading, value: unknown, place: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  report(reading, place, 'There is no number.', 'Write a number such as 12.5.');
  return 0;
}

function positive(reading: Reading, value: unknown, place: string): number {
  const number = numberAt(reading, value, place);
  if (number < 0) report(reading, place, 'The size is negative.', 'Write a positive number.');
  return number;
}

function pointAt(reading: Reading, value: unknown, place: string, from: Point): Point {
  const point = isObject(value) ? value : {};
  return {
    x: from.x + numberAt(reading, point.x, `${place}.x`),
    y: from.y + numberAt(reading, point.y, `${place}.y`),
  };
}

function readZone(reading: Reading, zone: Loose, place: string, hasSections: boolean): void {
  const from = pointAt(reading, zone.position ?? origin, `${place}.position`, origin);
  const section = hasSections ? textOf(zone.name) : '';
  if (hasSections && section === '') {
    report(reading, `${place}.name`, 'The zone has no name.', 'Name each of several zones.');
  }
  for (const [at, row] of listOf(reading, zone.rows, `${place}.rows`).entries()) {
    readRow(reading, row, `${place}.rows[${at}]`, { from, section });
  }
  if (zone.areas === undefined) return;
  for (const [at, area] of listOf(reading, zone.areas, `${place}.areas`).entries()) {
    readArea(reading, area, `${place}.areas[${at}]`, from);
  }
}

function readRow(
  reading: Reading,
  row: Loose,
  place: string,
  zone: { readonly from: Point; readonly section: string },
): void {
  const from = pointAt(reading, row.position ?? origin, `${place}.position`, zone.from);
  const rowLabel = textOf(row.row_number);
  if (rowLabel === '') {
    report(reading, `${place}.row_number`, 'The row has no number.', 'Number or name the row.');
  }
  for (const [at, seat] of listOf(reading, row.seats, `${place}.seats`).entries()) {
    const own = `${place}.seats[${at}]`;
    const number = textOf(seat.seat_number);
    if (number === '') {
      report(reading, `${own}.seat_number`, 'The seat has no number.', 'Number the seat.');
    }
    const position = pointAt(reading, seat.position, `${own}.position`, from);
    reading.seats.push({
      ...position,
      place: own,
      seat: number,
      section: zone.section,
      rowLabel,
      category: textOf(seat.category),
      rotation: optional(reading, seat.rotation, `${own}.rotation`),
      access: accessAt(reading, seat.access, `${own}.access`),
      rowPlace: place,
      longRow: textOf(row.row_label),
      guid: textOf(seat.seat_guid),
    });
  }
}

function optional(reading: Reading, value: unknown, place: string): number {
  return value === undefined || value === null ? 0 : numberAt(reading, value, place);
}

function accessAt(reading: Reading, value: unknown, place: string): SeatAccess | null {
  if (value === undefined || value === null) return null;
  if (isSeatAccess(value)) return value;
  report(reading, place, 'The access is unknown.', 'Write "wheelchair" or "companion".');
  return null;
}

function readArea(reading: Reading, area: Loose, place: string, from: Point): void {
  const at = pointAt(reading, area.position, `${place}.position`, from);
  const label = isObject(area.text) ? area.text : { text: area.text };
  const look = {
    ...at,
    rotation: optional(reading, area.rotation, `${place}.rotation`),
    color: planColour(area.color),
    borderColor: planColour(area.border_color),
    text: textOf(label.text) || null,
  };
  // Until 2019 an area was a rectangle without saying so.
  const isOld = area.shape === undefined && area.width !== undefined;
  const shape = isOld ? 'rectangle' : area.shape;
  const inner = typeof shape === 'string' && isObject(area[shape]) ? area[shape] : {};
  const part = isOld ? area : inner;
  const own = `${place}.${String(shape)}`;
  const size = (key: string) => positive(reading, part[key], `${own}.${key}`);
  if (shape === 'rectangle') {
    reading.shapes.push({ ...look, kind: 'rect', width: size('width'), height: size('height') });
  } else if (shape === 'circle') {
    reading.shapes.push({ ...look, kind: 'circle', radius: size('radius') });
  } else if (shape === 'ellipse') {
    const { x, y } = pointAt(reading, part.radius, `${own}.radius`, origin);
    reading.shapes.push({ ...look, kind: 'ellipse', radiusX: x, radiusY: y });
  } else if (shape === 'polygon') {
    const points = listOf(reading, part.points, `${own}.points`).map((point, index) => {
      const { x, y } = pointAt(reading, point, `${own}.points[${index}]`, at);
      return [x, y] as const;
    });
    reading.shapes.push({ ...look, kind: 'polygon', points });
  } else if (shape === 'text') {
    const size = optional(reading, label.size, `${place}.text.size`) || 16;
    const offset = pointAt(reading, label.position ?? origin, `${place}.text.position`, at);
    reading.shapes.push({ ...look, ...offset, color: planColour(label.color), kind: 'text', size });
  } else {
    const mend = 'Use rectangle, circle, ellipse, polygon or text.';
    report(reading, `${place}.shape`, 'The shape is unknown.', mend);
  }
}
