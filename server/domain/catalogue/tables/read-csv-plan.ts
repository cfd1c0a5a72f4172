import { type FileSeat, finishPlan } from '../../../../contract/plan/finish-plan.ts';
import {
  isSeatAccess,
  type PlanCategory,
  type PlanMistake,
  type PlanResult,
} from '../../../../contract/plan/plan.ts';
import { type CsvLine, readTable } from '../../../tables/csv.ts';

const needed = ['row', 'seat', 'category'] as const;
const known = [...needed, 'section', 'x', 'y', 'rotation', 'access'] as const;
type Column = (typeof known)[number];

/**
 * Reads a plan from a table with a header in any order: row, seat, category and optionally section, x, y (units of the plan), rotation (degrees) and
 * access (wheelchair or companion). Returns the plan or every mistake.
 */
export function readCsvPlan(text: string, categories: readonly PlanCategory[]): PlanResult {
  const { columns: names, rows, mistakes: unread } = readTable(text);
  const columns = names.map((name) => name.toLowerCase());
  const mistakes: PlanMistake[] = unread.map(({ at, what, mend }) => ({
    place: `line ${at}`,
    what,
    mend,
  }));
  if (names.length === 0 && mistakes.length > 0) return { plan: null, mistakes };
  for (const name of needed) {
    if (columns.includes(name)) continue;
    const mend = `Begin the file with a line such as ${known.join(',')}.`;
    mistakes.push({ place: 'line 1', what: `There is no column "${name}".`, mend });
  }
  for (const [at, name] of columns.entries()) {
    if (columns.indexOf(name) !== at) {
      mistakes.push({
        place: 'line 1',
        what: `The column "${name}" stands twice.`,
        mend: 'Remove one.',
      });
    } else if (!(known as readonly string[]).includes(name)) {
      const mend = `Use only ${known.join(', ')}.`;
      mistakes.push({ place: 'line 1', what: `There is no column "${name}" in a plan.`, mend });
    }
  }
  if (mistakes.length > 0) return { plan: null, mistakes };
  const places = ['x', 'y', 'rotation'].map((name) => columns.indexOf(name));
  const decimals = decimalOf(rows.flatMap(({ fields }) => places.map((at) => fields[at] ?? '')));
  const seats = rows.map((row) => seatOf(row, columns, decimals, mistakes));
  const open = seats.find(({ x }) => x === null);
  if (open !== undefined && seats.some(({ x }) => x !== null)) {
    const what = 'Some seats have x and y, this one has none.';
    mistakes.push({ place: open.place, what, mend: 'Give all seats a position, or none.' });
  }
  return finishPlan({ seats, shapes: [], ...sizeOf(seats), mistakes }, categories);
}

/** How a table writes parts of a unit: after a comma, or a dot; null where each dot may separate thousands. */
function decimalOf(numbers: readonly string[]): ',' | '.' | null {
  if (numbers.some((text) => text.includes(','))) return ',';
  const dotted = numbers.filter((text) => text.includes('.'));
  const isOpen = dotted.length > 0 && dotted.every((text) => /^-?\d{1,3}\.\d{3}$/.test(text));
  return isOpen ? null : '.';
}

function seatOf(
  { at, fields }: CsvLine,
  columns: readonly string[],
  decimal: ',' | '.' | null,
  mistakes: PlanMistake[],
): FileSeat {
  const place = `line ${at}`;
  const text = (name: Column) => (fields[columns.indexOf(name)] ?? '').trim();
  const report = (what: string, mend: string) => mistakes.push({ place, what, mend });
  const number = (name: Column): number | null => {
    if (text(name) === '') return null;
    if (decimal === null && text(name).includes('.')) {
      report(
        `${name} is "${text(name)}", which may be thousands or parts of one.`,
        'Write 1000 or 1.0.',
      );
      return null;
    }
    const given = text(name);
    const isGrouped = decimal === ',' && /^-?\d{1,3}(?:\.\d{3})+(?:,|$)/.test(given);
    const value = Number((isGrouped ? given.replaceAll('.', '') : given).replace(',', '.'));
    if (Number.isFinite(value) && !(decimal === ',' && !isGrouped && given.includes('.'))) {
      return value;
    }
    report(`${name} is "${given}", which is no number.`, 'Write a number such as 12.5.');
    return null;
  };
  for (const name of ['row', 'seat'] as const) {
    if (text(name) === '') report(`The seat has no ${name}.`, `Fill in the column ${name}.`);
  }
  if ((text('x') === '') !== (text('y') === '')) {
    report('The seat has only one of x and y.', 'Write both, or none.');
  }
  const access = text('access').toLowerCase();
  if (access !== '' && !isSeatAccess(access)) {
    report(`access is "${access}".`, 'Write wheelchair or companion, or leave it empty.');
  }
  return {
    place,
    seat: text('seat'),
    section: text('section'),
    rowLabel: text('row'),
    category: text('category'),
    x: number('x'),
    y: number('y'),
    rotation: number('rotation') ?? 0,
    access: isSeatAccess(access) ? access : null,
  };
}

function sizeOf(seats: readonly FileSeat[]): { width: number | null; height: number | null } {
  if (seats.every(({ x }) => x === null)) return { width: null, height: null };
  return {
    width: seats.reduce((most, { x }) => Math.max(most, x ?? 0), 0),
    height: seats.reduce((most, { y }) => Math.max(most, y ?? 0), 0),
  };
}
