import type { PosterColours } from '../../contract/picture/poster-colours.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/** Hues are counted in twelve parts of the circle. */
const parts = 12;
/** Mean weight per pixel below which a picture counts as grey. */
const greyWeight = 0.004;
/** Contrast of white text: that of small text on the glow, and more on the ground, where most of it stands. */
const contrast = { ground: 7.5, glow: 4.5 } as const;
const darkening = 0.94;
/** The mean of many pixels is duller than what the eye takes from the poster. */
const liveliness = 1.5;

/** WCAG 2.2 contrast of white against a colour. */
function contrastOfWhite(colour: Rgb): number {
  const [red, green, blue] = colour.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function lively(colour: Rgb): Rgb {
  const grey = (colour[0] + colour[1] + colour[2]) / 3;
  const moved = colour.map((channel) => grey + (channel - grey) * liveliness);
  return rgb(moved.map((channel) => Math.min(255, Math.max(0, channel))));
}

function darkened(colour: Rgb, atLeast: number): string {
  let rounded = rgb(colour.map(Math.round));
  for (let share = 1; contrastOfWhite(rounded) < atLeast; share *= darkening) {
    rounded = rgb(colour.map((channel) => Math.round(channel * share)));
  }
  return `#${rounded.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

const rgb = ([red = 0, green = 0, blue = 0]: readonly number[]): Rgb => [red, green, blue];

/** Part of the colour circle, and how much a pixel counts: pale, dark and grey ones say little. */
function weighed([red, green, blue]: Rgb): { part: number; weight: number } {
  const high = Math.max(red, green, blue);
  const spread = high - Math.min(red, green, blue);
  if (spread === 0) return { part: 0, weight: 0 };
  const turn =
    high === red
      ? ((green - blue) / spread + 6) % 6
      : high === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  return { part: Math.floor((turn / 6) * parts) % parts, weight: (spread / 255) ** 2 };
}

/** The colours of a picture from its pixels, three bytes each; null for a grey one. */
export function paletteOf(pixels: Uint8Array): PosterColours | null {
  const sums = Array.from({ length: parts }, () => ({ weight: 0, red: 0, green: 0, blue: 0 }));
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const pixel = rgb([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]);
    const { part, weight } = weighed(pixel);
    const sum = sums[part];
    if (sum === undefined) continue;
    sum.weight += weight;
    sum.red += pixel[0] * weight;
    sum.green += pixel[1] * weight;
    sum.blue += pixel[2] * weight;
  }
  const found = sums
    .map(({ weight, red, green, blue }, part) => ({
      part,
      weight,
      mean: rgb([red, green, blue].map((sum) => sum / Math.max(weight, 1e-9))),
    }))
    .toSorted((a, b) => b.weight - a.weight);
  const [main] = found;
  if (main === undefined || main.weight <= (greyWeight * pixels.length) / 3) return null;
  // A second hue that can be distinguished from the first and is not a mere speck.
  const other = found.find(({ part, weight }) => {
    const apart = Math.abs(part - main.part);
    return Math.min(apart, parts - apart) >= 2 && weight > main.weight / 10;
  });
  return {
    ground: darkened(lively(main.mean), contrast.ground),
    glow: darkened(lively((other ?? main).mean), contrast.glow),
  };
}
