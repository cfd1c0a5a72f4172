/** Pixels of a module in the saved picture: sharp on any screen. */
const modulePixels = 12;
/** White modules around the code as it is drawn and as a reader wants them. */
const drawnMargin = 2;
const quietMargin = 4;

/**
 * Draws a QR code that is on the page as a PNG, for 'Simpan QR': on a phone the paying app reads it from the gallery. Gives null where
 * there is no code or no canvas. The code is path data in module units, so it is drawn anew and not scaled, with the whole quiet zone
 * that the frame of the page gives it otherwise.
 */
export async function qrPicture(container: Element): Promise<Blob | null> {
  const svg = container.querySelector('svg');
  const drawn = Number(svg?.getAttribute('viewBox')?.split(/[\s,]+/)[2] ?? Number.NaN);
  if (svg === null || !Number.isFinite(drawn)) return null;
  const border = quietMargin - drawnMargin;
  const side = (drawn + 2 * border) * modulePixels;
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, side, side);
  pen.scale(modulePixels, modulePixels);
  pen.translate(border, border);
  for (const path of svg.querySelectorAll('path')) {
    pen.fillStyle = path.getAttribute('fill') ?? '#000000';
    pen.fill(new Path2D(path.getAttribute('d') ?? ''));
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
