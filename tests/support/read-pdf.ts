import { createCanvas } from '@napi-rs/canvas';
import jsQR from 'jsqr';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Pixels per point when a page is rendered. */
const scale = 2;

/** A page of a PDF as a reader sees it. */
export interface ReadPage {
  readonly text: string;
  /** The decoded QR code of the page; null if it has none. */
  readonly qr: string | null;
  /** Whole millimetres. */
  readonly width: number;
  readonly height: number;
}

const millimetres = (points: number) => Math.round((points * 25.4) / 72);

/** Renders a PDF and returns its pages. */
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
      // This package's canvas renders like a browser's.
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
