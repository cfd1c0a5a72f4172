import { decomposeTSR, type Matrix } from 'transformation-matrix';

/** Attributes of an element as written. */
export type Attributes = Readonly<Record<string, string>>;

/** A name without differences of case, spaces and hyphens, which drawing programs change. */
export const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/[\s_-]+/gu, ' ')
    .trim();
/** A number with as many digits as a drawing needs. */
export const rounded = (value: number) => Math.round(value * 1000) / 1000;
/** Degrees clockwise by which a transformation turns. */
export const degreesOf = (matrix: Matrix) =>
  rounded((decomposeTSR(matrix).rotation.angle * 180) / Math.PI);
/** Factor by which a transformation stretches lengths. */
export const scaleOf = ({ a, b, c, d }: Matrix) => Math.sqrt(Math.abs(a * d - b * c));

/** A length in user units; 0 for none. */
export function lengthOf(text: string | undefined): number {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? value : 0;
}

/** The declarations of a `style` attribute. */
export function stylesOf(style: string | undefined): ReadonlyMap<string, string> {
  return new Map(
    (style ?? '').split(';').map((each) => {
      const [key = '', value = ''] = each.split(':');
      return [key.trim(), value.trim()];
    }),
  );
}

/** The middle of an element, before its transformation; null for one without. */
export function centreOf(name: string, attributes: Attributes): { x: number; y: number } | null {
  const length = (key: string) => lengthOf(attributes[key]);
  if (name === 'circle' || name === 'ellipse') return { x: length('cx'), y: length('cy') };
  if (name === 'rect' || name === 'image' || name === 'use') {
    return { x: length('x') + length('width') / 2, y: length('y') + length('height') / 2 };
  }
  return name === 'text' ? { x: length('x'), y: length('y') } : null;
}
