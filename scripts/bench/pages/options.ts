import { parseArgs } from 'node:util';

/** Options of a run on the command line. */
export interface Options {
  /** Measured loads of each page. */
  readonly runs: number;
  /** Path for the figures as JSON, or null. */
  readonly json: string | null;
  /** Whether a missed target fails the run. */
  readonly check: boolean;
  /** Slug of the measured event. */
  readonly event: string;
}

export const usage = `Usage: npm run bench:pages [-- OPTIONS]
  --runs N      measured loads of each page, 1 to 50 (5)
  --event SLUG  event of the seed whose page is measured (konser-senja-jakarta)
  --json FILE   also writes every figure to FILE
  --check       exits with 1 when a target is missed
  --help        prints this`;

const defaultRuns = 5;
const mostRuns = 50;
const defaultEvent = 'konser-senja-jakarta';

/** Parses the arguments of a run; returns a string with the error, or null for the usage. */
export function readOptions(args: readonly string[]): Options | string | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        runs: { type: 'string', default: String(defaultRuns) },
        event: { type: 'string', default: defaultEvent },
        json: { type: 'string' },
        check: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return null;
    const runs = /^\d{1,2}$/.test(values.runs) ? Number(values.runs) : 0;
    if (runs < 1 || runs > mostRuns)
      return `--runs takes a whole number from 1 to ${mostRuns}, not '${values.runs}'.`;
    if (values.json === '') return '--json takes the name of a file.';
    return { runs, json: values.json ?? null, check: values.check, event: values.event };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
