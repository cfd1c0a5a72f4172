/** Name of the variable that repeats the random delays and cases of an earlier run; `npm run lab -- faults` sets it. */
export const seedVariable = 'FAULTS_SEED';

/** The seed of this run: the same from run to run, `usual`, unless one is asked for. */
export function runSeed(usual = 1): number {
  return Number(process.env[seedVariable] ?? usual);
}

/** Numbers from 0 to 1 that are the same for the same seed and name (mulberry32). */
export function seededRandom(name: string): () => number {
  let state = [...name].reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619),
    runSeed() | 0,
  );
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
