/** Lanes of the queue before the password hash, first served first. */
export const lanes = ['known', 'proven', 'other'] as const;

/** Where a password waits: a device known to its account, one that solved a challenge, or any other; and its network. */
export interface Turn {
  readonly lane: (typeof lanes)[number];
  /** Networks of a lane are served in turn, so that a crowd from one does not delay one person of another. */
  readonly network: string;
}

/** How many may wait in each lane: some five seconds of work on two cores for those who did something for it. */
const places: Readonly<Record<Turn['lane'], number>> = { known: 500, proven: 500, other: 50 };
/** Of so many turns one is served from the back, so that no lane waits for ever. */
const fromTheBackEvery = 4;

interface Waiting {
  readonly begin: () => void;
  readonly refuse: () => void;
}

/** Runs work so many at once; what must wait does so by lane and, within a lane, in turn by network. */
export interface Turns {
  /** Runs `work` when its turn comes. Throws what `refusal` makes where its lane is full and its own network holds the most of it. */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
}

/** Makes a queue; `refusal` makes the error of those who find no place. */
export function createTurns(atOnce: number, refusal: () => Error): Turns {
  const queues = new Map(lanes.map((lane) => [lane, new Lane(places[lane])]));
  let running = 0;
  let served = 0;

  const next = (): Waiting | undefined => {
    served += 1;
    const order = served % fromTheBackEvery === 0 ? [...lanes].reverse() : lanes;
    for (const lane of order) {
      const waiting = queues.get(lane)?.shift();
      if (waiting !== undefined) return waiting;
    }
    return undefined;
  };

  return {
    async run(turn, work) {
      if (running >= atOnce) {
        // The one that ends hands its turn on, so the count stays as it is.
        await new Promise<void>((begin, reject) => {
          queues.get(turn.lane)?.push(turn.network, { begin, refuse: () => reject(refusal()) });
        });
      } else running += 1;
      try {
        return await work();
      } finally {
        const waiting = next();
        if (waiting === undefined) running -= 1;
        else waiting.begin();
      }
    },
  };
}

/** One lane: a line for each network, served in turn. */
class Lane {
  readonly #places: number;
  readonly #lines = new Map<string, Waiting[]>();
  #size = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** Takes a place; where none is left, the last of the longest line gives up its own. */
  push(network: string, waiting: Waiting): void {
    const line = this.#lines.get(network) ?? [];
    line.push(waiting);
    this.#lines.set(network, line);
    this.#size += 1;
    if (this.#size <= this.#places) return;
    const [name, longest] = [...this.#lines].reduce((most, other) =>
      other[1].length > most[1].length ? other : most,
    );
    this.#size -= 1;
    longest.pop()?.refuse();
    if (longest.length === 0) this.#lines.delete(name);
  }

  /** The first of the line whose turn it is, which goes to the end of the lines. */
  shift(): Waiting | undefined {
    const [first] = this.#lines;
    if (first === undefined) return undefined;
    const [network, line] = first;
    this.#lines.delete(network);
    const waiting = line.shift();
    if (line.length > 0) this.#lines.set(network, line);
    this.#size -= 1;
    return waiting;
  }
}
