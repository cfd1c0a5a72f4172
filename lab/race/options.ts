/** Options of a race on the command line. */
export interface RaceOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly kills: number;
  readonly servers: number;
}

export const usage = `npm run lab -- race [--rounds n] [--seed s] [--kills n] [--servers n]

Lets 200 buyers race for 100 seats and for vouchers with one use and with five, in rounds. In each round the buyers' pauses, the
gateway's notifications (twice, late, out of order, lost), jumps of the clock and SIGKILLs of the server come from the seed. After each kill and
each round the twelve invariants of 'npm run verify' must hold, and no confirmed change may be missing.

  --rounds n   how many (10)
  --seed s     whole number; the same seed makes the same choices (from the time)
  --kills n    kills in each round (2)
  --servers n  server processes over one database (1); more than one needs TEST_DATABASE_URL

TEST_DATABASE_URL takes a PostgreSQL server, on which a database is made and dropped; without it the embedded engine runs in a folder
of its own.`;

const names = ['rounds', 'seed', 'kills', 'servers'] as const;
const most: Readonly<Record<(typeof names)[number], number>> = {
  rounds: 100_000,
  seed: 2 ** 32 - 1,
  kills: 20,
  servers: 4,
};

/** Parses them; null asks for the usage, a string is the error. */
export function readRaceOptions(
  args: readonly string[],
  freshSeed: number,
): RaceOptions | string | null {
  const options = { rounds: 10, seed: freshSeed, kills: 2, servers: 1 };
  for (let index = 0; index < args.length; index += 2) {
    const flag = args[index] ?? '';
    if (flag === '--help' || flag === '-h') return null;
    const name = names.find((known) => `--${known}` === flag);
    if (name === undefined) return `There is no option ${flag}.`;
    const value = args[index + 1] ?? '';
    if (!/^\d+$/.test(value) || Number(value) > most[name]) {
      return `${flag} needs a whole number from 0 to ${most[name]}.`;
    }
    options[name] = Number(value);
  }
  if (options.rounds === 0 || options.servers === 0) return 'There must be a round and a server.';
  return options;
}
