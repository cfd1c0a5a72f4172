import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { isBeacon } from '../../../contract/draw/beacon-signature.ts';
import type { DrawTools } from '../../../contract/draw/check.ts';
import type { Hash } from '../../../contract/draw/hashing.ts';
import { type ListTree, treeSteps } from '../../../contract/draw/list.ts';

/** SHA-256 of the server. */
export const sha256: Hash = (bytes) => createHash('sha256').update(bytes).digest();

/** What draws are computed and checked with on the server. */
export const drawTools: DrawTools = {
  hash: sha256,
  isBeacon: (round, signature) => isBeacon(bls12_381.shortSignatures, sha256, round, signature),
};

/** Builds the tree of a list; other calls of the process have their turn in between. */
export async function treeInSteps(names: readonly string[]): Promise<ListTree> {
  const steps = treeSteps(sha256, names);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await setImmediate();
  }
}
