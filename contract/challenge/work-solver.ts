import { seedLength, type WorkPuzzle, workAnswer } from './challenge.ts';

/** Hashes between two pauses: about ten milliseconds on a cheap phone. */
const sliceHashes = 2_048;
const rounds = 64;

/** The first 32 bits of the fractional parts of the cube (or square) roots of primes: the constants of FIPS 180-4. */
const [roundConstants, firstState] = constants();
/** The four ASCII bytes of the hex digits of 0 to 65,535. */
let hexWords: Uint32Array | undefined;

/**
 * Solves a proof of work; returns the value of the challenge header. `pause` is awaited every few milliseconds, so that the thread stays
 * responsive, and may throw to cancel.
 */
export async function solveWork(puzzle: WorkPuzzle, pause: () => Promise<void>): Promise<string> {
  hexWords ??= Uint32Array.from({ length: 65_536 }, (_, value) => textWord(hex4(value)));
  const block = new Uint32Array(rounds);
  for (let index = 0; index < seedLength / 4; index += 1) {
    block[index] = textWord(puzzle.seed.slice(index * 4, index * 4 + 4));
  }
  // The end of 36 bytes: a one bit, then the length in bits.
  block[9] = 0x8000_0000;
  block[15] = 288;
  const nonces: number[] = [];
  let hashes = 0;
  for (let part = 0; part < puzzle.parts; part += 1) {
    block[6] = hexWords[part] ?? 0;
    for (let nonce = 0; ; nonce += 1) {
      block[7] = hexWords[nonce >>> 16] ?? 0;
      block[8] = hexWords[nonce & 0xffff] ?? 0;
      if (firstWord(block) >>> (32 - puzzle.bits) === 0) {
        nonces.push(nonce);
        break;
      }
      hashes += 1;
      if (hashes % sliceHashes === 0) await pause();
    }
  }
  return workAnswer(puzzle.token, nonces);
}

/** The first 32 bits of the SHA-256 of one padded block: no challenge requires more zeros than that. */
function firstWord(w: Uint32Array): number {
  for (let t = 16; t < rounds; t += 1) {
    const x = at(w, t - 15);
    const y = at(w, t - 2);
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w[t] = at(w, t - 16) + s0 + at(w, t - 7) + s1;
  }
  let [a, b, c, d, e, f, g, h] = firstState as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const first = a;
  for (let t = 0; t < rounds; t += 1) {
    const sum1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + sum1 + ((e & f) ^ (~e & g)) + at(roundConstants, t) + at(w, t)) | 0;
    const sum0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  return (a + first) >>> 0;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

// Every index is in range; the type does not show it.
function at(words: Uint32Array, index: number): number {
  return words[index] as number;
}

function textWord(text: string): number {
  let word = 0;
  for (let index = 0; index < 4; index += 1) word = (word << 8) | text.charCodeAt(index);
  return word >>> 0;
}

function hex4(value: number): string {
  return value.toString(16).padStart(4, '0');
}

function constants(): readonly [Uint32Array, Uint32Array] {
  const primes: number[] = [];
  for (let value = 2; primes.length < rounds; value += 1) {
    if (primes.every((prime) => value % prime !== 0)) primes.push(value);
  }
  const fraction = (root: number) => Math.floor((root % 1) * 2 ** 32);
  return [
    Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  ];
}
