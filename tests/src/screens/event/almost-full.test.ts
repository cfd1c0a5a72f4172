// @vitest-environment node

import { expect, it } from 'vitest';
import { isAlmostFull } from '../../../../src/screens/seats/almost-full.ts';
import { seatMap } from '../purchase-data.tsx';

it('is 5 or fewer on a phone and a tenth on a desktop', () => {
  const category = {
    ...seatMap.categories[0],
    max_capacity: 100,
  } as (typeof seatMap.categories)[0];
  const withLeft = (left: number) => ({ ...category, available_seats: left });
  expect(isAlmostFull(withLeft(5), false)).toBe(true);
  expect(isAlmostFull(withLeft(6), false)).toBe(false);
  expect(isAlmostFull(withLeft(10), true)).toBe(true);
  expect(isAlmostFull(withLeft(11), true)).toBe(false);
  expect(isAlmostFull(withLeft(0), true)).toBe(false);
});
