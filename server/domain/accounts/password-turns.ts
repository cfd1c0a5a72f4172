/** Lanes of the queue before the password hash, in order of priority. */
export const lanes = ['known', 'proven', 'other'] as const;

/** The lane of a task (a device known to its account, a device that solved a challenge, or any other) and its network. */
export interface Turn {
  readonly lane: (typeof lanes)[number];
  /** Networks of a lane take turns, so that many tasks of one network do not delay a person of another. */
  readonly network: string;
}

/** The most waiting tasks of each lane: about five seconds of work on two cores for known and proven devices. */
const places: Readonly<Record<Turn['lane'], number>> = { known: 500, proven: 500, other: 50 };
/** One in this many turns goes to the last lane that has a task, so that every lane makes progress. */
const fromTheBackEvery = 4;

interface Waiting {
  readonly begin: () => void;
  readonly refuse: () => void;
}

/** Runs a limited number of tasks at once; the others wait by lane and, within a lane, in turn by network. */
export interface Turns {
  /** Runs `work` when its turn comes. Throws the error of `refusal` if its lane is full and its own network has the most waiting tasks. */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
}

/** Creates the queue; `refusal` makes the error for a task that the full queue rejects. */
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
        // The task that ends passes its turn on, so the count does not change.
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

/** One lane: a list of waiting tasks for each network, served in turn. */
class Lane {
  readonly #places: number;
  readonly #lines = new Map<string, Waiting[]>();
  #size = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** Adds a task; in a full lane, the last task of the longest list is rejected in its favour. */
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

  /** The first task of the network whose turn it is; that network then goes to the end. */
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
