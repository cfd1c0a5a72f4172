import { parseArgs } from 'node:util';

/** Options of a run on the command line. */
export interface Options {
  /** Measured rounds of each rendering. */
  readonly runs: number;
  /** Numbers of seats. */
  readonly seats: readonly number[];
  /** Path for the figures as JSON, or null. */
  readonly json: string | null;
  /** Whether a missed target fails the run. */
  readonly check: boolean;
}

export const usage = `Usage: npm run lab -- bench/seatmap [OPTIONS]
  --runs N       measured rounds of each drawing, 1 to 20 (3)
  --seats LIST   numbers of seats, with commas (1000,10000,50000)
  --json FILE    also writes every figure to FILE
  --check        exits with 1 when a target is missed
  --help         prints this`;

const mostRuns = 20;
const mostSeats = 200_000;

/** Parses the arguments of a run; returns a string with the error, or null for the usage. */
export function readOptions(args: readonly string[]): Options | string | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        runs: { type: 'string', default: '3' },
        seats: { type: 'string', default: '1000,10000,50000' },
        json: { type: 'string' },
        check: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return null;
    const runs = /^\d{1,2}$/.test(values.runs) ? Number(values.runs) : 0;
    if (runs < 1 || runs > mostRuns)
      return `--runs takes a whole number from 1 to ${mostRuns}, not '${values.runs}'.`;
    const seats = values.seats.split(',').map(Number);
    if (!seats.every((count) => Number.isInteger(count) && count > 0 && count <= mostSeats))
      return `--seats takes whole numbers from 1 to ${mostSeats}, not '${values.seats}'.`;
    if (values.json === '') return '--json takes the name of a file.';
    return { runs, seats, json: values.json ?? null, check: values.check };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
