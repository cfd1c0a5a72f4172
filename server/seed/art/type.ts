import { at, escapeXml } from './svg.ts';

/** The page's font does not load inside an image, so a run of system fonts follows it. */
export const fontStack =
  "'Plus Jakarta Sans','Avenir Next','Segoe UI',Roboto,'Helvetica Neue',Arial,system-ui,sans-serif";

// Advances in em of the widest of those fonts at its heaviest: text set by them fits in every other.
const narrow = new Set("iljI.,:;'!|() ");
const wide = new Set('mwMWOQGD%@');

function advance(character: string): number {
  if (narrow.has(character)) return 0.42;
  if (wide.has(character)) return character === character.toLowerCase() ? 1 : 0.94;
  return character === character.toLowerCase() && !/\d/.test(character) ? 0.69 : 0.78;
}

/** Width of bold text at a size, in pixels, never too small. */
export function widthOf(text: string, size: number): number {
  let total = 0;
  for (const character of text) total += advance(character);
  return total * size;
}

/** Breaks words, at spaces and after hyphens, into as few lines as fit the width, then evens the lines out. */
function wrap(text: string, size: number, width: number): string[] {
  const words = text.split(/ |(?<=-)/);
  const fill = (limit: number): string[] => {
    const lines: string[] = [];
    let line = '';
    for (const word of words) {
      const longer = line && !line.endsWith('-') ? `${line} ${word}` : line + word;
      if (line && widthOf(longer, size) > limit) {
        lines.push(line);
        line = word;
      } else {
        line = longer;
      }
    }
    return [...lines, line];
  };
  const lines = fill(width);
  for (let limit = width * 0.5; limit < width; limit += width * 0.05) {
    const even = fill(limit);
    if (even.length === lines.length && even.every((line) => widthOf(line, size) <= limit)) {
      return even;
    }
  }
  return lines;
}

export interface TextBox {
  x: number;
  y: number;
  width: number;
  height: number;
  anchor: 'start' | 'middle' | 'end';
  /** Where the text stands in the box. */
  vertical: 'top' | 'middle' | 'bottom';
  /** Largest size of the title. */
  size: number;
}

const lineHeight = 1.02;

/** The largest size at which the text fits, and its lines there. */
export function fitTitle(
  text: string,
  box: Pick<TextBox, 'width' | 'height' | 'size'>,
): { size: number; lines: string[] } {
  let size = box.size;
  for (; size > 24; size -= 2) {
    const lines = wrap(text, size, box.width);
    const tall = lines.length * size * lineHeight;
    if (tall <= box.height && lines.every((line) => widthOf(line, size) <= box.width)) {
      return { size, lines };
    }
  }
  return { size, lines: wrap(text, size, box.width) };
}

export interface TitleStyle {
  color: string;
  /** Colour of the small line above and the line below. */
  soft: string;
  /** Colour of the shadow, or none where the ground is calm. */
  shadow?: string;
}

function lineOf(
  text: string,
  x: number,
  y: number,
  size: number,
  anchor: TextBox['anchor'],
  rest: string,
): string {
  return `<text x="${at(x)}" y="${at(y)}" font-size="${at(size)}" text-anchor="${anchor}" ${rest}>${escapeXml(text)}</text>`;
}

/** A title with a small line above and one below, set inside a box. */
export function titleBlock(
  words: { kicker: string; title: string; foot: string },
  box: TextBox,
  style: TitleStyle,
): string {
  const small = 29;
  const smallBlock = small * 1.9;
  const fitted = fitTitle(words.title, { ...box, height: box.height - smallBlock * 2 });
  const tall = fitted.lines.length * fitted.size * lineHeight + smallBlock * 2;
  const slack = box.height - tall;
  const top = box.y + (box.vertical === 'top' ? 0 : box.vertical === 'middle' ? slack / 2 : slack);
  const x =
    box.anchor === 'start'
      ? box.x
      : box.anchor === 'middle'
        ? box.x + box.width / 2
        : box.x + box.width;
  const baseline = (index: number) => top + smallBlock + fitted.size * (0.8 + index * lineHeight);
  const set = (fill: string, drop: number) =>
    fitted.lines
      .map((line, index) =>
        lineOf(line, x, baseline(index) + drop, fitted.size, box.anchor, `fill="${fill}"`),
      )
      .join('');
  const heavy = `font-weight="800" letter-spacing="${at(fitted.size * -0.02)}"`;
  const shadow = style.shadow
    ? `<g ${heavy} opacity=".4">${set(style.shadow, Math.max(fitted.size * 0.045, 3))}</g>`
    : '';
  const kicker = fitSmall(words.kicker.toUpperCase(), small * 0.86, box.width, 3);
  const foot = fitSmall(words.foot, small, box.width, 0);
  return [
    shadow,
    `<g ${heavy}>${set(style.color, 0)}</g>`,
    `<g fill="${style.soft}" font-weight="700">`,
    lineOf(kicker.text, x, top + small, kicker.size, box.anchor, 'letter-spacing="3"'),
    lineOf(foot.text, x, top + tall - small * 0.35, foot.size, box.anchor, ''),
    '</g>',
  ].join('');
}

/** One line, made smaller until it fits. */
function fitSmall(text: string, size: number, width: number, spacing: number) {
  const full = widthOf(text, size) + spacing * text.length;
  return { text, size: full > width ? (size * width) / full : size };
}
