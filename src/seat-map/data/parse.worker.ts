import { memoryOf, parseSeatMap } from './parse-seat-map.ts';

// Parsing and validating 50,000 seats would block the page for a quarter of a second.
addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  const parsed = await parseSeatMap(data);
  postMessage(parsed, { transfer: parsed.seatMap === null ? [] : memoryOf(parsed.seatMap) });
});
