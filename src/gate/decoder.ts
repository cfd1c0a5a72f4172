/** Finds the text of a QR code in what the camera shows; null where there is none. */
export type DecodeFrame = (video: HTMLVideoElement) => Promise<string | null>;

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: readonly string[] }): NativeDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Wide enough for a code that fills a third of the picture; more only costs a cheap phone its battery. */
const frameWidth = 640;

/** So many failures in a row are no bad picture: some phones have the class and not the service behind it. */
const failuresBelieved = 3;

/** The browser's own reader where it has one and as long as it works, else the one that we bring. */
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
  let own: Promise<DecodeFrame> | undefined;
  return async (video) => {
    if (own === undefined) {
      try {
        const text = await native(video);
        failures = 0;
        return text;
      } catch {
        failures += 1;
        if (failures < failuresBelieved) return null;
        own = bringOwn();
      }
    }
    return (await own)(video);
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

/** Fetched when it is needed; the service worker keeps it, so that it is there without network. */
async function bundledDecoder(): Promise<DecodeFrame> {
  const { readQr } = await import('./bundled-reader.ts');
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (pen === null) return null;
    const scale = Math.min(1, frameWidth / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    pen.drawImage(video, 0, 0, canvas.width, canvas.height);
    return readQr(pen.getImageData(0, 0, canvas.width, canvas.height));
  };
}
