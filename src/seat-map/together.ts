import { leavesSeatAlone } from './choice/lone-seat.ts';
import { continuesRow, distanceOf } from './data/neighbours.ts';
import type { SeatMapData } from './data/seat-map-data.ts';

/** The available seats and the cost of each, both by seat index. */
export interface Offer {
  readonly isFree: Uint8Array;
  readonly cost: Float32Array;
  /** Seats that leave none alone beside them come first, whatever they cost. */
  readonly sparesLone: boolean;
}

/** Maximum columns between two blocks of one row (an aisle or two strangers) that count as adjacent. */
const maxGap = 2;
/** Maximum lines between two adjacent rows: rows of two categories are one line apart. */
const maxStep = 2;

/** The same on a plan, between the nearest seats of two blocks, in cells: across an aisle, and from row to row. */
const maxAisle = maxGap + 1.2;
const maxRowStep = 2.2;

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

function findSideBySide(
  seatMap: SeatMapData,
  count: number,
  { isFree, cost, sparesLone }: Offer,
): number[] | null {
  let streak = 0;
  let sum = 0;
  let best = Number.POSITIVE_INFINITY;
  let start = -1;
  let leavesAlone = true;
  for (let index = 0; index < seatMap.count; index += 1) {
    if (isFree[index] !== 1) {
      streak = 0;
      sum = 0;
      continue;
    }
    if (streak > 0 && !continuesRow(seatMap, index)) {
      streak = 0;
      sum = 0;
    }
    streak += 1;
    sum += cost[index] ?? 0;
    if (streak > count) sum -= cost[index - count] ?? 0;
    if (streak < count || (sum >= best && !leavesAlone)) continue;
    const isWorse = sparesLone && leavesSeatAlone(seatMap, index - count + 1, index + 1);
    if (isWorse === leavesAlone ? sum >= best : isWorse) continue;
    best = sum;
    start = index - count + 1;
    leavesAlone = isWorse;
  }
  return start < 0 ? null : Array.from({ length: count }, (_, at) => start + at);
}

/** Streaks in the order of the map, with the start of each line. */
interface Streaks {
  readonly seatMap: SeatMapData;
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
    if (from >= 0 && !(isOpen && continuesRow(seatMap, index))) close(index);
    if (index > 0 && seatMap.lineOf[index] !== seatMap.lineOf[index - 1]) starts.push(all.length);
    if (!isOpen) continue;
    if (from < 0) from = index;
    sum += cost[index] ?? 0;
  }
  close(seatMap.count);
  starts.push(all.length);
  return { seatMap, all, starts };
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
  const { all } = streaks;
  const found =
    streaks.seatMap.next === null ? touchingOnGrid(streaks, own) : touchingOnPlan(streaks, own);
  return found.sort((a, b) => {
    const [left, right] = [all[a], all[b]];
    if (left === undefined || right === undefined) return 0;
    return lengthOf(right) - lengthOf(left) || left.cost - right.cost;
  });
}

/** Streaks of a plan whose seats are near, in the same row or the rows beside it. */
function touchingOnPlan({ seatMap, all, starts }: Streaks, own: Streak): number[] {
  const found: number[] = [];
  const end = starts[Math.min(own.rank + 2, starts.length - 1)] ?? 0;
  for (let at = starts[Math.max(0, own.rank - 1)] ?? 0; at < end; at += 1) {
    const other = all[at];
    if (other === undefined || other === own) continue;
    const most = other.rank === own.rank ? maxAisle : maxRowStep;
    if (isWithin(seatMap, own, other, most)) found.push(at);
  }
  return found;
}

function isWithin(seatMap: SeatMapData, a: Streak, b: Streak, most: number): boolean {
  for (let one = a.from; one < a.to; one += 1) {
    for (let two = b.from; two < b.to; two += 1) {
      if (distanceOf(seatMap, one, two) <= most) return true;
    }
  }
  return false;
}

function touchingOnGrid(streaks: Streaks, own: Streak): number[] {
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
  return found;
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
    if (best !== null) return distributeSeats(seatMap, best, count, offer);
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
function distributeSeats(
  seatMap: SeatMapData,
  blocks: readonly Streak[],
  count: number,
  { sparesLone }: Offer,
): number[] {
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
  const skipOf = seatMap.next === null ? skipOnGrid(blocks) : skipOnPlan(seatMap, blocks);
  return blocks
    .flatMap((block, at) => {
      const share = shares[at] ?? 0;
      const most = lengthOf(block) - share;
      const wanted = Math.min(Math.max(0, skipOf(block, share)), most);
      const skips = Array.from({ length: most + 1 }, (_, skip) => skip).sort(
        (a, b) => Math.abs(a - wanted) - Math.abs(b - wanted),
      );
      const startAt = (skip: number) => block.from + skip;
      const skip =
        skips.find(
          (each) => !(sparesLone && leavesSeatAlone(seatMap, startAt(each), startAt(each) + share)),
        ) ?? wanted;
      return Array.from({ length: share }, (_, seat) => startAt(skip) + seat);
    })
    .sort((a, b) => a - b);
}

/** How many seats of a block to leave out at its start, so that `share` seats are near the middle of the group. */
type SkipOf = (block: Streak, share: number) => number;

function skipOnGrid(blocks: readonly Streak[]): SkipOf {
  const middle =
    blocks.reduce((sum, block) => sum + (block.left + block.right) / 2, 0) / blocks.length;
  // Whole columns from the left end at which the share is centred on the middle of the group.
  return (block, share) => Math.round(middle - (share - 1) / 2) - block.left;
}

function skipOnPlan({ x, y }: SeatMapData, blocks: readonly Streak[]): SkipOf {
  const middleOf = (from: number, to: number) => {
    let [across, down] = [0, 0];
    for (let index = from; index < to; index += 1) {
      across += (x[index] ?? 0) / (to - from);
      down += (y[index] ?? 0) / (to - from);
    }
    return { across, down };
  };
  const middles = blocks.map(({ from, to }) => middleOf(from, to));
  const mean = (of: 'across' | 'down') =>
    middles.reduce((sum, middle) => sum + middle[of], 0) / middles.length;
  const [across, down] = [mean('across'), mean('down')];
  return (block, share) => {
    let [best, least] = [0, Number.POSITIVE_INFINITY];
    for (let skip = 0; skip <= lengthOf(block) - share; skip += 1) {
      const middle = middleOf(block.from + skip, block.from + skip + share);
      const distance = Math.hypot(middle.across - across, middle.down - down);
      if (distance < least) [best, least] = [skip, distance];
    }
    return best;
  };
}
