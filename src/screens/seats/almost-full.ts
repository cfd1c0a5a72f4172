import { type SeatCategory, seatsLeft } from '../../../contract/seatmap.ts';

/** Almost full: 5 or fewer left on a phone, a tenth of the capacity or less on a desktop (§2.204). */
export function isAlmostFull(category: SeatCategory, isDesktop: boolean): boolean {
  const left = seatsLeft(category);
  if (left === 0) return false;
  return isDesktop ? left <= category.max_capacity * 0.1 : left <= 5;
}
