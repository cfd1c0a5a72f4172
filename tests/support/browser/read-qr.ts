import { createCanvas, loadImage } from '@napi-rs/canvas';
import jsQR from 'jsqr';

/** What the QR code in a picture (PNG) says, read from its pixels as a scanner does; null without one. */
export async function readQr(picture: Uint8Array): Promise<string | null> {
  const image = await loadImage(picture);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return jsQR(new Uint8ClampedArray(data), image.width, image.height)?.data ?? null;
}
