import { parseArgs } from 'node:util';

/** Options of a run on the command line. */
export interface Options {
  /** Measured loads of each page. */
  readonly runs: number;
  /** Path for the figures as JSON, or null. */
  readonly json: string | null;
  /** Whether a missed target fails the run. */
  readonly check: boolean;
  /** Runs of Lighthouse for each page; 0 leaves it out. */
  readonly lighthouse: number;
  /** Slug of the measured event. */
  readonly event: string;
}

export const usage = `Usage: npm run lab -- bench/pages [OPTIONS]
  --runs N        measured loads of each page, 1 to 50 (5)
  --event SLUG    event of the seed whose page is measured (konser-senja-jakarta)
  --lighthouse N  runs of Lighthouse for each page, 0 to 50 (3)
  --json FILE     also writes every figure to FILE
  --check         exits with 1 when a target is missed
  --help          prints this`;

const defaultRuns = 5;
const mostRuns = 50;
const defaultLighthouse = 3;
const defaultEvent = 'konser-senja-jakarta';

/** Parses the arguments of a run; returns a string with the error, or null for the usage. */
export function readOptions(args: readonly string[]): Options | string | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        runs: { type: 'string', default: String(defaultRuns) },
        event: { type: 'string', default: defaultEvent },
        lighthouse: { type: 'string', default: String(defaultLighthouse) },
        json: { type: 'string' },
        check: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return null;
    const runs = countOf(values.runs);
    if (runs < 1 || runs > mostRuns)
      return `--runs takes a whole number from 1 to ${mostRuns}, not '${values.runs}'.`;
    const lighthouse = countOf(values.lighthouse);
    if (lighthouse < 0 || lighthouse > mostRuns)
      return `--lighthouse takes a whole number from 0 to ${mostRuns}, not '${values.lighthouse}'.`;
    if (values.json === '') return '--json takes the name of a file.';
    const { check, event } = values;
    return { runs, lighthouse, json: values.json ?? null, check, event };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A number of at most two digits; -1 for any other text. */
function countOf(text: string): number {
  return /^\d{1,2}$/.test(text) ? Number(text) : -1;
}
