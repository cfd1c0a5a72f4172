import type { Luck } from '../race/luck.ts';

/** What happens to a person in a rush, drawn from the seed before it begins. */
export interface Character {
  readonly index: number;
  /** Milliseconds after the start. */
  readonly arrivesAfterMs: number;
  readonly seats: number;
  readonly wantsBest: boolean;
  /** 'leaves' before the turn, 'sleeps' for a while in the line, loses every fifth response, or is refused by the first payment. */
  readonly habit: 'steady' | 'leaves' | 'sleeps' | 'loses' | 'refused';
  /** Seconds at each of seats, forms and payment. */
  thinks(): number;
  readonly luck: Luck;
}

const mostSeats = 4;

/** Most people come at once and the rest ever more slowly: the square of a uniform number. */
export function characterOf(
  root: Luck,
  index: number,
  { within, think }: { readonly within: number; readonly think: number },
): Character {
  const luck = root.branch(index);
  const share = luck.next();
  const drawn = luck.below(100);
  const habit =
    drawn < 5
      ? 'leaves'
      : drawn < 10
        ? 'sleeps'
        : drawn < 15
          ? 'loses'
          : drawn < 18
            ? 'refused'
            : 'steady';
  return {
    index,
    arrivesAfterMs: Math.round(share * share * within * 1_000),
    seats: 1 + luck.below(mostSeats),
    wantsBest: luck.chance(0.5),
    habit,
    // Exponential, as far as people wait for one another's decision: mean `think`, at most four times as long.
    thinks: () => Math.min(4 * think, -think * Math.log(1 - luck.next())),
    luck,
  };
}
