import type { SeedEvent } from '../types.ts';
import type { Palette } from './palettes.ts';
import { linear, type Random, rect } from './svg.ts';
import type { TextBox, TitleStyle } from './type.ts';

/** Size of the canvas every scene draws on, in SVG units. */
export const canvas = { width: 1200, height: 675 } as const;

export interface SceneInput {
  /** Prefix of the ids a scene may define. */
  id: string;
  random: Random;
  palette: Palette;
  event: SeedEvent;
}

export interface SceneArt {
  defs: string;
  body: string;
  box: TextBox;
  style: TitleStyle;
}

/** Draws one composition: pure, the same for the same input. */
export type Scene = (input: SceneInput) => SceneArt;

/** The ground of most scenes: the three colours of the sky, and the gradient that paints them. */
export function sky(input: SceneInput): { defs: string; body: string } {
  const [top, middle, bottom] = input.palette.sky;
  return {
    defs: linear(`${input.id}s`, [
      [0, top],
      [0.55, middle],
      [1, bottom],
    ]),
    body: rect(0, 0, canvas.width, canvas.height, `fill="url(#${input.id}s)"`),
  };
}

/** A box with the defaults most scenes share. */
export function textBox(
  x: number,
  y: number,
  width: number,
  height: number,
  rest: Partial<TextBox> = {},
): TextBox {
  return { x, y, width, height, anchor: 'start', vertical: 'top', size: 104, ...rest };
}
