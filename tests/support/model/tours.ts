import type { Edge, Place, Step } from './graph.ts';

/** Steps to something left beyond which a new actor costs as little. */
const farthest = 2;

/** The places that no walk has visited yet, the edges that it is to take, and the ways to them. */
export class Tours {
  private readonly places: Place[];
  private readonly byKey: ReadonlyMap<string, Place>;
  private readonly starts: ReadonlyMap<string, Place>;
  private readonly left: ReadonlyMap<Place, Edge[]>;
  private readonly visited = new Set<Place>();

  constructor(places: readonly Place[], timeOf: (step: Step, from: Place) => number | null) {
    // The farthest first: the way to it visits the nearer ones.
    this.places = places.toSorted((a, b) => a.path.length - b.path.length);
    // Two starts may share a key: each is a place of its own, and a way leads to the first.
    this.byKey = new Map(places.toReversed().map((place) => [place.key, place]));
    const starts = places.filter(({ path }) => path.length === 0);
    this.starts = new Map(starts.map((place) => [place.start, place]));
    this.left = edgesToTake(places, timeOf);
  }

  /** The farthest place with something left, but for the `nearest` of them; undefined once there is none. */
  next(nearest: number): Place | undefined {
    while (this.places.length > nearest) {
      const place = this.places.at(-1);
      if (place !== undefined && this.hasLeft(place)) return place;
      this.places.pop();
    }
    return undefined;
  }

  /** The place with a key; throws for one that the graph does not hold. */
  placeAt(key: string): Place {
    const place = this.byKey.get(key);
    if (place === undefined) throw new Error(`The graph has no place ${key}.`);
    return place;
  }

  /** The place in which a walk from the start of `place` begins. */
  startOf({ start }: Place): Place {
    const place = this.starts.get(start);
    if (place === undefined) throw new Error(`The graph has no start "${start}".`);
    return place;
  }

  /** Notes a visit; true for the first. */
  visit(place: Place): boolean {
    const isFirst = !this.visited.has(place);
    this.visited.add(place);
    return isFirst;
  }

  /** Notes that a walk takes an edge; true for the first time. */
  take(place: Place, edge: Edge): boolean {
    const left = this.left.get(place) ?? [];
    const index = left.indexOf(edge);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  }

  /** An edge that is left here, or the first one of a short way to something left; undefined where none is near. */
  nextEdge(here: Place): Edge | undefined {
    const [own] = this.left.get(here) ?? [];
    if (own !== undefined) return own;
    let ring = here.edges.map((edge) => ({ first: edge, place: this.placeAt(edge.to) }));
    for (let steps = 1; steps <= farthest; steps += 1) {
      const found = ring.find(({ place }) => this.hasLeft(place));
      if (found !== undefined) return found.first;
      if (steps < farthest) {
        ring = ring.flatMap(({ first, place }) =>
          place.edges.map((edge) => ({ first, place: this.placeAt(edge.to) })),
        );
      }
    }
    return undefined;
  }

  private hasLeft(place: Place): boolean {
    return !this.visited.has(place) || (this.left.get(place)?.length ?? 0) > 0;
  }
}

/** The edges that take each distinct move once out of every set of states, by the place they leave; all of them on demand. */
function edgesToTake(
  places: readonly Place[],
  timeOf: (step: Step, from: Place) => number | null,
): ReadonlyMap<Place, Edge[]> {
  const numbers = new Map<unknown, number>();
  const numberOf = (transition: unknown) => {
    const number = numbers.get(transition) ?? numbers.size;
    numbers.set(transition, number);
    return number;
  };
  const known = new Set<string>();
  const isWanted = (place: Place, { step, moves, fired }: Edge) => {
    const does = moves.map((move) => move.does);
    const fires = fired.map(numberOf);
    const move = JSON.stringify([place.states, step.label, does, fires, timeOf(step, place)]);
    const isNew = !known.has(move);
    known.add(move);
    return isNew || process.env.MODEL_EDGES === 'all';
  };
  return new Map(
    places.map((place) => [place, place.edges.filter((edge) => isWanted(place, edge))]),
  );
}
