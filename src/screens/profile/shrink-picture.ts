const side = 512;

/**
 * A picture file as base64 of a square JPEG of 512 pixels, so that a phone's photo is not uploaded at full size. Null for a file that the
 * browser cannot draw.
 */
export async function shrinkPicture(file: File): Promise<string | null> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { width, height } = picture;
    const cut = Math.min(width, height);
    const canvas = document.createElement('canvas');
    canvas.width = side;
    canvas.height = side;
    canvas
      .getContext('2d')
      ?.drawImage(picture, (width - cut) / 2, (height - cut) / 2, cut, cut, 0, 0, side, side);
    picture.close();
    return canvas.toDataURL('image/jpeg', 0.85).split(',')[1] ?? null;
  } catch {
    return null;
  }
}
