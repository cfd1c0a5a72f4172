/** Returns the text of a QR code in the current video frame, or null. */
export type DecodeFrame = (video: HTMLVideoElement) => Promise<string | null>;

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: readonly string[] }): NativeDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Wide enough for a code that fills a third of the picture; more pixels only drain the battery of slow phones. */
const frameWidth = 640;

/** Creates a decoder: the bundled one, beside the browser's own where it has one that works. */
export async function createDecoder(
  scope: object,
  bringOwn: () => Promise<DecodeFrame> = bundledDecoder,
): Promise<DecodeFrame> {
  const native = await nativeDecoder(scope);
  return native === null ? bringOwn() : nativeBesideOwn(native, bringOwn);
}

/** Some phones have the class and find nothing, with or without an error: only one that has found a code is left alone. */
function nativeBesideOwn(native: DecodeFrame, bringOwn: () => Promise<DecodeFrame>): DecodeFrame {
  let own: DecodeFrame | null = null;
  let isProven = false;
  void bringOwn().then(
    (decode) => {
      own = decode;
    },
    () => undefined,
  );
  return async (video) => {
    const text = await native(video).catch(() => {
      isProven = false;
      return null;
    });
    isProven ||= text !== null;
    return isProven || own === null ? text : own(video);
  };
}

async function nativeDecoder(scope: object): Promise<DecodeFrame | null> {
  const { BarcodeDetector } = scope as { BarcodeDetector?: NativeDetectorClass };
  try {
    const formats = (await BarcodeDetector?.getSupportedFormats()) ?? [];
    if (BarcodeDetector === undefined || !formats.includes('qr_code')) return null;
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  } catch {
    return null;
  }
}

/** Loaded on demand; the service worker caches it for use without network. */
async function bundledDecoder(): Promise<DecodeFrame> {
  const { readQr } = await import('./bundled-reader.ts');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (context === null) return null;
    const scale = Math.min(1, frameWidth / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    return readQr(context.getImageData(0, 0, canvas.width, canvas.height));
  };
}
