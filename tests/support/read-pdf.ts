import { createCanvas } from '@napi-rs/canvas';
import jsQR from 'jsqr';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Pixels a point of a page is drawn with. */
const scale = 2;

/** A page of a PDF as its reader sees it. */
export interface ReadPage {
  readonly text: string;
  /** What the QR code on it says, read from its pixels; null without one. */
  readonly qr: string | null;
  /** Millimetres, whole. */
  readonly width: number;
  readonly height: number;
}

const millimetres = (points: number) => Math.round((points * 25.4) / 72);

/** What a reader of PDFs makes of a file, page by page. */
export async function readPdf(bytes: Uint8Array): Promise<readonly ReadPage[]> {
  const task = getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false, verbosity: 0 });
  const pdf = await task.promise;
  const pages: ReadPage[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
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
    const read = jsQR(new Uint8ClampedArray(pixels.data), canvas.width, canvas.height, {
      inversionAttempts: 'dontInvert',
    });
    pages.push({
      text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
      qr: read?.data ?? null,
      width: millimetres(viewport.width / scale),
      height: millimetres(viewport.height / scale),
    });
  }
  await task.destroy();
  return pages;
}
