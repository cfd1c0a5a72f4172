/** Largest input of an attack, in characters. */
const largest = 256 * 1024;
/** Increasing, so that quadratic work is detected before it takes minutes. */
const sizes = [largest / 32, largest / 8, largest] as const;
/** Accepted cost per character, relative to reading it once; quadratic work exceeds it ten thousand times. */
const generosity = 400;
const tries = 6;

/** Processor time in microseconds: other processes of a busy machine do not count. */
function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

let looked = 0;

/** The reference: reads every character once. */
function lookThrough(text: string): void {
  for (let at = 0; at < text.length; at += 1) looked = (looked + text.charCodeAt(at)) & 0xffff;
}

const references = sizes.map((size) => 'ab'.repeat(size / 2));
const warmUps = 20;
/** The processor's clock counts whole microseconds. */
const leastCost = 1;
const lookings = references.map((text) =>
  Math.max(
    leastCost,
    Math.min(...Array.from({ length: warmUps }, () => costOf(() => lookThrough(text)))),
  ),
);

/** The texts of each kind; every schema reads the same ones. */
const made = new WeakMap<object, string[]>();

/**
 * Returns null if the work of a function is linear in its input, otherwise the length at which it is not. Compares it with reading as
 * many characters in the same run, by processor time, so that a busy machine causes no failure.
 */
export function growsTooFast(
  work: (text: string) => unknown,
  ofLength: (length: number) => string,
): number | null {
  const texts = made.get(ofLength) ?? [];
  made.set(ofLength, texts);
  for (const [step, size] of sizes.entries()) {
    const text = texts[step] ?? ofLength(size);
    texts[step] = text;
    const allowed = generosity * (lookings[step] ?? 0);
    let best = Number.POSITIVE_INFINITY;
    for (let tried = 0; tried < tries && best > allowed; tried += 1) {
      best = Math.min(
        best,
        costOf(() => work(text)),
      );
    }
    if (best > allowed) return size;
  }
  return null;
}
