import { fileURLToPath } from 'node:url';

/** The size that chat apps and social sites expect, in pixels. */
export const sharePictureSize = { width: 1200, height: 630 };

const jpegQuality = 82;

/** Reads an SVG in the typeface of the shop; a density below 72 draws it smaller. */
export async function readSvg(svg: string, density = 72) {
  // The library reads this once, at its start: without it, texts use any font of the machine, or appear as empty boxes.
  process.env.FONTCONFIG_FILE ??= fileURLToPath(new URL('./share-fonts.conf', import.meta.url));
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg), { density });
}

/** Renders an SVG as the JPEG that chat apps show beside a link (they read no SVG), cropped to fill, in the typeface of the shop. */
export async function sharePicture(svg: string): Promise<Buffer> {
  const { width, height } = sharePictureSize;
  return (await readSvg(svg))
    .resize(width, height, { fit: 'cover' })
    .jpeg({ quality: jpegQuality, mozjpeg: true })
    .toBuffer();
}
