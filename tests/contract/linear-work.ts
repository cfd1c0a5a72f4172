/** Largest input of an attack, in characters. */
const largest = 256 * 1024;
/** Small first: what is quadratic is found out before it takes minutes. */
const sizes = [largest / 32, largest / 8, largest] as const;
/** Work for each character may cost so many times what looking at it once costs; what is quadratic costs ten thousands. */
const generosity = 400;
const tries = 6;

function timeOf(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

let looked = 0;

/** The reference: every character is looked at once. */
function lookThrough(text: string): void {
  for (let at = 0; at < text.length; at += 1) looked = (looked + text.charCodeAt(at)) & 0xffff;
}

const references = sizes.map((size) => 'ab'.repeat(size / 2));
const warmUps = 20;
const lookings = references.map((text) =>
  Math.min(...Array.from({ length: warmUps }, () => timeOf(() => lookThrough(text)))),
);

/**
 * Null where the work of a function grows with the length of what it is given; else the length at which it does not. It is compared
 * with looking through as many characters in the same run, several times before it is blamed for what a busy machine does.
 */
export function growsTooFast(
  work: (text: string) => unknown,
  ofLength: (length: number) => string,
): number | null {
  for (const [step, size] of sizes.entries()) {
    const text = ofLength(size);
    const allowed = generosity * (lookings[step] ?? 0);
    let best = Number.POSITIVE_INFINITY;
    for (let made = 0; made < tries && best > allowed; made += 1) {
      best = Math.min(
        best,
        timeOf(() => work(text)),
      );
    }
    if (best > allowed) return size;
  }
  return null;
}
