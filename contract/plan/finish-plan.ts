import {
  maxPlanSeats,
  type PlanCategory,
  type PlanMistake,
  type PlanResult,
  type PlanSeat,
  type PlanShape,
  seatedNames,
} from './plan.ts';

/** A seat as its file names it, before it has a number and a place on the grid. */
export interface FileSeat extends Omit<PlanSeat, 'number' | 'row' | 'column'> {
  readonly seat: string;
  /** Path or line, for mistakes. */
  readonly place: string;
}

/** A plan file as read, before its seats are compared with each other. */
export interface FilePlan {
  readonly seats: readonly FileSeat[];
  readonly shapes: readonly PlanShape[];
  readonly width: number | null;
  readonly height: number | null;
  readonly mistakes: readonly PlanMistake[];
}

/** Most cells of the grid; clients refuse larger maps. */
const maxCells = 4_000_000;
/** Share of the usual distance of neighbours below which two seats overlap. */
const overlapShare = 0.4;

/**
 * Compares the seats of a file with each other and with the event's categories, and gives each its number and its place on the grid. Returns
 * every mistake if there is one.
 */
export function finishPlan(file: FilePlan, categories: readonly PlanCategory[]): PlanResult {
  const mistakes = [...file.mistakes];
  const { seats } = file;
  if (seats.length === 0 && mistakes.length === 0) {
    mistakes.push({ place: '', what: 'The plan has no seats.', mend: 'Add at least one seat.' });
  }
  if (seats.length > maxPlanSeats) {
    const what = `The plan has ${seats.length} seats; ${maxPlanSeats} is the most.`;
    return { plan: null, mistakes: [{ place: '', what, mend: 'Split the hall into shows.' }] };
  }
  mistakes.push(...wrongCategories(seats, categories), ...duplicates(seats), ...overlaps(seats));
  const placed = placeOnGrid(seats);
  if (placed === null) {
    const what = 'The rows are too many and too long for a grid.';
    mistakes.push({ place: '', what, mend: 'Give the seats of one row the same row name.' });
  }
  if (placed === null || mistakes.length > 0) return { plan: null, mistakes };
  const { shapes, width, height } = file;
  return { plan: { seats: placed, shapes, width, height }, mistakes: [] };
}

/** 'A-12', or 'Balkon-A-12' in a section. */
function numberOf({ section, rowLabel, seat }: FileSeat): string {
  return [section, rowLabel, seat].filter((part) => part !== '').join('-');
}

function wrongCategories(
  seats: readonly FileSeat[],
  categories: readonly PlanCategory[],
): PlanMistake[] {
  const seated = seatedNames(categories);
  const first = new Map<string, FileSeat>();
  for (const seat of seats) if (!first.has(seat.category)) first.set(seat.category, seat);
  return [...first.values()]
    .filter(({ category }) => !seated.includes(category))
    .map(({ category, place }) => {
      let what = `There is no category "${category}".`;
      if (category === '') what = 'The seat has no category.';
      else if (categories.some(({ name }) => name === category)) {
        what = `Category "${category}" is standing: it has no seats.`;
      }
      return { place, what, mend: `Use one of ${seated.join(', ')}.` };
    });
}

function duplicates(seats: readonly FileSeat[]): PlanMistake[] {
  const known = new Map<string, FileSeat>();
  const mistakes: PlanMistake[] = [];
  for (const seat of seats) {
    const number = numberOf(seat);
    const other = known.get(number);
    if (other === undefined) known.set(number, seat);
    else {
      const what = `Seat ${number} stands twice, first at ${other.place}.`;
      mistakes.push({ place: seat.place, what, mend: 'Give one of them another number.' });
    }
  }
  return mistakes;
}

type Placed = FileSeat & { readonly x: number; readonly y: number };

const isPlaced = (seat: FileSeat): seat is Placed => seat.x !== null && seat.y !== null;

/** The usual distance of neighbours in a row, in units of the plan; 0 if no row has two seats. */
function usualDistance(seats: readonly Placed[]): number {
  const distances: number[] = [];
  let before: Placed | undefined;
  for (const seat of seats) {
    if (before?.rowLabel === seat.rowLabel && before.section === seat.section) {
      const distance = Math.hypot(seat.x - before.x, seat.y - before.y);
      if (distance > 0) distances.push(distance);
    }
    before = seat;
  }
  distances.sort((a, b) => a - b);
  return distances[distances.length >> 1] ?? 0;
}

/** Seats that lie on each other; compared with those of the nine squares around only, so that a large hall stays quick. */
function overlaps(all: readonly FileSeat[]): PlanMistake[] {
  const seats = all.filter(isPlaced);
  const least = usualDistance(seats) * overlapShare || 1;
  const squares = new Map<string, Placed>();
  const mistakes: PlanMistake[] = [];
  for (const seat of seats) {
    const [column, line] = [Math.floor(seat.x / least), Math.floor(seat.y / least)];
    const other = [-1, 0, 1]
      .flatMap((down) => [-1, 0, 1].map((right) => squares.get(`${column + right} ${line + down}`)))
      .find((near) => near !== undefined && Math.hypot(near.x - seat.x, near.y - seat.y) < least);
    if (other === undefined) squares.set(`${column} ${line}`, seat);
    else if (numberOf(other) !== numberOf(seat)) {
      const what = `Seats ${numberOf(other)} and ${numberOf(seat)} overlap.`;
      mistakes.push({ place: seat.place, what, mend: 'Move one of them.' });
    }
  }
  return mistakes;
}

/** The seats of one row in the order in which they stand, along the longer side of the row; as in the file without positions. */
function inOrder(row: readonly FileSeat[]): readonly FileSeat[] {
  const placed = row.filter(isPlaced);
  if (placed.length < row.length) return row;
  const range = (values: readonly number[]) =>
    values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY) -
    values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const isWide = range(placed.map(({ x }) => x)) >= range(placed.map(({ y }) => y));
  return placed.sort((a, b) => (isWide ? a.x - b.x : a.y - b.y));
}

/** One line per row in the order of the file, centred, with an empty line between sections; null if the grid would be too large. */
function placeOnGrid(seats: readonly FileSeat[]): PlanSeat[] | null {
  const sections = new Map<string, Map<string, FileSeat[]>>();
  for (const seat of seats) {
    const rows = sections.get(seat.section) ?? new Map<string, FileSeat[]>();
    sections.set(seat.section, rows);
    const row = rows.get(seat.rowLabel);
    if (row === undefined) rows.set(seat.rowLabel, [seat]);
    else row.push(seat);
  }
  const lines = [...sections.values()].map((rows) => [...rows.values()].map(inOrder));
  const widest = lines.flat().reduce((most, row) => Math.max(most, row.length), 0);
  const height = lines.reduce((sum, rows) => sum + rows.length + 1, -1);
  if (height * widest > maxCells) return null;
  let line = 0;
  return lines.flatMap((rows, at) => {
    if (at > 0) line += 1;
    return rows.flatMap((row) => {
      line += 1;
      const inset = Math.floor((widest - row.length) / 2);
      return row.map((seat, index) => {
        const { place: _place, seat: _seat, ...rest } = seat;
        return { ...rest, number: numberOf(seat), row: line, column: inset + index + 1 };
      });
    });
  });
}
