import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { PosterColours } from '../../../contract/picture/poster-colours.ts';
import type { Pictures } from '../../../server/pictures/pictures.ts';
import { createPosterColours } from '../../../server/pictures/poster-colours.ts';
import { paletteOf } from '../../../server/pictures/poster-palette.ts';

const plane = (...colours: [number, number, number][]) => Uint8Array.from(colours.flat());

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const whiteOn = (colour: string) => 1.05 / (luminance(colour) + 0.05);
const readable = ({ ground, glow }: PosterColours) =>
  whiteOn(ground) >= 7.5 && whiteOn(glow) >= 4.5;
const noPictures: Pictures = { read: async () => null };

describe('the palette of a poster', () => {
  it('takes the strongest colour, and another hue to run into', () => {
    const blue = Array<[number, number, number]>(9).fill([40, 90, 220]);
    const found = paletteOf(plane(...blue, [230, 60, 40], [230, 60, 40]));
    expect(found).toEqual({ ground: '#0140d4', glow: '#e11f04' });
  });

  it('darkens every colour until white text is readable on it', () => {
    for (const bright of [
      [255, 240, 0],
      [0, 255, 255],
      [255, 180, 200],
    ] as [number, number, number][]) {
      expect(paletteOf(plane(bright))).toSatisfy(readable);
    }
  });

  it('is absent for a grey picture and for none', () => {
    expect(paletteOf(plane([120, 120, 120], [255, 255, 255], [0, 0, 0]))).toBeNull();
    expect(paletteOf(plane())).toBeNull();
  });
});

describe('the colours of a poster', () => {
  it('exist for every sample event, and are readable', async () => {
    const { read } = createPosterColours(noPictures);
    for (const slug of readdirSync('samples/events')) {
      expect(await read(`/media/posters/${slug}.svg`), slug).toSatisfy(readable);
    }
  });

  it('are read once from an uploaded picture', async () => {
    const create = { width: 64, height: 36, channels: 3, background: '#0a7a55' } as const;
    const bytes = await sharp({ create }).webp().toBuffer();
    const asked: string[] = [];
    const pictures: Pictures = {
      read: async (name, format) => {
        asked.push(`${name} ${format}`);
        return bytes;
      },
    };
    const { read } = createPosterColours(pictures);
    const [first, again] = await Promise.all([
      read('/media/pictures/poster-1'),
      read('/media/pictures/poster-1'),
    ]);
    expect(first).toSatisfy(readable);
    expect([again, await read('/media/pictures/poster-1')]).toEqual([first, first]);
    expect(asked).toEqual(['poster-1 webp']);
  });
});
