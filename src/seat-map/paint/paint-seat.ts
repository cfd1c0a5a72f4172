import { companionPlace, shownStatuses, wheelchairPlace } from '../data/codes.ts';
import { type Colour, cssOf } from './colour.ts';
import type { Palette } from './palette.ts';

/** A canvas context of this thread or of a worker. */
export type Brush = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Start and end points of a symbol, as shares of the seat's width. */
export type Stroke = readonly (readonly [x: number, y: number])[];

/** How a seat of one status is drawn: a symbol or pattern besides the colour (WCAG 1.4.1). */
export interface SeatFace {
  readonly fill: Colour;
  readonly edge: Colour | null;
  readonly sign: Colour;
  readonly strokes: readonly Stroke[];
}

const cross: readonly Stroke[] = [
  [
    [0.32, 0.32],
    [0.68, 0.68],
  ],
  [
    [0.68, 0.32],
    [0.32, 0.68],
  ],
];
const tick: readonly Stroke[] = [
  [
    [0.26, 0.52],
    [0.43, 0.7],
    [0.75, 0.3],
  ],
];
const mark: readonly Stroke[] = [
  [
    [0.5, 0.26],
    [0.5, 0.54],
  ],
  [
    [0.5, 0.73],
    [0.5, 0.74],
  ],
];

/** Points of an arc; angles in degrees clockwise from the right. */
function arc(x: number, y: number, radius: number, from: number, to: number): Stroke {
  const steps = Math.max(4, Math.round(Math.abs(to - from) / 30));
  return Array.from({ length: steps + 1 }, (_, at) => {
    const angle = ((from + ((to - from) * at) / steps) * Math.PI) / 180;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/** Symbols of the places by access; the legend shows the same. */
export const accessStrokes: Readonly<Record<number, readonly Stroke[]>> = {
  [wheelchairPlace]: [
    arc(0.43, 0.22, 0.045, 0, 360),
    [
      [0.43, 0.36],
      [0.43, 0.56],
      [0.62, 0.56],
      [0.7, 0.76],
      [0.76, 0.74],
    ],
    arc(0.44, 0.64, 0.18, 60, 250),
  ],
  [companionPlace]: [
    arc(0.5, 0.32, 0.1, 0, 360),
    [[0.28, 0.76], ...arc(0.5, 0.72, 0.22, 180, 360), [0.72, 0.76]],
  ],
};

/** Returns the face of a status (index into `shownStatuses`) in a category's colours; a free place for wheelchairs has its symbol. */
export function faceOf(
  code: number,
  palette: Palette,
  category: { readonly edge: Colour; readonly fill: Colour },
  access = 0,
): SeatFace {
  const plain = {
    fill: palette.surface,
    edge: palette.line,
    sign: palette.inkSoft,
    strokes: [],
  };
  switch (shownStatuses[code]) {
    case 'available':
      return {
        ...plain,
        fill: category.fill,
        edge: category.edge,
        sign: palette.ink,
        strokes: accessStrokes[access] ?? [],
      };
    case 'selected':
      return {
        ...plain,
        fill: palette.chosen,
        edge: palette.chosenEdge,
        sign: palette.onChosen,
        strokes: tick,
      };
    case 'almost':
      return {
        ...plain,
        fill: palette.alert,
        edge: palette.alertEdge,
        sign: palette.onAlert,
        strokes: mark,
      };
    default:
      // A buyer can choose none of the others, whatever the reason: one look (the label says the reason).
      return { ...plain, fill: palette.faint, edge: null, sign: palette.line, strokes: cross };
  }
}

function outline(brush: Brush, x: number, y: number, size: number): void {
  brush.beginPath();
  // Older Firefox lacks roundRect; square seats will do.
  if (brush.roundRect === undefined) brush.rect(x, y, size, size);
  else {
    const [top, bottom] = [size * 0.28, size * 0.36];
    brush.roundRect(x, y, size, size, [top, top, bottom, bottom]);
  }
}

/** Draws a seat into the square at `x`, `y`; `size` in device pixels. */
export function paintSeat(brush: Brush, face: SeatFace, x: number, y: number, size: number): void {
  paintBody(brush, face, x, y, size);
  paintSign(brush, face, x, y, size);
}

/** Draws a seat without its symbol. */
export function paintBody(brush: Brush, face: SeatFace, x: number, y: number, size: number): void {
  const width = Math.max(1, size * 0.06);
  const inset = Math.max(0.5, size * 0.08) + width / 2;
  const inner = size - 2 * inset;
  brush.save();
  outline(brush, x + inset, y + inset, inner);
  brush.fillStyle = cssOf(face.fill);
  brush.fill();
  if (face.edge !== null) {
    brush.strokeStyle = cssOf(face.edge);
    brush.lineWidth = width;
    brush.stroke();
  }
  brush.restore();
}

/** Draws the symbol of a seat, if it has one. */
export function paintSign(brush: Brush, face: SeatFace, x: number, y: number, size: number): void {
  if (face.strokes.length === 0) return;
  brush.save();
  brush.strokeStyle = cssOf(face.sign);
  brush.lineWidth = Math.max(1.25, size * 0.08);
  brush.lineCap = 'round';
  brush.lineJoin = 'round';
  brush.beginPath();
  for (const stroke of face.strokes) {
    for (const [at, [across, down]] of stroke.entries()) {
      if (at === 0) brush.moveTo(x + across * size, y + down * size);
      else brush.lineTo(x + across * size, y + down * size);
    }
  }
  brush.stroke();
  brush.restore();
}
