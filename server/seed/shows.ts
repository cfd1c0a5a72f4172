import type { SeedShow } from './types.ts';

/** What the six shows of an event are counted from. */
export interface ShowPlan {
  dayOffset: number;
  /** `HH:mm`, WIB: start of the main show. */
  time: string;
  /** Length in minutes; a show that would pass midnight ends at 23:45. */
  minutes: number;
  /** Lowest price of the event, in whole rupiah. */
  price: number;
  /** Names of the six shows. */
  types: readonly [string, string, string, string, string, string];
}

function clock(minutes: number): string {
  const capped = Math.min(minutes, 23 * 60 + 45);
  return `${String(Math.floor(capped / 60)).padStart(2, '0')}:${String(capped % 60).padStart(2, '0')}`;
}

// One price for all: the chosen show is not sent with the order, so a dearer one would promise a price nobody is charged.
const variants = [
  { days: 0, shift: 0, availability: 'available', seatsLeft: 86 },
  { days: 0, shift: -150, availability: 'limited', seatsLeft: 9 },
  { days: 1, shift: 0, availability: 'available', seatsLeft: 124 },
  { days: 1, shift: -150, availability: 'sold_out', seatsLeft: 0 },
  { days: 2, shift: 0, availability: 'limited', seatsLeft: 14 },
  { days: 2, shift: -150, availability: 'available', seatsLeft: 57 },
] as const;

/** The six shows of an event (ruling 1.2-P): the first is the event's own start, and every badge of the list appears. */
export function sixShows(plan: ShowPlan): SeedShow[] {
  const [hours = 0, minutes = 0] = plan.time.split(':').map(Number);
  const main = hours * 60 + minutes;
  return variants.map((variant, index) => {
    const start = Math.max(main + variant.shift, 6 * 60);
    return {
      showType: plan.types[index] ?? plan.types[0],
      dayOffset: plan.dayOffset + variant.days,
      startTime: clock(start),
      endTime: clock(start + plan.minutes),
      price: plan.price,
      availability: variant.availability,
      seatsLeft: variant.seatsLeft,
      isFree: plan.price === 0,
    };
  });
}
