/** Pixels of a module in the saved picture: sharp on any screen. */
const modulePixels = 12;

/**
 * Draws a QR code that is on the page as a PNG, for 'Simpan QR': on a phone the paying app reads it from the gallery. Gives null where
 * there is no code or no canvas. The code is path data in module units, so it is drawn anew and not scaled.
 */
export async function qrPicture(container: Element): Promise<Blob | null> {
  const svg = container.querySelector('svg');
  const side = Number(svg?.getAttribute('viewBox')?.split(/[\s,]+/)[2] ?? Number.NaN);
  if (svg === null || !Number.isFinite(side)) return null;
  const canvas = document.createElement('canvas');
  canvas.width = side * modulePixels;
  canvas.height = side * modulePixels;
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  pen.scale(modulePixels, modulePixels);
  for (const path of svg.querySelectorAll('path')) {
    pen.fillStyle = path.getAttribute('fill') ?? '#000000';
    pen.fill(new Path2D(path.getAttribute('d') ?? ''));
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Hands a file to the browser's downloads. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has to begin before its address goes.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
