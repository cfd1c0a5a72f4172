import { availableParallelism } from 'node:os';
import type { RushResult } from './rush.ts';
import type { Sample } from './samples.ts';

/** One kind of call: how many, how fast, and which responses. */
export interface CallRow {
  readonly call: string;
  readonly count: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/** What a rush says to its operator; the JSON report is this and the samples. */
export interface Summary {
  readonly people: number;
  readonly seats: number;
  readonly sold: number;
  /** Seconds after the start; null if seats are left. */
  readonly soldOutAfter: number | null;
  readonly seconds: number;
  readonly longestWait: number;
  /** Seconds of half, 95 and 99 of a hundred people who were let in. */
  readonly wait: { readonly p50: number; readonly p95: number; readonly p99: number };
  /** Median seconds from turn to paid order. */
  readonly stay: number;
  readonly conflicts: number;
  readonly conflictedBuyers: number;
  readonly messages: number;
  readonly endings: Readonly<Record<string, number>>;
  readonly calls: readonly CallRow[];
  /** Mean and most CPU while seats were sold, in cores, and most memory in MB. */
  readonly parts: readonly {
    readonly name: string;
    readonly meanCpu: number;
    readonly mostCpu: number;
    readonly mostMemory: number;
  }[];
  readonly narrowest: string;
  readonly capacityAdvice: string;
  readonly kills: RushResult['kills'];
  readonly wrong: readonly string[];
}

const fullShare = 0.85;
/** Share of the processors that a sale should use, so that a peak finds some free. */
const aimedShare = 0.6;
/** How long people take in earnest, from turn to paid order. */
const earnestSeconds = 240;

/** Condenses a rush. */
export function summaryOf(result: RushResult): Summary {
  const { tally, wire, samples, options } = result;
  const soldOutAfter =
    tally.soldOutAt === null ? null : (tally.soldOutAt - tally.startedAt) / 1_000;
  const busy = samples.filter(({ at, inside }) => inside > 0 && at <= (soldOutAfter ?? at));
  const parts = result.parts.map((name, index) => {
    const cpu = busy.map((sample) => sample.cpu[index] ?? 0);
    const memory = samples.map((sample) => sample.memory[index] ?? 0);
    return {
      name,
      meanCpu: rounded(mean(cpu)),
      mostCpu: rounded(most(cpu)),
      mostMemory: most(memory),
    };
  });
  const calls = [...wire.latencies]
    .map(([call, times]) => ({
      call,
      count: times.count,
      p50: times.at(0.5),
      p95: times.at(0.95),
      p99: times.at(0.99),
      statuses: statusesOf(wire.statuses, call),
    }))
    .toSorted((a, b) => b.count - a.count);
  return {
    people: options.people,
    seats: result.seats,
    sold: tally.sold,
    soldOutAfter: soldOutAfter === null ? null : rounded(soldOutAfter),
    seconds: rounded(result.seconds),
    longestWait: rounded(tally.longestWaitSeconds),
    wait: {
      p50: tally.waits.at(0.5) / 1_000,
      p95: tally.waits.at(0.95) / 1_000,
      p99: tally.waits.at(0.99) / 1_000,
    },
    stay: tally.stays.at(0.5) / 1_000,
    conflicts: tally.conflicts,
    conflictedBuyers: tally.conflictedBuyers,
    messages: tally.messages,
    endings: tally.endings,
    calls,
    parts,
    narrowest: narrowestOf(parts, busy, options.capacity),
    capacityAdvice: adviceOf(result, parts, busy),
    kills: result.kills,
    wrong: result.wrong,
  };
}

type Parts = Summary['parts'];

/** The part that kept the sale from being faster. */
function narrowestOf(parts: Parts, busy: readonly Sample[], capacity: number): string {
  const cores = availableParallelism();
  const all = parts.reduce((sum, { meanCpu }) => sum + meanCpu, 0);
  const full = parts.find(({ name, meanCpu }) => name.startsWith('api') && meanCpu > fullShare);
  if (full !== undefined) return `${full.name}: its process uses a whole core. Add a process.`;
  if (all > fullShare * cores) {
    const [first] = parts.toSorted((a, b) => b.meanCpu - a.meanCpu);
    return `the processors of this machine (${all.toFixed(1)} of ${cores} cores), most of them for: ${first?.name}.`;
  }
  const filled = busy.filter((sample) => sample.waiting > 0 && sample.inside >= 0.9 * capacity);
  return filled.length > busy.length / 3
    ? `the capacity of ${capacity}: people waited while the machine had time.`
    : 'none: the people themselves, who came and decided at their own pace.';
}

/** By Little's law: people inside = purchases a second × seconds of a purchase. */
function adviceOf(result: RushResult, parts: Parts, busy: readonly Sample[]): string {
  const served = parts.filter(({ name }) => name !== 'people');
  const used = served.reduce((sum, { meanCpu }) => sum + meanCpu, 0);
  const span = (busy.at(-1)?.at ?? 0) - (busy[0]?.at ?? 0);
  if (span < 5 || used === 0) return 'The rush was too short to advise a capacity.';
  const rate = ((busy.at(-1)?.letIn ?? 0) - (busy[0]?.letIn ?? 0)) / span;
  const carried = (rate * aimedShare * availableParallelism()) / used;
  const size = (seconds: number) => Math.max(1, Math.round(carried * seconds));
  const stay = Math.max(1, result.tally.stays.at(0.5) / 1_000);
  return `This machine lets in ${rate.toFixed(1)} people a second with ${used.toFixed(1)} cores of servers, so ${carried.toFixed(1)} with ${Math.round(100 * aimedShare)} % of its cores: a capacity of ${size(stay)} for people as quick as these (${stay.toFixed(0)} s), of ${size(earnestSeconds)} for people who take ${earnestSeconds / 60} minutes.`;
}

function statusesOf(statuses: ReadonlyMap<string, number>, call: string): Record<string, number> {
  const own = [...statuses].filter(([key]) => key.slice(0, key.lastIndexOf(' ')) === call);
  return Object.fromEntries(
    own.map(([key, count]) => [key.slice(key.lastIndexOf(' ') + 1), count]),
  );
}

const mean = (numbers: readonly number[]) =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const most = (numbers: readonly number[]) =>
  numbers.reduce((largest, one) => Math.max(largest, one), 0);
const rounded = (number: number) => Math.round(100 * number) / 100;
