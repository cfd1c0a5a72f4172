import { createCanvas } from '@napi-rs/canvas';
import jsQR from 'jsqr';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Pixels a point of a page is drawn with. */
const scale = 3;

/** What a reader of PDFs makes of a file: the words of each page, and the QR code on the first, read from its pixels. */
export async function readPdf(bytes: Uint8Array): Promise<{ pages: string[]; qr: string | null }> {
  const task = getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false, verbosity: 0 });
  const pdf = await task.promise;
  const pages: string[] = [];
  let qr: string | null = null;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    if (number > 1) continue;
    const viewport = page.getViewport({ scale });
    const canvas = createCanvas(viewport.width, viewport.height);
    const context = canvas.getContext('2d');
    await page.render({
      // The canvas of this package draws as that of a browser does.
      canvas: canvas as unknown as HTMLCanvasElement,
      canvasContext: context as unknown as CanvasRenderingContext2D,
      viewport,
    }).promise;
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    qr = jsQR(new Uint8ClampedArray(pixels.data), canvas.width, canvas.height)?.data ?? null;
  }
  await task.destroy();
  return { pages, qr };
}
