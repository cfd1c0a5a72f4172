import { freshSeed, Misunderstood, readOptions } from '../shared/laboratory.ts';

/** Parts of the product that a rush may kill in the middle. */
export const killable = ['api', 'broker', 'database'] as const;
/** A part of the product that a rush may kill. */
export type Killable = (typeof killable)[number];

/** Options of a rush on the command line. */
export interface RushOptions {
  readonly people: number;
  readonly seats: number;
  /** Seconds over which the people arrive. */
  readonly within: number;
  readonly processes: number;
  /** Capacity of the event. */
  readonly capacity: number;
  /** Mean seconds that a buyer spends at each of seats, forms and payment. */
  readonly think: number;
  /** How many of the people are the app's machines. */
  readonly machines: number;
  readonly kill: readonly Killable[];
  /** How often all server processes are restarted, one after another, behind a load balancer. */
  readonly restarts: number;
  /** The commit or tag whose processes sell until their first restart; null for this version. */
  readonly former: string | null;
  readonly seed: number;
  /** Folder of the operator's event; null for the rush's own. */
  readonly event: string | null;
  /** A running server of this machine; null starts one. */
  readonly url: string | null;
  /** Folder of the report. */
  readonly to: string;
}

export const usage = `npm run lab -- rush [--people n] [--seats n] [--within seconds] [--processes n] [--kill api,broker,database] [--restarts n] [--former commit] [--seed s]
            [--capacity n] [--think seconds] [--machines n] [--event folder] [--url origin] [--to folder]

Rehearses a sale: starts PostgreSQL, an MQTT broker and server processes, and lets people come, wait, choose seats, fill in forms and pay.
Devices sleep, networks break, people leave and payments are refused, all from the seed. Writes a report, report.html and report.json, and
exits with 1 if a seat is sold twice, a number is served out of turn, the database deadlocks, a call fails outside of a kill, or an
invariant of 'npm run verify' is broken.

  --people n       how many come (60)
  --seats n        seats of the event (half of the people); ignored with --event
  --within s       seconds over which they arrive, most of them early (10)
  --processes n    server processes over one database (1)
  --kill list      parts that are killed once each, in this order, and come back
  --restarts n     how often the server processes are restarted in turn, behind a load balancer, without a failed call (0)
  --former commit  with --restarts: until then processes of that commit sell, while a migration adds a column to every table
  --seed s         whole number; the same seed makes the same choices (from the time)
  --capacity n     how many may buy at once (a tenth of the people, at least 10)
  --think s        mean seconds that a buyer spends at each of seats, forms and payment (2)
  --machines n     how many people are the app's own machines, the others speak its calls (20)
  --event folder   your own event folder; seats and forms of its first show are used
  --url origin     a development server of this machine, with --event and the server's DATABASE_URL; it is not killed
  --to folder      where the report is written (rush-report)

Without the programs of PostgreSQL the embedded database runs in this process, which has no parts to kill.`;

/** Reads the words of the command line. Throws Misunderstood. */
export function readRushOptions(args: readonly string[]): RushOptions {
  const unset = Number.NaN;
  const numbers = {
    people: [60, 1, 1_000_000],
    seats: [unset, 1, 100_000],
    within: [10, 0, 86_400],
    processes: [1, 1, 16],
    capacity: [unset, 1, 1_000_000],
    think: [2, 0, 600],
    machines: [20, 0, 5_000],
    restarts: [0, 0, 10],
    seed: [freshSeed(), 0, 2 ** 32 - 1],
  } as const;
  const given = readOptions(args, numbers, {
    kill: null,
    event: null,
    url: null,
    to: 'rush-report',
    former: null,
  });
  const { people } = given;
  const parts = given.kill?.split(',') ?? [];
  const unknown = parts.find((part) => !killable.some((known) => known === part));
  if (unknown !== undefined)
    throw new Misunderstood(`--kill takes ${killable.join(', ')}, not ${unknown}.`);
  const options: RushOptions = {
    ...given,
    seats: given.seats || Math.max(1, Math.floor(people / 2)),
    capacity: given.capacity || Math.max(10, Math.floor(people / 10)),
    machines: Math.min(people, given.machines),
    kill: parts as Killable[],
    to: given.to ?? 'rush-report',
  };
  const problem =
    options.former !== null && options.restarts === 0
      ? '--former needs --restarts.'
      : urlProblem(options);
  if (problem !== null) throw new Misunderstood(problem);
  return options;
}

function urlProblem({ url, event, kill, restarts }: RushOptions): string | null {
  if (url === null) return null;
  if (!URL.canParse(url)) return `--url needs an origin such as http://localhost:3000, not ${url}.`;
  // A rehearsal of a foreign server would be an attack on it.
  if (!['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)) {
    return '--url takes a server of this machine alone (localhost).';
  }
  if (event === null) return '--url needs --event: the rush buys in that event of the server.';
  if (restarts > 0) return '--restarts needs processes of its own: leave --url out.';
  return kill.length > 0 ? '--kill needs processes of its own: leave --url out.' : null;
}
