import type { PlanShape } from '../../../contract/plan/plan.ts';

/** Most shapes that a map draws. */
export const maxShapes = 2_000;
/** Most characters of a shape's text. */
const maxText = 80;
/** Share of the letters' height that one letter is wide, roughly. */
const letterWidth = 0.6;

/** A rectangle on the plane; units of the caller. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

type Corner = readonly [x: number, y: number];

/** Points of a shape before its rotation, whose hull contains it. */
function cornersOf(shape: PlanShape): readonly Corner[] {
  const around = (right: number, down: number, x = shape.x, y = shape.y): Corner[] => [
    [x - right, y - down],
    [x + right, y - down],
    [x + right, y + down],
    [x - right, y + down],
  ];
  switch (shape.kind) {
    case 'rect': {
      const [right, down] = [shape.width / 2, shape.height / 2];
      return around(right, down, shape.x + right, shape.y + down);
    }
    case 'circle':
      return around(shape.radius, shape.radius);
    case 'ellipse':
      return around(shape.radiusX, shape.radiusY);
    case 'polygon':
      return shape.points;
    case 'text':
      return around(((shape.text?.length ?? 0) * shape.size * letterWidth) / 2, shape.size / 2);
  }
}

function boundsOf(corners: readonly Corner[]): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of corners) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { left, top, right, bottom };
}

/** Returns the bounds of a shape as it is drawn, rotation included; empty (left beyond right) for a polygon without points. */
export function shapeBounds(shape: PlanShape): Bounds {
  const turn = (shape.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return boundsOf(
    cornersOf(shape).map(([x, y]) => {
      const [right, down] = [x - shape.x, y - shape.y];
      return [shape.x + right * cos - down * sin, shape.y + right * sin + down * cos];
    }),
  );
}

/** Returns the middle and the size of a shape before its rotation. */
export function shapeBox(shape: PlanShape) {
  const { left, top, right, bottom } = boundsOf(cornersOf(shape));
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: right - left,
    height: bottom - top,
  };
}

/** Moves a shape's origin to `left`, `top` and divides its sizes by `unit`. */
export function scaledShape(shape: PlanShape, left: number, top: number, unit: number): PlanShape {
  const text = shape.text === null ? null : shape.text.slice(0, maxText);
  const own = { x: (shape.x - left) / unit, y: (shape.y - top) / unit, text };
  switch (shape.kind) {
    case 'rect':
      return { ...shape, ...own, width: shape.width / unit, height: shape.height / unit };
    case 'circle':
      return { ...shape, ...own, radius: shape.radius / unit };
    case 'ellipse':
      return { ...shape, ...own, radiusX: shape.radiusX / unit, radiusY: shape.radiusY / unit };
    case 'polygon':
      return {
        ...shape,
        ...own,
        points: shape.points.map(([x, y]) => [(x - left) / unit, (y - top) / unit] as const),
      };
    case 'text':
      return { ...shape, ...own, size: shape.size / unit };
  }
}
