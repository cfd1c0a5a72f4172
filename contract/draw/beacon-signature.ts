import { quicknet } from './beacon.ts';
import { fromHex, type Hash } from './hashing.ts';

/** BLS12-381 with short signatures, given by the caller: `bls12_381.shortSignatures` of @noble/curves. */
export interface ShortSignatures<Point> {
  hash(message: Uint8Array, domain: string): Point;
  verify(signature: Uint8Array, message: Point, publicKey: Uint8Array): boolean;
}

const domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const roundBytes = 8;

/** True for the value of that round of quicknet, in hexadecimal; false for any other text. It computes for about 0.1 s. */
export function isBeacon<Point>(
  curve: ShortSignatures<Point>,
  hash: Hash,
  round: number,
  signature: string,
): boolean {
  const bytes = new Uint8Array(roundBytes);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round));
  try {
    const message = curve.hash(Uint8Array.from(hash(bytes)), domain);
    return curve.verify(fromHex(signature), message, fromHex(quicknet.publicKey));
  } catch {
    // A text that is no point of the curve.
    return false;
  }
}
