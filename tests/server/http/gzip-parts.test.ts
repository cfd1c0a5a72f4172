import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gzipPart, joinGzip } from '../../../server/http/gzip-parts.ts';

test('joined parts are the gzip stream of the joined texts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('kursi '.repeat(9_000)))),
      async (texts) => {
        const parts = await Promise.all(texts.map(gzipPart));
        // Decompressing checks length and checksum of the whole.
        expect(gunzipSync(joinGzip(parts)).toString()).toBe(texts.join(''));
      },
    ),
    { numRuns: 50 },
  );
});

test('a part fits at any position, any number of times', async () => {
  const [a, b] = await Promise.all([gzipPart('abc '.repeat(500)), gzipPart('abc '.repeat(20))]);
  expect(gunzipSync(joinGzip([b, a, b])).toString()).toBe('abc '.repeat(540));
});
