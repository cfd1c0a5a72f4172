// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../../src/seat-map/data/seat-map-data.ts';
import { sectionFactsOf } from '../../../src/seat-map/section-facts.ts';
import { seat } from '../screens/purchase-data.tsx';
import { drawable, twoSections } from './seat-maps.ts';

describe('the facts of a section', () => {
  it('count its free seats and say their lowest price', () => {
    const hall = twoSections(1, 3);
    hall.price.set([900, 300, 500]);
    hall.status[1] = codeOf('sold');
    const [first, second] = sectionFactsOf(hall);
    expect(first).toMatchObject({ name: 'U01', left: 2, price: 500, isFrom: true });
    expect(second).toMatchObject({ name: 'U02', left: 3, price: 750_000, isFrom: false });
  });

  it('take price and category of the first free seat, and of any seat once none is free', () => {
    const hall = drawable([
      seat('U01-A-1', 1, 1, 'sold', 'vip'),
      seat('U01-A-2', 1, 2, 'available', 'festival'),
    ]);
    expect(sectionFactsOf(hall)).toMatchObject([
      { left: 1, price: 250_000, isFrom: false, categoryId: 'festival', colour: '#15803d' },
    ]);
    hall.status[1] = codeOf('in_transaction');
    expect(sectionFactsOf(hall)).toMatchObject([{ left: 0, price: 750_000, categoryId: 'vip' }]);
  });
});
