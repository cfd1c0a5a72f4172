import { fromCount, fromHex, type Hash, hashBytes, hashOf } from './hashing.ts';

/** What decides the order: everything in it is public after the draw. */
export interface DrawInput {
  readonly event: string;
  /** 32 bytes in hexadecimal, chosen before the first entrant. */
  readonly secret: string;
  /** Root of the closed list, in hexadecimal. */
  readonly root: string;
  readonly entrants: number;
  /** The value of the public beacon that was named beforehand; null for a draw without one. */
  readonly beacon: { readonly signature: string } | null;
}

/** As many as Ethereum uses for its validators: the order then is as good as random. */
const rounds = 90;
/** One hash decides this many places of a round. */
const placesPerHash = hashBytes * 8;

/** What the server publishes about its secret when the room opens. */
export function commitmentTo(hash: Hash, event: string, secret: Uint8Array): Uint8Array {
  return hashOf(hash, 'commitment', event, secret);
}

/**
 * The seed of the order. The secret is fixed before the list, and no entrant knows it before the list is closed; the beacon's value is known to nobody
 * before that.
 */
export function seedOf(hash: Hash, input: DrawInput): Uint8Array {
  const { event, secret, root, entrants, beacon } = input;
  const parts = [event, fromHex(secret), fromHex(root), fromCount(entrants)];
  if (beacon !== null) parts.push(fromHex(beacon.signature));
  return hashOf(hash, 'seed', ...parts);
}

/**
 * Returns a function from the index of an entry in the list (from 0) to its place in the order (from 1): the swap-or-not shuffle, which anybody
 * can compute for one index alone.
 */
export function numbersOf(hash: Hash, seed: Uint8Array, entrants: number) {
  const steps = Array.from({ length: rounds }, (_, round) => {
    const key = fromCount(round);
    const pivot = pivotOf(hashOf(hash, 'pivot', seed, key), entrants);
    return { pivot, key, blocks: [] as Uint8Array[] };
  });

  return (index: number): number => {
    let place = index;
    for (const { pivot, key, blocks } of steps) {
      const difference = pivot - place;
      const partner = difference < 0 ? difference + entrants : difference;
      const decisive = Math.max(place, partner);
      const block = Math.floor(decisive / placesPerHash);
      blocks[block] ??= hashOf(hash, 'swap', seed, key, fromCount(block));
      const bit = decisive % placesPerHash;
      const byte = blocks[block][bit >> 3] ?? 0;
      if (((byte >> (bit & 7)) & 1) === 1) place = partner;
    }
    return place + 1;
  };
}

/** Eight bytes leave no bias that could be noticed. */
function pivotOf(bytes: Uint8Array, entrants: number): number {
  return Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0) % BigInt(entrants));
}
