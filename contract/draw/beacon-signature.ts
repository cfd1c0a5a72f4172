import { bls12_381 } from '@noble/curves/bls12-381.js';
import { quicknet } from './beacon.ts';
import { fromHex, type Hash } from './hashing.ts';

const domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const roundBytes = 8;

/** True for the value of that round of quicknet, in hexadecimal; false for any other text. It computes for about 0.1 s. */
export function isBeacon(hash: Hash, round: number, signature: string): boolean {
  const bytes = new Uint8Array(roundBytes);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round));
  const { shortSignatures } = bls12_381;
  try {
    const message = shortSignatures.hash(Uint8Array.from(hash(bytes)), domain);
    return shortSignatures.verify(fromHex(signature), message, fromHex(quicknet.publicKey));
  } catch {
    // A text that is no point of the curve.
    return false;
  }
}
