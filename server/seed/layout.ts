import type {
  SeatGrid,
  SeedBlock,
  SeedCategory,
  SeedEvent,
  SeedLayout,
  SeedSeat,
} from './types.ts';

const stageRows = 2;

/** 'A' to 'Z', then 'AA': the label of a row counted from 0. */
function rowLetter(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${rowLetter(Math.floor(index / 26) - 1)}${letter}`;
}

/** `count` row widths growing evenly from `front` to `back`, all even so that rows stay centred. */
export function fan(front: number, back: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const width = front + ((back - front) * index) / Math.max(count - 1, 1);
    return Math.round(width / 2) * 2;
  });
}

/** `count` rows of `width` seats. */
export function straight(width: number, count: number): number[] {
  return Array.from({ length: count }, () => width);
}

interface LabelledRow {
  category: string;
  label: string;
  width: number;
}

function labelRows(categories: readonly SeedCategory[]): LabelledRow[] {
  return categories
    .flatMap((category) => category.rows.map((width) => ({ category: category.name, width })))
    .map((row, index) => ({ ...row, label: rowLetter(index) }));
}

/** Columns of the aisles: after how many columns of the widest row each stands. Three banks leave every row a side bank. */
function aislesAfter(rows: readonly LabelledRow[], banks: number): number[] {
  const widths = rows.map((row) => row.width);
  const widest = Math.max(...widths);
  if (banks === 3) {
    const narrowest = Math.min(...widths);
    const side = Math.floor((widest - narrowest) / 2) + Math.round(narrowest * 0.28);
    return [side, widest - side];
  }
  return Array.from({ length: banks - 1 }, (_, index) =>
    Math.round((widest * (index + 1)) / banks),
  );
}

function placeRow(
  row: LabelledRow,
  gridRow: number,
  widest: number,
  aisles: readonly number[],
  out: { seats: SeedSeat[]; blocks: SeedBlock[] },
) {
  const inset = Math.floor((widest - row.width) / 2);
  for (let seat = 0; seat < row.width; seat++) {
    const slot = inset + seat;
    const passed = aisles.filter((after) => slot >= after).length;
    out.seats.push({
      seatNumber: `${row.label}-${seat + 1}`,
      section: '',
      row: gridRow,
      rowLabel: row.label,
      column: slot + passed + 1,
      category: row.category,
    });
  }
  aisles.forEach((after, index) => {
    out.blocks.push({ row: gridRow, column: after + index + 1, kind: 'aisle' });
  });
}

function pushStage(
  blocks: SeedBlock[],
  rows: readonly [from: number, to: number],
  columns: readonly [from: number, to: number],
) {
  for (let row = rows[0]; row <= rows[1]; row++) {
    for (let column = columns[0]; column <= columns[1]; column++) {
      blocks.push({ row, column, kind: 'stage' });
    }
  }
}

function buildRows(
  categories: readonly SeedCategory[],
  layout: Extract<SeedLayout, { kind: 'rows' | 'runway' }>,
): SeatGrid {
  const rows = labelRows(categories);
  const widest = Math.max(...rows.map((row) => row.width));
  // A catwalk is one aisle in the middle, two cells wide.
  const middle = Math.floor(widest / 2);
  const aisles = layout.kind === 'runway' ? [middle, middle] : aislesAfter(rows, layout.banks);
  const totalCols = widest + aisles.length;
  const out = { seats: [] as SeedSeat[], blocks: [] as SeedBlock[] };
  const side = Math.floor(totalCols * 0.25);
  pushStage(out.blocks, [1, stageRows], [side + 1, totalCols - side]);
  let gridRow = stageRows + 1;
  let before = rows[0]?.category;
  rows.forEach((row, index) => {
    gridRow += row.category === before ? 1 : 2;
    before = row.category;
    placeRow(row, gridRow, widest, aisles, out);
    if (layout.kind === 'runway' && index < layout.depth) {
      for (const block of out.blocks.slice(-aisles.length)) block.kind = 'stage';
    }
  });
  return { totalRows: gridRow, totalCols, ...out };
}

function buildArena(
  categories: readonly SeedCategory[],
  layout: Extract<SeedLayout, { kind: 'arena' }>,
): SeatGrid {
  const rows = labelRows(categories);
  const widest = Math.max(...rows.map((row) => row.width));
  const aisles = aislesAfter(rows, 3);
  const totalCols = widest + aisles.length;
  const northRows = Math.ceil(rows.length / 2);
  const courtTop = northRows + 2;
  const courtBottom = courtTop + layout.courtRows - 1;
  const out = { seats: [] as SeedSeat[], blocks: [] as SeedBlock[] };
  const side = Math.floor(totalCols * 0.2);
  pushStage(out.blocks, [courtTop, courtBottom], [side + 1, totalCols - side]);
  rows.forEach((row, index) => {
    const depth = Math.floor(index / 2);
    const gridRow = index % 2 === 0 ? northRows - depth : courtBottom + 2 + depth;
    placeRow(row, gridRow, widest, aisles, out);
  });
  const totalRows = Math.max(...out.seats.map((seat) => seat.row));
  return { totalRows, totalCols, ...out };
}

function buildStadium(layout: Extract<SeedLayout, { kind: 'stadium' }>): SeatGrid {
  const seats: SeedSeat[] = [];
  const pitchRows = layout.sectionRows + 1;
  const pitchColumns = layout.sectionColumns + 1;
  for (const stand of layout.stands) {
    stand.cells.forEach((cell, index) => {
      const section = `${stand.prefix}${String(index + 1).padStart(2, '0')}`;
      for (let line = 0; line < layout.sectionRows; line++) {
        const step = stand.firstRowAtBottom ? layout.sectionRows - line : line + 1;
        const rowLabel = rowLetter(line);
        for (let seat = 1; seat <= layout.sectionColumns; seat++) {
          seats.push({
            seatNumber: `${section}-${rowLabel}-${seat}`,
            section,
            row: cell.row * pitchRows + step,
            rowLabel,
            column: cell.column * pitchColumns + seat,
            category: stand.category,
          });
        }
      }
    });
  }
  return {
    totalRows: layout.gridRows * pitchRows - 1,
    totalCols: layout.gridColumns * pitchColumns - 1,
    seats,
    blocks: pitchLines(layout, pitchRows, pitchColumns),
  };
}

/** Only the lines of the pitch: its whole surface would be 25,000 cells that nobody can choose. */
function pitchLines(
  layout: Extract<SeedLayout, { kind: 'stadium' }>,
  pitchRows: number,
  pitchColumns: number,
): SeedBlock[] {
  const hole = stadiumHole(layout);
  const margin = 6;
  const top = hole.top * pitchRows + 1 + margin;
  const bottom = (hole.bottom + 1) * pitchRows - 1 - margin;
  const left = hole.left * pitchColumns + 1 + margin;
  const right = (hole.right + 1) * pitchColumns - 1 - margin;
  const middle = Math.round((left + right) / 2);
  const blocks: SeedBlock[] = [];
  for (let column = left; column <= right; column++) {
    blocks.push({ row: top, column, kind: 'stage' }, { row: bottom, column, kind: 'stage' });
  }
  for (let row = top + 1; row < bottom; row++) {
    for (const column of [left, middle, right]) blocks.push({ row, column, kind: 'stage' });
  }
  return blocks;
}

/** The rectangle of the section grid around its middle that no stand uses. */
export function stadiumHole(layout: Extract<SeedLayout, { kind: 'stadium' }>): {
  top: number;
  bottom: number;
  left: number;
  right: number;
} {
  const taken = new Set(
    layout.stands.flatMap((stand) => stand.cells.map((cell) => `${cell.row}:${cell.column}`)),
  );
  const middleRow = Math.floor(layout.gridRows / 2);
  const middleColumn = Math.floor(layout.gridColumns / 2);
  const reach = (row: number, column: number, down: number, along: number): number => {
    let steps = 0;
    while (
      row >= 0 &&
      column >= 0 &&
      row < layout.gridRows &&
      column < layout.gridColumns &&
      !taken.has(`${row}:${column}`)
    ) {
      row += down;
      column += along;
      steps++;
    }
    return steps - 1;
  };
  return {
    top: middleRow - reach(middleRow, middleColumn, -1, 0),
    bottom: middleRow + reach(middleRow, middleColumn, 1, 0),
    left: middleColumn - reach(middleRow, middleColumn, 0, -1),
    right: middleColumn + reach(middleRow, middleColumn, 0, 1),
  };
}

/** The seats of an event on their grid (§3): pure, the same for the same event, rows and columns from 1. */
export function buildLayout(event: SeedEvent): SeatGrid {
  switch (event.layout.kind) {
    case 'rows':
    case 'runway':
      return buildRows(event.categories, event.layout);
    case 'arena':
      return buildArena(event.categories, event.layout);
    case 'stadium':
      return buildStadium(event.layout);
  }
}
