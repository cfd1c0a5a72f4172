import { noCategory } from './data/codes.ts';
import { availableCode, type SeatMapData } from './data/seat-map-data.ts';
import { safeColour } from './seat-look.ts';

/** What the shape of a section says. */
export interface SectionFacts {
  readonly name: string;
  readonly left: number;
  /** Lowest price of its free seats, in whole rupiah; that of its first seat once none is free. */
  readonly price: number;
  /** The free seats have other prices too. */
  readonly isFrom: boolean;
  /** Category of its first free seat, else of its first seat, and its colour. */
  readonly categoryId: string | null;
  readonly colour: string;
}

/** Returns price and stock of the sections in the order of the map; empty for a map without sections. */
export function sectionFactsOf(seatMap: SeatMapData): readonly SectionFacts[] {
  const { runs, status, price, category, categories } = seatMap;
  const sections = new Map<string, { left: number; low: number; high: number; of: number }>();
  for (const { section, from, to } of runs) {
    if (section === '') continue;
    const known = sections.get(section);
    const facts = known ?? { left: 0, low: price[from] ?? 0, high: 0, of: category[from] ?? 0 };
    if (known === undefined) sections.set(section, facts);
    for (let index = from; index < to; index += 1) {
      if (status[index] !== availableCode) continue;
      const own = price[index] ?? 0;
      if (facts.left === 0) {
        facts.low = own;
        facts.of = category[index] ?? noCategory;
      }
      facts.left += 1;
      facts.low = Math.min(facts.low, own);
      facts.high = Math.max(facts.high, own);
    }
  }
  return [...sections].map(([name, { left, low, high, of }]) => ({
    name,
    left,
    price: low,
    isFrom: high > low,
    categoryId: categories[of]?.id ?? null,
    colour: safeColour(categories[of]?.color),
  }));
}
