/** Pixels per module in the saved picture: sharp on any screen. */
const modulePixels = 12;
/** Width of the quiet zone in modules: as rendered, and as readers require. */
const drawnMargin = 2;
const quietMargin = 4;

/**
 * Draws a QR code of the page again as a picture. Null without a code or a canvas. The code is path data in module units, so it is redrawn and
 * not scaled, with a full quiet zone, which on the page comes from the frame.
 */
export function qrCanvas(container: Element): HTMLCanvasElement | null {
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
  return canvas;
}

/** The same as a PNG, for 'Simpan QR': on a phone the payment app reads it from the gallery. */
export async function qrPicture(container: Element): Promise<Blob | null> {
  const canvas = qrCanvas(container);
  return canvas && new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
