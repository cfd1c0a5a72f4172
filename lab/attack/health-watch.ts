/** A separate process, so that the attack's own work does not count as the server's delay. */
const origin = process.argv[2] ?? '';
const everyMs = 200;
const giveUpMs = 30_000;

/** The observations of the watch. */
export interface Health {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly slowestMs: number;
  readonly failures: number;
  readonly asked: number;
}

const times: number[] = [];
let failures = 0;

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
  times.push(performance.now() - startedAt);
  if (times.length === 1) process.send?.('watching');
  await new Promise((resolve) => setTimeout(resolve, everyMs));
}

times.sort((a, b) => a - b);
const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
const seen: Health = {
  p50Ms: at(0.5),
  p95Ms: at(0.95),
  slowestMs: at(1),
  failures,
  asked: times.length,
};
process.send?.(seen, () => process.exit(0));
