import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

// Loaded from our own origin: by default the package fetches it from another site.
await prepareZXingModule({
  overrides: { locateFile: () => wasmUrl },
  fireImmediately: true,
});

/** Returns the text of the first QR code in a picture, or null. */
export async function readQr(picture: ImageData): Promise<string | null> {
  const found = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
  return found.find((code) => code.isValid)?.text ?? null;
}
