import { momentOf } from './beacon.ts';
import { fromHex, type Hash, hashShape, toHex } from './hashing.ts';
import { nameShape, rootAlong, rootOf, treeOf } from './list.ts';
import { commitmentTo, numbersOf, seedOf } from './order.ts';
import type { DrawFacts, DrawRecord } from './record.ts';

/** Parts of a draw that can be wrong. */
export type DrawPart = 'commitment' | 'secret' | 'beacon' | 'count' | 'names' | 'list' | 'order';

/** A part that is wrong, and a sentence that says how. */
export interface DrawFault {
  readonly part: DrawPart;
  readonly text: string;
}

/** What the reader noted before the draw, in hexadecimal; a file alone only shows that it agrees with itself. */
export interface NotedFacts {
  readonly commitment?: string;
  readonly root?: string;
  /** The round of the beacon that was named when the waiting room opened. */
  readonly round?: number;
}

/** How hashes and values of the beacon are computed: a reader without a beacon loads no cryptography for one. */
export interface DrawTools {
  readonly hash: Hash;
  /** True for the value of that round of quicknet. */
  readonly isBeacon: (round: number, signature: string) => boolean;
}

/** Returns every wrong part of a published draw; none if the draw is as it was promised. */
export function checkDraw(
  { hash, isBeacon }: DrawTools,
  draw: DrawRecord,
  noted: NotedFacts = {},
): DrawFault[] {
  const { facts, entries } = draw;
  const names = entries.map(({ name }) => name);
  return [
    ...checkNoted(facts, noted),
    ...checkSecret(hash, facts),
    ...checkBeacon(isBeacon, facts),
    ...checkNames(facts, names),
    ...checkList(hash, facts, names),
    ...checkOrder(hash, draw),
  ];
}

/** Proof of one place: the entry's index in the list and its Merkle path, in hexadecimal. */
export interface PlaceProof {
  readonly name: string;
  readonly index: number;
  readonly path: readonly string[];
}

/** Computes the number of one entrant without the list; a fault if the proof does not lead to the published facts. */
export function provePlace(
  { hash, isBeacon }: DrawTools,
  facts: DrawFacts,
  proof: PlaceProof,
): number | DrawFault {
  const [fault] = [...checkSecret(hash, facts), ...checkBeacon(isBeacon, facts)];
  if (fault !== undefined) return fault;
  const entry = { name: proof.name, index: proof.index, count: facts.entrants };
  const isReadable = nameShape.test(proof.name) && proof.path.every((step) => hashShape.test(step));
  const root = isReadable ? rootAlong(hash, entry, proof.path.map(fromHex)) : null;
  if (root === null || toHex(root) !== facts.root) {
    return { part: 'list', text: `${proof.name} is not entry ${proof.index} of the closed list.` };
  }
  return facts.first - 1 + numbersOf(hash, seedOf(hash, facts), facts.entrants)(proof.index);
}

function checkNoted(facts: DrawFacts, noted: NotedFacts): DrawFault[] {
  const faults: DrawFault[] = [];
  if (noted.commitment !== undefined && noted.commitment !== facts.commitment) {
    const text = `The commitment of the file is ${facts.commitment}, not the one noted before.`;
    faults.push({ part: 'commitment', text });
  }
  if (noted.root !== undefined && noted.root !== facts.root) {
    const text = `The hash of the closed list is ${facts.root} in the file, not the one noted before.`;
    faults.push({ part: 'list', text });
  }
  if (noted.round !== undefined && noted.round !== facts.beacon?.round) {
    const used = facts.beacon === null ? 'no beacon' : `round ${facts.beacon.round}`;
    const text = `The order was drawn with ${used}, not with the round ${noted.round} noted before.`;
    faults.push({ part: 'beacon', text });
  }
  return faults;
}

function checkBeacon(isBeacon: DrawTools['isBeacon'], { beacon, closed_at }: DrawFacts) {
  if (beacon === null) return [];
  const faults: DrawFault[] = [];
  const { round, signature } = beacon;
  if (!isBeacon(round, signature)) {
    faults.push({ part: 'beacon', text: `The value is not that of round ${round} of quicknet.` });
  }
  if (momentOf(round) <= Date.parse(closed_at)) {
    const text = `The round ${round} was known when the list was closed, at ${closed_at}.`;
    faults.push({ part: 'beacon', text });
  }
  return faults;
}

function checkSecret(hash: Hash, { event, secret, commitment }: DrawFacts): DrawFault[] {
  if (toHex(commitmentTo(hash, event, fromHex(secret))) === commitment) return [];
  return [
    { part: 'secret', text: `The secret is not the one committed to for the event ${event}.` },
  ];
}

function checkNames({ entrants }: DrawFacts, names: readonly string[]): DrawFault[] {
  const faults: DrawFault[] = [];
  if (names.length !== entrants) {
    const difference = Math.abs(names.length - entrants);
    const how = names.length > entrants ? 'too many' : 'too few';
    const text = `The file lists ${names.length} entrants, ${difference} ${how}: ${entrants} were closed in.`;
    faults.push({ part: 'count', text });
  }
  const wrong = names.findIndex(
    (name, at) => !nameShape.test(name) || (at > 0 && name <= (names[at - 1] ?? '')),
  );
  if (wrong >= 0) {
    const entry = `Entry ${wrong + 1} (${names[wrong]})`;
    const text = nameShape.test(names[wrong] ?? '')
      ? `${entry} does not come after entry ${wrong} (${names[wrong - 1]}): one of them was changed, moved or repeated.`
      : `${entry} is no public name.`;
    faults.push({ part: 'names', text });
  }
  return faults;
}

function checkList(hash: Hash, { root }: DrawFacts, names: readonly string[]): DrawFault[] {
  // A name that is not ASCII cannot be hashed; it is reported with the names.
  if (!names.every((name) => nameShape.test(name))) return [];
  if (names.length > 0 && toHex(rootOf(treeOf(hash, names))) === root) return [];
  return [
    { part: 'list', text: 'The list is not the one whose hash was published at its closing.' },
  ];
}

function checkOrder(hash: Hash, { facts, entries }: DrawRecord): DrawFault[] {
  // The list is then at fault already, and no index can be trusted.
  if (entries.length !== facts.entrants) return [];
  const placeAt = numbersOf(hash, seedOf(hash, facts), facts.entrants);
  const numberAt = (index: number) => facts.first - 1 + placeAt(index);
  const at = entries.findIndex(({ number }, index) => numberAt(index) !== number);
  const entry = entries[at];
  if (entry === undefined) return [];
  const text = `${entry.name} has the number ${entry.number}; secret, list and beacon give ${numberAt(at)}.`;
  return [{ part: 'order', text: `${text} It is the first that differs.` }];
}
