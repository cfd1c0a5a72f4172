import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

// From our own origin: the package would fetch it from another site.
await prepareZXingModule({
  overrides: { locateFile: () => wasmUrl },
  fireImmediately: true,
});

/** The text of the first QR code in a picture; null where there is none. */
export async function readQr(picture: ImageData): Promise<string | null> {
  const found = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
  return found.find((code) => code.isValid)?.text ?? null;
}
