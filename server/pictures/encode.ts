import { createHash } from 'node:crypto';
import { sharePictureSize } from '../static/share-picture.ts';

/** The pictures of an event folder, by their place on the pages. */
export type PictureKind = 'poster' | 'seats' | 'logo';
/** Formats in the order of preference; browsers name those that they read. */
export const pictureFormats = ['avif', 'webp', 'jpg'] as const;
/** A format in which pictures are served. */
export type PictureFormat = (typeof pictureFormats)[number];

/** A picture with more pixels is refused before it is decoded. */
const maxPixels = 60_000_000;
/** Width and height in pixels, and how a picture of another shape is fitted. */
const sizes = {
  poster: { width: 1280, height: 720, fit: 'cover' },
  seats: { width: 1600, height: 1600, fit: 'inside' },
  logo: { width: 256, height: 256, fit: 'inside' },
} as const satisfies Record<PictureKind, object>;
const inputFormats: readonly string[] = ['jpeg', 'png', 'webp', 'heif'];

/** The name of a picture by its content, as `poster-0f3a…`; its address is `/media/pictures/` and the name. */
export function pictureName(kind: PictureKind, original: Buffer): string {
  return `${kind}-${createHash('sha256').update(original).digest('hex').slice(0, 32)}`;
}

/** True for bytes that can be served as a picture: JPEG, PNG, WebP or AVIF. Decodes them once: a HEIC has the facts of an AVIF, and no decoder here. */
export async function isPicture(original: Buffer): Promise<boolean> {
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(original, { limitInputPixels: maxPixels });
    const { format } = await picture.metadata();
    if (!inputFormats.includes(format ?? '')) return false;
    await picture.resize(16).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Encodes a picture for its place, without place and camera data; `share` is the JPEG for chat apps. */
export async function encodePicture(
  kind: PictureKind,
  original: Buffer,
  format: PictureFormat | 'share',
): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const size = format === 'share' ? { ...sharePictureSize, fit: 'cover' as const } : sizes[kind];
  const picture = sharp(original, { limitInputPixels: maxPixels })
    .autoOrient()
    .resize({ ...size, withoutEnlargement: format !== 'share' });
  switch (format) {
    case 'avif':
      return picture.avif({ quality: 55, effort: 3 }).toBuffer();
    case 'webp':
      return picture.webp({ quality: 78 }).toBuffer();
    default:
      return picture
        .flatten({ background: '#fff' })
        .jpeg({ quality: 80, mozjpeg: true })
        .toBuffer();
  }
}
