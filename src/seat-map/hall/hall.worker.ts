import { memoryOf, parseHall } from './parse-hall.ts';

// Parsing and validating 50,000 seats would block the page for a quarter of a second.
addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  const parsed = await parseHall(data);
  postMessage(parsed, { transfer: parsed.hall === null ? [] : memoryOf(parsed.hall) });
});
