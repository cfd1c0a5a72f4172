import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gzipPart, joinGzip } from '../../../server/http/gzip-parts.ts';

test('joined parts are the gzip stream of the joined texts, each any number of times', async () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('kursi '.repeat(9_000)));
  const property = fc.asyncProperty(fc.array(text), async (texts) => {
    const parts = await Promise.all(texts.map(gzipPart));
    // Decompressing checks length and checksum of the whole.
    const whole = gunzipSync(joinGzip([...parts, ...parts])).toString();
    expect(whole).toBe(texts.join('').repeat(2));
  });
  await fc.assert(property, { numRuns: 50 });
});
