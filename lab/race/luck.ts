/** Random numbers that a seed reproduces, so that a round can be repeated. */
export interface Luck {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number;
  /** True with this probability. */
  chance(share: number): boolean;
  /** `count` different elements. */
  pick<T>(from: readonly T[], count: number): T[];
  one<T>(from: readonly T[]): T;
  /** A separate generator for a concurrent actor, so that the order of actors does not change their numbers. */
  branch(number: number): Luck;
}

/** Creates it from a whole number. */
export function luckOf(seed: number): Luck {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (from, count) => {
      const left = [...from];
      return Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(below(left.length), 1),
      ).flat();
    },
    one: (from) => {
      const found = from[below(from.length)];
      if (found === undefined) throw new Error('There is nothing to pick from.');
      return found;
    },
    branch: (number) => luckOf(Math.imul(seed + 1, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35)),
  };
}
