import type { SeatMapData } from './data/seat-map-data.ts';

/** The available seats and the cost of each, both by seat index. */
export interface Offer {
  readonly isFree: Uint8Array;
  readonly cost: Float32Array;
}

/** Maximum columns between two blocks of one row (an aisle or two strangers) that count as adjacent. */
const maxGap = 2;
/** Maximum lines between two adjacent rows: rows of two categories are one line apart. */
const maxStep = 2;

/** Free seats side by side; `to` is exclusive. */
interface Streak {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  /** Index of its line among the lines with seats. */
  readonly rank: number;
  readonly left: number;
  readonly right: number;
  /** Average cost of a seat. */
  readonly cost: number;
}

const lengthOf = ({ from, to }: Streak) => to - from;

/**
 * Returns `count` adjacent seats of least cost: side by side in one row, else in the fewest blocks that touch across an aisle or one behind
 * the other. Empty if there are none.
 */
export function seatsTogether(
  seatMap: SeatMapData,
  count: number,
  offer: Offer,
): readonly number[] {
  if (!Number.isInteger(count) || count < 1 || count > seatMap.count) return [];
  return findSideBySide(seatMap, count, offer) ?? findInBlocks(seatMap, count, offer) ?? [];
}

/** True if a seat continues the previous one: same row, next column. */
function continues(seatMap: SeatMapData, index: number): boolean {
  return (
    index > 0 &&
    seatMap.runOf[index] === seatMap.runOf[index - 1] &&
    seatMap.columnOf[index] === (seatMap.columnOf[index - 1] ?? 0) + 1
  );
}

function findSideBySide(
  seatMap: SeatMapData,
  count: number,
  { isFree, cost }: Offer,
): number[] | null {
  let streak = 0;
  let sum = 0;
  let best = Number.POSITIVE_INFINITY;
  let start = -1;
  for (let index = 0; index < seatMap.count; index += 1) {
    if (isFree[index] !== 1) {
      streak = 0;
      sum = 0;
      continue;
    }
    if (streak > 0 && !continues(seatMap, index)) {
      streak = 0;
      sum = 0;
    }
    streak += 1;
    sum += cost[index] ?? 0;
    if (streak > count) sum -= cost[index - count] ?? 0;
    if (streak >= count && sum < best) {
      best = sum;
      start = index - count + 1;
    }
  }
  return start < 0 ? null : Array.from({ length: count }, (_, at) => start + at);
}

/** Streaks in the order of the map, with the start of each line. */
interface Streaks {
  readonly all: readonly Streak[];
  /** By index of the line, then the number of streaks. */
  readonly starts: readonly number[];
}

function findStreaks(seatMap: SeatMapData, { isFree, cost }: Offer): Streaks {
  const all: Streak[] = [];
  const starts = [0];
  let from = -1;
  let sum = 0;
  const close = (to: number) => {
    if (from < 0) return;
    all.push({
      from,
      to,
      line: seatMap.lineOf[from] ?? 0,
      rank: starts.length - 1,
      left: seatMap.columnOf[from] ?? 0,
      right: seatMap.columnOf[to - 1] ?? 0,
      cost: sum / (to - from),
    });
    from = -1;
    sum = 0;
  };
  for (let index = 0; index < seatMap.count; index += 1) {
    const isOpen = isFree[index] === 1;
    if (from >= 0 && !(isOpen && continues(seatMap, index))) close(index);
    if (index > 0 && seatMap.lineOf[index] !== seatMap.lineOf[index - 1]) starts.push(all.length);
    if (!isOpen) continue;
    if (from < 0) from = index;
    sum += cost[index] ?? 0;
  }
  close(seatMap.count);
  starts.push(all.length);
  return { all, starts };
}

/** Columns between two streaks; 0 if they touch or one is behind the other. */
function gapOf(a: Streak, b: Streak): number {
  return Math.max(0, a.left - b.right - 1, b.left - a.right - 1);
}

