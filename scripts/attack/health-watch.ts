/** A separate process, so that the attack's own work does not count as the server's delay. */
const origin = process.argv[2] ?? '';
const everyMs = 200;
const giveUpMs = 30_000;

/** The observations of the watch. */
export interface Health {
  readonly slowestMs: number;
  readonly failures: number;
  readonly asked: number;
}

let slowestMs = 0;
let failures = 0;
let asked = 0;

let isWatching = true;

process.once('message', () => {
  isWatching = false;
});
process.once('disconnect', () => process.exit(1));

while (isWatching) {
  const startedAt = performance.now();
  try {
    const response = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(giveUpMs) });
    await response.arrayBuffer();
    if (!response.ok) failures += 1;
  } catch {
    failures += 1;
  }
  asked += 1;
  if (asked === 1) process.send?.('watching');
  slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  await new Promise((resolve) => setTimeout(resolve, everyMs));
}

const seen: Health = { slowestMs: Math.round(slowestMs), failures, asked };
process.send?.(seen, () => process.exit(0));
