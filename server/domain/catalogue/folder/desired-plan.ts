import type { FolderCategory } from '../../../../contract/event-folder/folder-event.ts';
import type { SeatGrid } from '../../../../contract/event-folder/layout.ts';
import type { DrawnPlan } from '../../../../contract/plan/drawn-plan.ts';
import type { Plan, PlanSeat } from '../../../../contract/plan/plan.ts';

/** Where a seat of a seating plan stands. */
export type SeatPlace = Pick<PlanSeat, 'section' | 'x' | 'y' | 'rotation' | 'access'>;

/** The categories of a show that its seating plan has seats of, and the standing ones: shows of an event may have different maps. */
export function soldCategories(
  categories: readonly FolderCategory[],
  plan: Plan | null,
): readonly FolderCategory[] {
  if (plan === null) return categories;
  const seated = new Set(plan.seats.map(({ category }) => category));
  return categories.filter(({ name, standing }) => standing !== undefined || seated.has(name));
}

/** The place of a seat of a plan. */
export function placeOf({ section, x, y, rotation, access }: PlanSeat): SeatPlace {
  return { section, x, y, rotation, access };
}

/** The plane of a plan with positions. */
export function drawnPlanOf(plan: Plan | null): DrawnPlan | null {
  if (plan === null || plan.width === null || plan.height === null) return null;
  return { width: plan.width, height: plan.height, shapes: plan.shapes };
}

/** The rows and columns of a seating plan. */
export function planGrid(plan: Plan | null): SeatGrid {
  const seats = (plan?.seats ?? []).map(({ number, ...seat }) => ({ ...seat, seatNumber: number }));
  return {
    totalRows: seats.reduce((most, { row }) => Math.max(most, row), 0),
    totalCols: seats.reduce((most, { column }) => Math.max(most, column), 0),
    seats,
    blocks: [],
  };
}
