import { type Hash, hashOf } from './hashing.ts';

/** A public name: random, given by the server. Its characters have one order in every language and database. */
export const nameShape = /^[0-9a-z]{4,32}$/;

/** The Merkle tree over a closed list: its levels from the leaves to the root. */
export type ListTree = readonly (readonly Uint8Array[])[];

/** Hashes of one step. */
const hashesPerStep = 4_096;

/** Builds the tree of a list in short steps, so that a server may do other work in between; a list without entrants has no levels. */
export function* treeSteps(hash: Hash, names: readonly string[]): Generator<undefined, ListTree> {
  if (names.length === 0) return [];
  let level: Uint8Array[] = [];
  for (const name of names) {
    level.push(hashOf(hash, 'leaf', name));
    if (level.length % hashesPerStep === 0) yield;
  }
  const levels = [level];
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]];
      // The last node of an odd level moves up as it is.
      if (left !== undefined) above.push(right === undefined ? left : nodeOf(hash, left, right));
      if (above.length % hashesPerStep === 0) yield;
    }
    level = above;
    levels.push(level);
  }
  return levels;
}

/** Builds the tree of a list. */
export function treeOf(hash: Hash, names: readonly string[]): ListTree {
  const steps = treeSteps(hash, names);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Root of a tree. @throws RangeError for an empty list. */
export function rootOf(tree: ListTree): Uint8Array {
  const root = tree.at(-1)?.[0];
  if (root === undefined) throw new RangeError('A list without entrants has no root.');
  return root;
}

/** Merkle path of the entry at `index`, from the leaf to the root. @throws RangeError for an index outside of the list. */
export function pathOf(tree: ListTree, index: number): Uint8Array[] {
  if (!Number.isInteger(index) || index < 0 || index >= (tree[0]?.length ?? 0)) {
    throw new RangeError(`The list has no entry ${index}.`);
  }
  let at = index;
  const path: Uint8Array[] = [];
  for (const level of tree) {
    const sibling = level[at ^ 1];
    if (sibling !== undefined) path.push(sibling);
    at >>= 1;
  }
  return path;
}

/** The root to which a path leads from the name at `index` of `count`; null if the path does not fit the list. */
export function rootAlong(
  hash: Hash,
  entry: { readonly name: string; readonly index: number; readonly count: number },
  path: readonly Uint8Array[],
): Uint8Array | null {
  if (!(Number.isInteger(entry.index) && entry.index >= 0 && entry.index < entry.count))
    return null;
  let node = hashOf(hash, 'leaf', entry.name);
  let at = entry.index;
  let used = 0;
  for (let width = entry.count; width > 1; width = Math.ceil(width / 2)) {
    if ((at ^ 1) < width) {
      const sibling = path[used];
      if (sibling === undefined) return null;
      node = at % 2 === 0 ? nodeOf(hash, node, sibling) : nodeOf(hash, sibling, node);
      used += 1;
    }
    at >>= 1;
  }
  return used === path.length ? node : null;
}

const nodeOf = (hash: Hash, left: Uint8Array, right: Uint8Array) =>
  hashOf(hash, 'node', left, right);
