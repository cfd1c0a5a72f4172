import type { DesiredSeat } from './desired-seats.ts';

/** A stored seat, as far as standing places are compared. */
export interface StoredPlace {
  readonly seat_number: string;
  readonly category_id: string | null;
  readonly status: string;
  readonly is_standing: boolean;
}

/** Standing places that a folder asks for, with the numbers under which the database has them. */
export interface FittedPlaces {
  readonly seats: readonly DesiredSeat[];
  readonly refusals: readonly string[];
}

/**
 * Gives desired standing places the numbers of stored ones, those that somebody holds or owns first: one place is as good as another, so that a
 * smaller quantity takes only free ones out of the sale. Pure; refuses a quantity below what is held and sold.
 */
export function fitPlaces(
  stored: readonly StoredPlace[],
  desired: readonly DesiredSeat[],
  nameOf: (category: string) => string,
): FittedPlaces {
  const standing = new Map<string, DesiredSeat[]>();
  for (const seat of desired) {
    if (!seat.isStanding || seat.category === null) continue;
    const places = standing.get(seat.category);
    if (places === undefined) standing.set(seat.category, [seat]);
    else places.push(seat);
  }
  const known = new Set(stored.map(({ seat_number }) => seat_number));
  const refusals: string[] = [];
  const fitted = [...standing].flatMap(([category, places]) => {
    const own = stored.filter((seat) => seat.is_standing && seat.category_id === category);
    const taken = own.filter(isTaken);
    const free = own.filter((seat) => !isTaken(seat));
    if (taken.length > places.length) refusals.push(tooFew(nameOf(category), places.length, taken));
    const kept = [...taken, ...free].slice(0, Math.max(places.length, taken.length));
    const numbers = kept.map(({ seat_number }) => seat_number);
    const used = new Set(numbers);
    // Numbers of blocked places come last: such a place is put on sale again.
    const others = places.map(({ number }) => number).filter((number) => !used.has(number));
    const added = [
      ...others.filter((number) => !known.has(number)),
      ...others.filter((number) => known.has(number)),
    ].slice(0, Math.max(0, places.length - numbers.length));
    const [place] = places;
    return place === undefined
      ? []
      : [...numbers, ...added].map((number) => ({ ...place, number }));
  });
  return { seats: [...desired.filter(({ isStanding }) => !isStanding), ...fitted], refusals };
}

const isTaken = ({ status }: StoredPlace) => status !== 'available';

function tooFew(name: string, wanted: number, taken: readonly StoredPlace[]): string {
  const count = (status: string) => taken.filter((place) => place.status === status).length;
  const parts = [`${count('held')} are held`, `${count('sold')} sold`];
  if (count('block') > 0) parts.push(`${count('block')} blocked`);
  return `${name} cannot have ${wanted} standing places: ${parts.join(', ')}; give it at least ${taken.length}`;
}
