/** One rendering of one seat map. Times in milliseconds. */
export interface Round {
  /** From an empty page to the whole painted seat map. */
  readonly firstPaint: number;
  /** 95th percentile of frame durations while panning and zooming. */
  readonly frame: number;
  /** Processor time of the main thread per frame meanwhile. */
  readonly busy: number;
  /** Duration of two frames without changes: the lower bound of `oneShown`. */
  readonly idleShown: number;
  /** Time of the main thread for one changed seat, or a thousand, and time until it is on screen. */
  readonly oneWork: number;
  readonly oneShown: number;
  readonly manyWork: number;
  readonly manyShown: number;
  readonly nodes: number;
}

/** Name and source of a figure in a round. */
export interface Figure {
  readonly name: string;
  readonly of: (round: Round) => number;
  readonly digits: number;
  /** Not a measure of speed: our map also has a grid for screen readers, and buttons. */
  readonly isCounted?: boolean;
}

/** Every figure of the table, in order. */
export const figures: readonly Figure[] = [
  { name: 'First paint, ms', of: (round) => round.firstPaint, digits: 0 },
  { name: 'p95 frame, ms', of: (round) => round.frame, digits: 1 },
  { name: 'Main thread a frame, ms', of: (round) => round.busy, digits: 1 },
  { name: 'One seat, work in ms', of: (round) => round.oneWork, digits: 1 },
  { name: 'One seat on screen, ms', of: (round) => round.oneShown, digits: 0 },
  { name: '1,000 seats, work in ms', of: (round) => round.manyWork, digits: 1 },
  { name: '1,000 seats on screen, ms', of: (round) => round.manyShown, digits: 0 },
  { name: 'DOM nodes', of: (round) => round.nodes, digits: 0, isCounted: true },
];

/** The value that a share of the values does not exceed. Throws if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (found === undefined) throw new Error('No percentile of no values');
  return found;
}

/** The median of a figure over some rounds. */
export function medianOf({ of }: Figure, rounds: readonly Round[]): number {
  return percentile(rounds.map(of), 0.5);
}

/** The rounds of one rendering of one seat map. */
export interface Column {
  readonly way: string;
  readonly rounds: readonly Round[];
}

/** One target, whether it is met, and a sentence with the figures. */
export interface Verdict {
  readonly isMet: boolean;
  readonly words: string;
}

const frameMs = 1000 / 60;
const comparedFrom = 10_000;
/** Number of seats from which a change has to fit into one frame, and a curved hall is drawn too. */
export const judgedAt = 50_000;
/** Frame durations are whole frames: a smaller difference is noise. */
const noise = 1.02;

/** Compares our map with the others: the fastest in everything from 10,000 seats on, and a change in one frame at 50,000. */
export function verdicts(
  seats: number,
  columns: readonly Column[],
  name = `${seats} seats`,
): readonly Verdict[] {
  const [ours, ...others] = columns;
  if (ours === undefined || seats < comparedFrom) return [];
  const found = figures
    .filter(({ isCounted }) => !isCounted)
    .map((figure): Verdict => {
      const own = medianOf(figure, ours.rounds);
      const best = Math.min(...others.map(({ rounds }) => medianOf(figure, rounds)));
      return {
        isMet: own <= best * noise,
        words: `${name}, ${figure.name}: ours ${own.toFixed(figure.digits)}, the best of the others ${best.toFixed(figure.digits)}`,
      };
    });
  if (seats < judgedAt) return found;
  const worst = Math.max(...ours.rounds.flatMap(({ oneWork, manyWork }) => [oneWork, manyWork]));
  return [
    ...found,
    {
      isMet: worst <= frameMs,
      words: `${name}, the dearest change took ${worst.toFixed(1)} ms of a frame's ${frameMs.toFixed(1)}`,
    },
  ];
}

/** Most that a figure of a curved hall may exceed that of a grid: a share, or less than a frame. */
const curveShare = 1.5;

/** Compares our map of a curved hall with our map of a grid of as many seats. */
export function curveVerdicts(
  seats: number,
  curved: readonly Column[],
  grid: readonly Column[],
): readonly Verdict[] {
  const [bent] = curved;
  const [straight] = grid;
  if (bent === undefined || straight === undefined) return [];
  return figures
    .filter(({ isCounted }) => !isCounted)
    .map((figure) => {
      const own = medianOf(figure, bent.rounds);
      const base = medianOf(figure, straight.rounds);
      const ratio = (own / base).toFixed(1);
      return {
        isMet: own <= base * curveShare || own - base < frameMs,
        words: `${seats} seats, ${figure.name}: on curves ${own.toFixed(figure.digits)}, on a grid ${base.toFixed(figure.digits)} (×${ratio})`,
      };
    });
}

/** The medians as a table of text, with their ratios to ours. */
export function tableOf(columns: readonly Column[]): string {
  const cells = [
    ['', ...columns.map(({ way }) => way)],
    ...figures.map((figure) => {
      const own = columns[0] === undefined ? Number.NaN : medianOf(figure, columns[0].rounds);
      return [
        figure.name,
        ...columns.map(({ rounds }, at) => {
          const value = medianOf(figure, rounds);
          const ratio = at === 0 ? '' : ` ×${(value / own).toFixed(1)}`;
          return `${value.toFixed(figure.digits)}${ratio}`;
        }),
      ];
    }),
  ];
  const widths = (cells[0] ?? []).map((_, at) =>
    Math.max(...cells.map((row) => row[at]?.length ?? 0)),
  );
  return cells
    .map((row) =>
      row
        .map((cell, at) =>
          at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join('   '),
    )
    .join('\n');
}
