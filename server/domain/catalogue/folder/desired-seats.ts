import type { FolderCategory } from '../../../../contract/event-folder/folder-event.ts';
import type { SeatGrid } from '../../../../contract/event-folder/layout.ts';
import type { DrawnPlan } from '../../../../contract/plan/drawn-plan.ts';
import type { Plan, PlanSeat } from '../../../../contract/plan/plan.ts';

/** Where a seat of a seating plan stands. */
export type SeatPlace = Pick<PlanSeat, 'section' | 'x' | 'y' | 'rotation' | 'access'>;

/** A seat, or a cell of the grid that nobody can select. */
export interface DesiredSeat {
  readonly number: string;
  readonly row: number;
  readonly label: string;
  readonly column: number;
  /** Id of the category; null for a block. */
  readonly category: string | null;
  /** True for a place without a number, which is stored under one all the same (decision 054). */
  readonly isStanding: boolean;
  /** Null for a seat whose number says its section and row, and for a block. */
  readonly place: SeatPlace | null;
}

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

/** The seats and blocks of a grid; `places` are those of a seating plan, by number. */
export function seatsOf(
  grid: SeatGrid,
  ids: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, SeatPlace>,
): DesiredSeat[] {
  return [
    ...grid.seats.map((seat) => ({
      number: seat.seatNumber,
      row: seat.row,
      label: seat.rowLabel,
      column: seat.column,
      category: ids.get(seat.category) ?? null,
      isStanding: false,
      place: places.get(seat.seatNumber) ?? null,
    })),
    ...grid.blocks.map((block) => ({
      number: `${block.kind}-${block.row}-${block.column}`,
      row: block.row,
      label: block.kind,
      column: block.column,
      category: null,
      isStanding: false,
      place: null,
    })),
  ];
}

/** One row per standing place: holds, orders and tickets treat it as a seat. Its number is never shown. */
export function standingPlaces(
  categories: readonly FolderCategory[],
  ids: ReadonlyMap<string, string>,
): DesiredSeat[] {
  return categories.flatMap(({ name, standing = 0 }) =>
    Array.from({ length: standing }, (_, index) => ({
      number: `${ids.get(name)}-${String(index + 1).padStart(6, '0')}`,
      row: 0,
      label: '',
      column: 0,
      category: ids.get(name) ?? null,
      isStanding: true,
      place: null,
    })),
  );
}
