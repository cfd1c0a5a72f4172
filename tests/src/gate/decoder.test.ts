import { describe, expect, it, vi } from 'vitest';
import { createDecoder, type DecodeFrame } from '../../../src/gate/decoder.ts';

const video = document.createElement('video');

/** A browser whose native detector returns the given results. */
function browser(formats: readonly string[], detect: () => Promise<readonly object[]>) {
  const asked: unknown[] = [];
  class BarcodeDetector {
    static getSupportedFormats = async () => formats;
    readonly detect = detect;
    constructor(options: unknown) {
      asked.push(options);
    }
  }
  return { scope: { BarcodeDetector }, asked };
}

const own = () => vi.fn(async (): Promise<DecodeFrame> => async () => 'read by ours');
const unsupported = () => Promise.reject(new DOMException('', 'NotSupportedError'));

describe('the QR decoder', () => {
  it('is ours beside one of the browser, until that has found a code, and again once it fails', async () => {
    const found: (readonly object[] | null)[] = [[], [{ rawValue: 'a code' }], [], null];
    const detect = async () => found.shift() ?? unsupported();
    const { scope, asked } = browser(['ean_13', 'qr_code'], detect);
    const decode = await createDecoder(scope, own());
    const read = [];
    for (const _ of [...found]) read.push(await decode(video));
    expect(read).toEqual(['read by ours', 'a code', null, 'read by ours']);
    expect(asked).toEqual([{ formats: ['qr_code'] }]);
  });

  it.each([
    ['has none', {}],
    ['reads other codes alone', browser(['ean_13'], async () => []).scope],
    ['reads no code at all', browser([], async () => []).scope],
    ['cannot say what it reads', { BarcodeDetector: { getSupportedFormats: unsupported } }],
    [
      'cannot make one',
      {
        BarcodeDetector: Object.assign(
          () => {
            throw new TypeError('Illegal constructor');
          },
          { getSupportedFormats: async () => ['qr_code'] },
        ),
      },
    ],
  ])('is ours where the browser %s', async (_what, scope) => {
    expect(await (await createDecoder(scope, own()))(video)).toBe('read by ours');
  });
});
