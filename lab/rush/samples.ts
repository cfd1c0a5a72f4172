import { readdirSync, readFileSync } from 'node:fs';
import { cpuMsOf } from '../shared/cpu-time.ts';
import { megabytesOf } from '../shared/memory.ts';
import type { Part } from './shop.ts';
import type { Tally } from './tally.ts';
import type { Wire } from './wire.ts';

/** One moment of a rush. */
export interface Sample {
  /** Seconds since the start. */
  readonly at: number;
  readonly waiting: number;
  readonly inside: number;
  readonly letIn: number;
  readonly sold: number;
  readonly conflicts: number;
  readonly messages: number;
  /** Calls a second since the sample before. */
  readonly callRate: number;
  /** Per part, in the order of the shop: share of one core since the sample before, and memory in MB. */
  readonly cpu: readonly number[];
  readonly memory: readonly number[];
}

const everyMs = 1_000;

/** Samples once a second; `stop` returns all of them. */
export function startSampling(
  tally: Tally,
  wire: Wire,
  parts: readonly Part[],
  onSample: (sample: Sample) => void,
): { stop(): readonly Sample[] } {
  const samples: Sample[] = [];
  let before = { at: performance.now(), calls: 0, cpuMs: parts.map(() => 0) };
  const take = () => {
    const now = performance.now();
    const uses = parts.map((part) => useOf(part.pid()));
    const passed = Math.max(1, now - before.at);
    const sample: Sample = {
      at: (now - tally.startedAt) / 1_000,
      waiting: tally.waiting,
      inside: tally.inside,
      letIn: tally.letIn,
      sold: tally.sold,
      conflicts: tally.conflicts,
      messages: tally.messages,
      callRate: ((wire.calls - before.calls) * 1_000) / passed,
      // A part that was killed starts from zero.
      cpu: uses.map(({ cpuMs }, index) => Math.max(0, cpuMs - (before.cpuMs[index] ?? 0)) / passed),
      memory: uses.map(({ megabytes }) => megabytes),
    };
    before = { at: now, calls: wire.calls, cpuMs: uses.map(({ cpuMs }) => cpuMs) };
    samples.push(sample);
    onSample(sample);
  };
  // The first one only sets the marks.
  before = { ...before, cpuMs: parts.map((part) => useOf(part.pid()).cpuMs) };
  const timer = setInterval(take, everyMs);
  return {
    stop() {
      clearInterval(timer);
      take();
      return samples;
    },
  };
}

/** CPU time and memory of a process and its children, such as the connections of PostgreSQL; 0 without /proc. */
function useOf(pid: number | undefined): { cpuMs: number; megabytes: number } {
  if (pid === undefined) return { cpuMs: 0, megabytes: 0 };
  const all = [pid, ...(pid === process.pid ? [] : childrenOf(pid))];
  return {
    cpuMs: all.reduce((sum, one) => sum + (cpuMsOf(one) ?? 0), 0),
    megabytes: all.reduce((sum, one) => sum + megabytesOf(one), 0),
  };
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
        .map(Number),
    );
  } catch {
    return [];
  }
}
