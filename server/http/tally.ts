/** The count of each key; keys with count 0 use no memory. */
export interface Tally {
  add(key: string): void;
  remove(key: string): void;
  of(key: string): number;
}

/** Makes an empty tally. */
export function createTally(): Tally {
  const counts = new Map<string, number>();
  return {
    add(key) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    remove(key) {
      const left = (counts.get(key) ?? 0) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
    of: (key) => counts.get(key) ?? 0,
  };
}