/** Returns the first streak of a line that ends at a column or after it. */
function firstFrom({ all, starts }: Streaks, rank: number, column: number): number {
  let low = starts[rank] ?? all.length;
  let high = starts[rank + 1] ?? all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.right ?? 0) < column) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the indexes of touching streaks, longest and nearest first. */
function neighboursOf(streaks: Streaks, own: Streak): readonly number[] {
  const { all, starts } = streaks;
  const found: number[] = [];
  for (const rank of [own.rank - 1, own.rank, own.rank + 1]) {
    if (rank < 0) continue;
    const reach = rank === own.rank ? maxGap : 0;
    const end = starts[rank + 1] ?? 0;
    for (let at = firstFrom(streaks, rank, own.left - 1 - reach); at < end; at += 1) {
      const other = all[at];
      if (other === undefined || other.left > own.right + 1 + reach) break;
      const isNear = Math.abs(other.line - own.line) <= maxStep && gapOf(own, other) <= reach;
      if (other !== own && isNear) found.push(at);
    }
  }
  return found.sort((a, b) => {
    const [left, right] = [all[a], all[b]];
    if (left === undefined || right === undefined) return 0;
    return lengthOf(right) - lengthOf(left) || left.cost - right.cost;
  });
}

function findInBlocks(seatMap: SeatMapData, count: number, offer: Offer): number[] | null {
  const streaks = findStreaks(seatMap, offer);
  const longest = streaks.all.reduce((most, streak) => Math.max(most, lengthOf(streak)), 0);
  for (let blocks = 2; blocks <= count; blocks += 1) {
    if (blocks * longest < count) continue;
    let best: readonly Streak[] | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const seed of streaks.all) {
      // The longest block of a group is its seed: a shorter one would find the same group again.
      if (seed.cost >= least || blocks * lengthOf(seed) < count) continue;
      const group = growGroup(streaks, [seed], blocks, count);
      if (group === null) continue;
      best = group;
      least = seed.cost;
    }
    if (best !== null) return distributeSeats(best, count);
  }
  return null;
}

/** Adds touching streaks, none longer than the first, until they have enough seats; null if `blocks` of them never do. */
function growGroup(
  streaks: Streaks,
  group: readonly Streak[],
  blocks: number,
  count: number,
): readonly Streak[] | null {
  const widest = group[0] === undefined ? 0 : lengthOf(group[0]);
  const total = group.reduce((sum, streak) => sum + lengthOf(streak), 0);
  if (total >= count) return group;
  if (total + (blocks - group.length) * widest < count) return null;
  for (const member of group) {
    for (const at of neighboursOf(streaks, member)) {
      const next = streaks.all[at];
      if (next === undefined || group.includes(next) || lengthOf(next) > widest) continue;
      const whole = growGroup(streaks, [...group, next], blocks, count);
      if (whole !== null) return whole;
    }
  }
  return null;
}

/** Distributes `count` seats over the blocks; avoids single seats, and keeps each block's seats near the others. */
function distributeSeats(blocks: readonly Streak[], count: number): number[] {
  const shares: number[] = [];
  let left = count;
  for (const block of blocks) {
    shares.push(Math.min(lengthOf(block), left));
    left -= shares.at(-1) ?? 0;
  }
  const last = blocks.at(-1);
  const rich = shares.findIndex((share) => share > 2);
  if (shares.at(-1) === 1 && last !== undefined && lengthOf(last) > 1 && rich >= 0) {
    shares[rich] = (shares[rich] ?? 0) - 1;
    shares[shares.length - 1] = 2;
  }
  const middle =
    blocks.reduce((sum, block) => sum + (block.left + block.right) / 2, 0) / blocks.length;
  return blocks
    .flatMap((block, at) => {
      const share = shares[at] ?? 0;
      // Whole columns from the left end at which the share is centred on the middle of the group.
      const wished = Math.round(middle - (share - 1) / 2) - block.left;
      const skip = Math.min(Math.max(0, wished), lengthOf(block) - share);
      return Array.from({ length: share }, (_, seat) => block.from + skip + seat);
    })
    .sort((a, b) => a - b);
}
