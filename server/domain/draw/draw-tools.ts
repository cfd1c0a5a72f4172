import { createHash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { isBeacon } from '../../../contract/draw/beacon-signature.ts';
import type { DrawTools } from '../../../contract/draw/check.ts';
import type { Hash } from '../../../contract/draw/hashing.ts';

/** SHA-256 of the server. */
export const sha256: Hash = (bytes) => createHash('sha256').update(bytes).digest();

/** What draws are computed and checked with on the server. */
export const drawTools: DrawTools = {
  hash: sha256,
  isBeacon: (round, signature) => isBeacon(bls12_381.shortSignatures, sha256, round, signature),
};
