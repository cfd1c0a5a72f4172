import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { visibleText } from '../../../contract/texts/visible-text.ts';
import { uncompressed } from './uncompressed-face.ts';

const require = createRequire(import.meta.url);
const ours = '@expo-google-fonts/plus-jakarta-sans';
const arimo = '@expo-google-fonts/arimo';
const arabic = '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic';
/** Faces by weight, ours first: Arimo has Latin with every mark, Greek, Cyrillic and Hebrew. */
const faces = {
  regular: [
    `${ours}/400Regular/PlusJakartaSans_400Regular.ttf`,
    `${arimo}/400Regular/Arimo_400Regular.ttf`,
    `${arabic}-400-normal.woff`,
  ],
  bold: [
    `${ours}/700Bold/PlusJakartaSans_700Bold.ttf`,
    `${arimo}/700Bold/Arimo_700Bold.ttf`,
    `${arabic}-700-normal.woff`,
  ],
} as const;
type Weight = keyof typeof faces;
/** UnifontEX: plain, with a glyph for nearly every character. */
const everyScript = '@fontsource/unifontex/files/unifontex-latin-400-normal.woff';
const lastFace = 'every script';
/** 14 MB, read with the first text that needs it. */
let wholeFace: Buffer | undefined;

/** The part of a face of pdfkit that it does not declare. */
interface Face {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

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
    info: { Title: info.title, Author: info.author, CreationDate: info.madeAt },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.once('end', resolve);
    pdf.once('error', reject);
  });
  for (const [weight, names] of Object.entries(faces)) {
    for (const [place, file] of names.entries()) {
      pdf.registerFont(place === 0 ? weight : weight + place, require.resolve(file));
    }
  }
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
 * Sets the first face of a weight that has every character of a text, for names in other scripts than ours; the last one has those of all
 * scripts. Returns the text as it can be printed: what no face has is a question mark, and control characters are spaces.
 */
export function inFace(pdf: PDFKit.PDFDocument, weight: Weight, text: string): string {
  const plain = visibleText(text)
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ');
  const characters = Array.from(plain);
  for (const [place] of faces[weight].entries()) {
    pdf.font(place === 0 ? weight : weight + place);
    if (characters.every((character) => isDrawn(pdf, character))) return plain;
  }
  wholeFace ??= uncompressed(require.resolve(everyScript));
  pdf.registerFont(lastFace, wholeFace);
  pdf.font(lastFace);
  return characters.map((character) => (isDrawn(pdf, character) ? character : '?')).join('');
}

/** Writes a text that people typed in a face that has its characters, and sets the weight again. */
export function writeTyped(
  pdf: PDFKit.PDFDocument,
  weight: Weight,
  text: string,
  [x, y]: readonly [x: number, y: number],
  options: PDFKit.Mixins.TextOptions,
): void {
  // A feature of the face keeps the words of a line together, which a script from right to left needs.
  pdf.text(inFace(pdf, weight, text), x, y, { features: ['liga'], ...options }).font(weight);
}

function isDrawn(pdf: PDFKit.PDFDocument, character: string): boolean {
  const { font } = (pdf as unknown as { _font: { font: Face } })._font;
  return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}
