import type { Edge, Place } from './graph.ts';

/** Steps to a place with an edge left beyond which a new actor costs as little. */
const farthest = 2;

/** The edges of a graph that no walk has taken yet, and the ways to them. */
export class Tours {
  private readonly places: readonly Place[];
  private readonly byKey: ReadonlyMap<string, Place>;
  private readonly starts: ReadonlyMap<string, Place>;
  private readonly left: ReadonlyMap<Place, Edge[]>;
  private readonly visited = new Set<Place>();
  private done = 0;

  constructor(places: readonly Place[]) {
    this.places = places;
    // Two starts may share a key: each is a place of its own, and a way leads to the first.
    this.byKey = new Map(places.toReversed().map((place) => [place.key, place]));
    const starts = places.filter(({ path }) => path.length === 0);
    this.starts = new Map(starts.map((place) => [place.start, place]));
    this.left = new Map(places.map((place) => [place, [...place.edges]]));
  }

  /** The first of the first `count` places that no walk has visited, or with an edge left; undefined once there is none. */
  next(count: number): Place | undefined {
    const isDone = (place: Place) => this.visited.has(place) && !this.hasLeft(place);
    for (; this.done < count; this.done += 1) {
      const place = this.places[this.done];
      if (place !== undefined && !isDone(place)) return place;
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

  /** An edge that is left here, or the first one of a short way to such an edge; undefined where none is near. */
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
    return (this.left.get(place)?.length ?? 0) > 0;
  }
}
