import { memoryOf, parseHall } from './parse-hall.ts';

// Parsing and checking 50,000 seats would hold the page up for a quarter of a second.
addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  const parsed = await parseHall(data);
  postMessage(parsed, { transfer: parsed.hall === null ? [] : memoryOf(parsed.hall) });
});
