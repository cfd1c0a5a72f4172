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

/** Consecutive failures after which the native detector counts as broken: some phones have the class without the service behind it. */
const maxNativeFailures = 3;

/** Creates a decoder: the browser's own detector as long as it works, else the bundled one. */
export async function createDecoder(
  scope: object,
  bringOwn: () => Promise<DecodeFrame> = bundledDecoder,
): Promise<DecodeFrame> {
  const native = await nativeDecoder(scope);
  return native === null ? bringOwn() : nativeWhileItWorks(native, bringOwn);
}

function nativeWhileItWorks(
  native: DecodeFrame,
  bringOwn: () => Promise<DecodeFrame>,
): DecodeFrame {
  let failures = 0;
  let bundled: Promise<DecodeFrame> | undefined;
  return async (video) => {
    if (bundled === undefined) {
      try {
        const text = await native(video);
        failures = 0;
        return text;
      } catch {
        failures += 1;
        if (failures < maxNativeFailures) return null;
        bundled = bringOwn();
      }
    }
    return (await bundled)(video);
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
