import { createCanvas, loadImage } from '@napi-rs/canvas';
import jsQR from 'jsqr';

/** What the QR code in a picture (PNG) says, read from its pixels as a scanner does; null without one. `quiet` is the width of a white border added to it. */
export async function readQr(picture: Uint8Array, quiet = 0): Promise<string | null> {
  const image = await loadImage(picture);
  // Twice the size: what a camera close to the screen sees.
  const [width, height] = [image.width * 2 + 2 * quiet, image.height * 2 + 2 * quiet];
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingEnabled = false;
  context.drawImage(image, quiet, quiet, image.width * 2, image.height * 2);
  const { data } = context.getImageData(0, 0, width, height);
  return jsQR(new Uint8ClampedArray(data), width, height)?.data ?? null;
}
