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

/** The browser's own reader where it has one, else the one that we bring: fetched now, so that it is there without network. */
export async function createDecoder(scope: object): Promise<DecodeFrame> {
  return (await nativeDecoder(scope)) ?? bundledDecoder();
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
