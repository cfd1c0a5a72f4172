import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import type { PosterColours } from '../../contract/picture/poster-colours.ts';
import { sampleFile } from '../seed/samples.ts';
import { readSvg } from '../static/share-picture.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { Pictures, PosterColourReader } from './pictures.ts';
import { paletteOf } from './poster-palette.ts';

/** Events whose colours are kept in memory. */
const mostKept = 500;
const side = 24;
/** A twelfth of its size: only the colours count. */
const svgDensity = 6;

/** Creates the reader; the colours of a poster are computed at their first use in this process. */
export function createPosterColours(pictures: Pictures): PosterColourReader {
  const kept = new LRUCache<string, { readonly colours: PosterColours | null }>({ max: mostKept });
  // One at a time, like every work on pictures.
  const once = oneAtATime<PosterColours | null>();

  async function compute(banner: string): Promise<PosterColours | null> {
    try {
      const picture = await pictureAt(banner, pictures);
      if (picture === null) return null;
      const pixels = await picture
        .resize(side, side, { fit: 'fill' })
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true });
      return pixels.info.channels === 3 ? paletteOf(pixels.data) : null;
    } catch {
      // A ticket has the colours of the shop rather than none of its data.
      return null;
    }
  }

  return {
    async read(banner) {
      if (banner === null) return null;
      const known = kept.get(banner);
      if (known !== undefined) return known.colours;
      const colours = await once(banner, () => compute(banner));
      kept.set(banner, { colours });
      return colours;
    },
  };
}

async function pictureAt(banner: string, pictures: Pictures) {
  const sample = /^\/media\/posters\/([a-z0-9-]+)\.svg$/.exec(banner)?.[1];
  if (sample !== undefined) {
    return readSvg(await readFile(sampleFile(`events/${sample}/poster.svg`), 'utf8'), svgDensity);
  }
  const name = /^\/media\/pictures\/([a-z0-9-]+)$/.exec(banner)?.[1];
  const bytes = name === undefined ? null : await pictures.read(name, 'webp');
  if (bytes === null) return null;
  const { default: sharp } = await import('sharp');
  return sharp(bytes);
}
