/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Contrast that the edge of a control needs (WCAG 1.4.11). */
const edgeContrast = 3;

/** Parses '#rgb', '#rrggbb' and computed colours; null for anything else. Ignores the alpha channel. */
export function parseColour(text: string): Colour | null {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(text.trim())?.[1];
  if (hex !== undefined) {
    const digits = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex;
    const at = (place: number) => Number.parseInt(digits.slice(place, place + 2), 16);
    return digits.length === 6 || digits.length === 8 ? [at(0), at(2), at(4)] : null;
  }
  const parts = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(text.trim());
  return parts === null ? null : [Number(parts[1]), Number(parts[2]), Number(parts[3])];
}

/** Mixes `share` of one colour with the rest of another. */
export function mix(colour: Colour, share: number, under: Colour): Colour {
  const part = (at: 0 | 1 | 2) => Math.round(colour[at] * share + under[at] * (1 - share));
  return [part(0), part(1), part(2)];
}

function luminance(colour: Colour): number {
  const part = (value: number) => {
    const share = value / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(colour[0]) + 0.7152 * part(colour[1]) + 0.0722 * part(colour[2]);
}

/** Returns the contrast of two colours, from 1 to 21 (WCAG). */
export function contrast(a: Colour, b: Colour): number {
  const [first, second] = [luminance(a), luminance(b)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** Darkens or lightens a colour towards `ink` until it has enough contrast on `surface`: organisers may choose pale colours. */
export function edgeColour(colour: Colour, surface: Colour, ink: Colour): Colour {
  for (let share = 1; share > 0; share -= 0.05) {
    const edge = mix(colour, share, ink);
    if (contrast(edge, surface) >= edgeContrast) return edge;
  }
  return ink;
}

/** Formats a colour for CSS and canvas. */
export function cssOf([red, green, blue]: Colour): string {
  return `rgb(${red} ${green} ${blue})`;
}

/** Formats a colour as a pixel of ImageData. */
export function pixelOf([red, green, blue]: Colour): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
