import type { DrawnPlan } from '../../../contract/plan/drawn-plan.ts';
import type { PlanShape } from '../../../contract/plan/plan.ts';
import type { Seat } from '../../../contract/seatmap.ts';
import { emptyCell, maxCells } from './codes.ts';
import { type Bounds, maxShapes, scaledShape, shapeBounds } from './shapes.ts';

/** The seats of a plan on a plane whose unit is one cell, the usual distance of neighbours in a row. */
export interface Positions {
  readonly lines: number;
  readonly columns: number;
  /** First seat whose centre lies in a cell, then the others by `next`. */
  readonly cells: Int32Array;
  readonly next: Int32Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly rotation: Float32Array | null;
  readonly shapes: readonly PlanShape[];
}

type Placed = Seat & { readonly x: number; readonly y: number };

/** Half of a seat's diagonal, in cells: the reach of a rotated seat. */
const reach = Math.SQRT1_2;

/** True if every seat has a place on the plane. */
function areAllPlaced(seats: readonly Seat[]): seats is readonly Placed[] {
  return seats.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
}

/** The usual distance of neighbours in a row; 0 if no row has two seats. */
function usualDistance(seats: readonly Placed[], runOf: Uint16Array): number {
  const distances: number[] = [];
  for (const [index, seat] of seats.entries()) {
    const before = seats[index - 1];
    if (before === undefined || runOf[index] !== runOf[index - 1]) continue;
    const distance = Math.hypot(seat.x - before.x, seat.y - before.y);
    if (distance > 0) distances.push(distance);
  }
  return Float64Array.from(distances).sort()[distances.length >> 1] ?? 0;
}

/** Bounds of the seats, and of the shapes as far as the plan shows them. */
function boundsOf(seats: readonly Placed[], plan: DrawnPlan, pitch: number): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const widen = (bounds: Bounds) => {
    left = Math.min(left, bounds.left);
    top = Math.min(top, bounds.top);
    right = Math.max(right, bounds.right);
    bottom = Math.max(bottom, bounds.bottom);
  };
  const around = pitch * reach;
  for (const { x, y } of seats) {
    widen({ left: x - around, top: y - around, right: x + around, bottom: y + around });
  }
  for (const shape of plan.shapes.slice(0, maxShapes)) {
    const bounds = shapeBounds(shape);
    const shown = {
      left: Math.max(0, bounds.left),
      top: Math.max(0, bounds.top),
      right: Math.min(plan.width, bounds.right),
      bottom: Math.min(plan.height, bounds.bottom),
    };
    if (shown.left < shown.right && shown.top < shown.bottom) widen(shown);
  }
  return { left, top, right, bottom };
}

/** Returns the positions of the seats; null for a map that is drawn as a grid: no plan, a seat without a position, or too large a plane. */
export function positionsOf(
  seats: readonly Seat[],
  plan: DrawnPlan | undefined,
  runOf: Uint16Array,
): Positions | null {
  if (plan === undefined || !areAllPlaced(seats)) return null;
  const pitch = usualDistance(seats, runOf) || Math.sqrt((plan.width * plan.height) / seats.length);
  const { left, top, right, bottom } = boundsOf(seats, plan, pitch);
  const lines = Math.ceil((bottom - top) / pitch);
  const columns = Math.ceil((right - left) / pitch);
  if (!(lines * columns <= maxCells)) return null;

  const count = seats.length;
  const cells = new Int32Array(lines * columns).fill(emptyCell);
  const next = new Int32Array(count).fill(emptyCell);
  const x = new Float32Array(count);
  const y = new Float32Array(count);
  const rotation = new Float32Array(count);
  // Backwards, so that the seats of a cell are listed in their order.
  for (let index = count - 1; index >= 0; index -= 1) {
    const seat = seats[index];
    if (seat === undefined) continue;
    const across = (seat.x - left) / pitch;
    const down = (seat.y - top) / pitch;
    x[index] = across - 0.5;
    y[index] = down - 0.5;
    rotation[index] = (seat.rotation ?? 0) % 360;
    const cell =
      Math.min(lines - 1, Math.floor(down)) * columns + Math.min(columns - 1, Math.floor(across));
    next[index] = cells[cell] ?? emptyCell;
    cells[cell] = index;
  }
  return {
    lines,
    columns,
    cells,
    next,
    x,
    y,
    rotation: rotation.some((turn) => turn !== 0) ? rotation : null,
    shapes: plan.shapes.slice(0, maxShapes).map((shape) => scaledShape(shape, left, top, pitch)),
  };
}
