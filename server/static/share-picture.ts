import { fileURLToPath } from 'node:url';

/** What chat apps and social sites ask for, in pixels. */
export const sharePictureSize = { width: 1200, height: 630 };

const jpegQuality = 82;

/** Draws an SVG as the JPEG that chat apps show beside a link (they read no SVG), cropped to fill, in the typeface of the shop. */
export async function sharePicture(svg: string): Promise<Buffer> {
  // Read once, when the library starts: without it the words are drawn in whatever the machine has, or as empty boxes.
  process.env.FONTCONFIG_FILE ??= fileURLToPath(new URL('./share-fonts.conf', import.meta.url));
  const { default: sharp } = await import('sharp');
  const { width, height } = sharePictureSize;
  return sharp(Buffer.from(svg))
    .resize(width, height, { fit: 'cover' })
    .jpeg({ quality: jpegQuality, mozjpeg: true })
    .toBuffer();
}
