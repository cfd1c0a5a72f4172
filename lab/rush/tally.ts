/** Response times of one kind of call, counted in steps of a twentieth: exact enough for percentiles of a million calls. */
export interface Latencies {
  note(ms: number): void;
  /** The time in milliseconds that this share of the calls did not exceed; 0 without calls. */
  at(share: number): number;
  readonly count: number;
}

const step = Math.log(1.05);

/** No call noted yet. */
export function createLatencies(): Latencies {
  const counts: number[] = [];
  let count = 0;
  return {
    note(ms) {
      const bucket = Math.max(0, Math.ceil(Math.log(Math.max(1, ms)) / step));
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      count += 1;
    },
    at(share) {
      let seen = 0;
      for (const [bucket, here] of counts.entries()) {
        seen += here ?? 0;
        if (here !== undefined && seen >= share * count) return Math.round(Math.exp(bucket * step));
      }
      return 0;
    },
    get count() {
      return count;
    },
  };
}

/** How a person's visit ended. */
export const endings = ['bought', 'left', 'without seats', 'absent', 'gave up'] as const;
/** How a person's visit ended. */
export type Ending = (typeof endings)[number];

/** What happened to the people, counted while it happens. */
export interface Tally {
  readonly startedAt: number;
  arrived: number;
  waiting: number;
  /** Sessions that may buy now. */
  inside: number;
  letIn: number;
  sold: number;
  /** Seats that a claim did not get. */
  conflicts: number;
  conflictedBuyers: number;
  messages: number;
  soldOutAt: number | null;
  readonly endings: Record<Ending, number>;
  /** Seconds between join and turn of those let in. */
  readonly waits: Latencies;
  longestWaitSeconds: number;
  /** Seconds from turn to the paid order. */
  readonly stays: Latencies;
  /** Confirmed purchases by account: what the database must hold in the end. */
  readonly bought: Map<string, readonly string[]>;
  /** Sentences on what must not happen, at most `mostSaid`. */
  readonly wrong: string[];
  say(sentence: string): void;
}

const mostSaid = 50;

/** Counts from zero. */
export function createTally(): Tally {
  const wrong: string[] = [];
  return {
    startedAt: performance.now(),
    arrived: 0,
    waiting: 0,
    inside: 0,
    letIn: 0,
    sold: 0,
    conflicts: 0,
    conflictedBuyers: 0,
    messages: 0,
    soldOutAt: null,
    endings: Object.fromEntries(endings.map((name) => [name, 0])) as Record<Ending, number>,
    waits: createLatencies(),
    longestWaitSeconds: 0,
    stays: createLatencies(),
    bought: new Map(),
    wrong,
    say: (sentence) => void (wrong.length < mostSaid && wrong.push(sentence)),
  };
}
