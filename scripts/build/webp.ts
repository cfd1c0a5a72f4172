import type { Page } from '@playwright/test';

const qualities = [0.85, 0.75, 0.65, 0.5, 0.35];

/** A PNG as WebP, at the best quality that stays within `maxBytes`; the least quality when none does. Drawn by a blank page. */
export async function webpWithin(blank: Page, png: Buffer, maxBytes: number): Promise<Buffer> {
  let smallest: Buffer = Buffer.alloc(0);
  for (const quality of qualities) {
    smallest = await toWebp(blank, png, quality);
    if (smallest.length <= maxBytes) break;
  }
  return smallest;
}

async function toWebp(page: Page, png: Buffer, quality: number): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ({ source, wanted }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', wanted).split(',')[1] ?? '';
    },
    { source: png.toString('base64'), wanted: quality },
  );
  return Buffer.from(encoded, 'base64');
}
