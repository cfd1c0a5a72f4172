import { sha256 } from '@noble/hashes/sha2.js';
import { isBeacon } from '../../../contract/draw/beacon-signature.ts';
import type { Draw } from '../../../contract/draw/calls.ts';
import { type PlaceProof, provePlace } from '../../../contract/draw/check.ts';
import { factsOf } from '../../../contract/draw/facts.ts';
import type { Proved } from './proved.ts';

/** Computes the number of one name from the published facts and its proof, on this device. Null before the order is published. */
export async function prove(event: string, draw: Draw, proof: PlaceProof): Promise<Proved | null> {
  const facts = factsOf(event, draw);
  if (facts === null) return null;
  // A curve is 20 kB of code: only a draw with a beacon needs it.
  const curve =
    facts.beacon === null
      ? null
      : (await import('@noble/curves/bls12-381.js')).bls12_381.shortSignatures;
  const result = provePlace(
    {
      hash: sha256,
      isBeacon: (round, signature) => curve !== null && isBeacon(curve, sha256, round, signature),
    },
    facts,
    proof,
  );
  if (typeof result === 'number') return { number: result, place: proof.index + 1 };
  return { wrong: result.part === 'secret' || result.part === 'beacon' ? result.part : 'list' };
}
