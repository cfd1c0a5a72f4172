import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

const require = createRequire(import.meta.url);
const family = '@expo-google-fonts/plus-jakarta-sans';

/** Points; an A4 page is 595 by 842. */
export const pageMargin = 56;
/** Points between the margins of an A4 page. */
export const pageWidth = 595 - 2 * pageMargin;
/** Text colours of PDFs. */
export const pdfInk = { text: '#1c1a22', soft: '#5d5866', accent: '#b30f58', line: '#d9d4de' };

/** Starts an A4 document in the shop's typeface, with a subset of its glyphs embedded; `bytes` ends it. */
export function startPdf(info: {
  readonly title: string;
  readonly author: string;
  readonly madeAt: Date;
}): { readonly pdf: PDFKit.PDFDocument; readonly bytes: () => Promise<Buffer> } {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: pageMargin,
    lang: 'id-ID',
    displayTitle: true,
    info: { Title: printable(info.title), Author: info.author, CreationDate: info.madeAt },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.once('end', resolve);
    pdf.once('error', reject);
  });
  pdf.registerFont(
    'regular',
    require.resolve(`${family}/400Regular/PlusJakartaSans_400Regular.ttf`),
  );
  pdf.registerFont('bold', require.resolve(`${family}/700Bold/PlusJakartaSans_700Bold.ttf`));
  return {
    pdf,
    async bytes() {
      pdf.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

/**
 * Replaces characters that the typeface lacks (it has Latin letters of Europe and Vietnam) by question marks, and control characters by
 * spaces.
 */
export function printable(text: string): string {
  const plain = text.normalize('NFC').replace(/\p{Cc}+/gu, ' ');
  return Array.from(plain, (character) =>
    /[\u0020-\u007e\u00a0-\u017f\u1ea0-\u1ef9\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]/.test(
      character,
    )
      ? character
      : '?',
  ).join('');
}
