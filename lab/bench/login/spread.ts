/** The distribution of some durations, in ms. */
export interface Spread {
  readonly count: number;
  readonly median: number;
  readonly p95: number;
  readonly most: number;
}

/** The distribution of some durations; zeros for none. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, median: at(0.5), p95: at(0.95), most: sorted.at(-1) ?? 0 };
}

/** A distribution in one line of text. */
export function spreadText({ count, median, p95, most }: Spread): string {
  const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  return `median ${ms(median)}, p95 ${ms(p95)}, most ${ms(most)} of ${count}`;
}
