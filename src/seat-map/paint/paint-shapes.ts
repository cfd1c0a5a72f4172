import type { PlanShape } from '../../../contract/plan/plan.ts';
import { type Bounds, shapeBounds, shapeBox } from '../data/shapes.ts';
import { type Colour, contrast, cssOf, edgeColour, mix, parseColour } from './colour.ts';
import type { Brush } from './paint-seat.ts';
import type { Palette } from './palette.ts';

/** Share of an area's colour in its fill: seats on it keep their contrast, in the dark scheme too. */
const fillShare = 0.2;
/** Contrast that letters need (WCAG 1.4.3). */
const textContrast = 4.5;
/** Line width of borders, and largest letters in an area, in cells. */
const borderWidth = 0.08;
const mostLetter = 2.5;

/** Where a picture lies on the plane: pixels per cell, and the pixel of the plane's corner. */
export interface Placing {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  /** Size of the picture in pixels. */
  readonly width: number;
  readonly height: number;
  readonly family: string;
}

const known = new WeakMap<PlanShape, Bounds>();

function isSeen(shape: PlanShape, { scale, left, top, width, height }: Placing): boolean {
  const bounds = known.get(shape) ?? shapeBounds(shape);
  known.set(shape, bounds);
  return (
    (bounds.left - 1) * scale + left < width &&
    (bounds.right + 1) * scale + left > 0 &&
    (bounds.top - 1) * scale + top < height &&
    (bounds.bottom + 1) * scale + top > 0
  );
}

/** Fill, border and text of a shape on the page's surface, whatever colours its plan has. */
export function shapeColours(shape: PlanShape, palette: Palette) {
  const { surface, ink, line } = palette;
  const own = shape.color === null ? null : parseColour(shape.color);
  const border = shape.borderColor === null ? null : parseColour(shape.borderColor);
  if (shape.kind === 'text') return { fill: null, edge: null, text: readable(own ?? ink, palette) };
  // Forced colours leave no colour of the plan.
  const fill = own === null || palette.isForced ? null : mix(own, fillShare, surface);
  const edge = border === null || palette.isForced ? line : edgeColour(border, surface, ink);
  return { fill, edge: fill === null || border !== null ? edge : null, text: ink };
}

function readable(colour: Colour, { surface, ink, isForced }: Palette): Colour {
  if (isForced) return ink;
  for (let share = 1; share > 0; share -= 0.1) {
    const text = mix(colour, share, ink);
    if (contrast(text, surface) >= textContrast) return text;
  }
  return ink;
}

function outline(brush: Brush, shape: PlanShape): void {
  brush.beginPath();
  switch (shape.kind) {
    case 'rect':
      brush.rect(0, 0, shape.width, shape.height);
      break;
    case 'circle':
      brush.arc(0, 0, Math.max(0, shape.radius), 0, 2 * Math.PI);
      break;
    case 'ellipse':
      brush.ellipse(
        0,
        0,
        Math.max(0, shape.radiusX),
        Math.max(0, shape.radiusY),
        0,
        0,
        2 * Math.PI,
      );
      break;
    case 'polygon':
      for (const [at, [x, y]] of shape.points.entries()) {
        if (at === 0) brush.moveTo(x - shape.x, y - shape.y);
        else brush.lineTo(x - shape.x, y - shape.y);
      }
      brush.closePath();
      break;
    case 'text':
      break;
  }
}

function paintText(
  brush: Brush,
  shape: PlanShape,
  colour: Colour,
  palette: Palette,
  family: string,
) {
  const { text } = shape;
  if (text === null || text === '') return;
  const box = shapeBox(shape);
  // Slanted and round areas are narrower than their bounds.
  const width = box.width * (shape.kind === 'rect' ? 0.96 : 0.72);
  const letter =
    shape.kind === 'text'
      ? shape.size
      : Math.min(box.height * 0.5, (width / Math.max(2, text.length)) * 1.3, mostLetter);
  if (!(letter > 0)) return;
  // Browsers round small fonts, so the letters are drawn at 100 units and shrunk.
  const unit = letter / 100;
  brush.translate(box.x - shape.x, box.y - shape.y);
  brush.scale(unit, unit);
  brush.font = `700 100px ${family}`;
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  if (shape.kind === 'text') {
    // A text may lie on an area of any colour.
    brush.lineJoin = 'round';
    brush.lineWidth = 25;
    brush.strokeStyle = cssOf(palette.surface);
    brush.strokeText(text, 0, 0);
  }
  brush.fillStyle = cssOf(colour);
  brush.fillText(text, 0, 0, shape.kind === 'text' ? undefined : width / unit);
}

/** Draws the shapes of a plan that lie in a picture. Their texts are drawn letters, never markup. */
export function paintShapes(
  brush: Brush,
  shapes: readonly PlanShape[],
  palette: Palette,
  placing: Placing,
): void {
  const { scale, left, top, family } = placing;
  for (const shape of shapes) {
    if (!isSeen(shape, placing)) continue;
    const { fill, edge, text } = shapeColours(shape, palette);
    brush.save();
    brush.translate(left + shape.x * scale, top + shape.y * scale);
    brush.rotate((shape.rotation * Math.PI) / 180);
    brush.scale(scale, scale);
    outline(brush, shape);
    if (fill !== null) {
      brush.fillStyle = cssOf(fill);
      brush.fill();
    }
    if (edge !== null) {
      brush.strokeStyle = cssOf(edge);
      brush.lineWidth = Math.max(borderWidth, 1 / scale);
      brush.stroke();
    }
    paintText(brush, shape, text, palette, family);
    brush.restore();
  }
}
