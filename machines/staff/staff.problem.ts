import type { Failure, Result } from '../shared/result.ts';
import type { StaffProblem } from './staff.types.ts';

/** Why a call of the staff did not work, with the server's sentence where it gave one. */
export interface StaffRefusal {
  readonly problem: StaffProblem;
  readonly sentence: string;
}

/** A port that threw: a bug, about which nothing more is known. */
export const brokenRefusal: StaffRefusal = { problem: 'broken', sentence: '' };

/** The problem of a failure, as the page words it. */
export function problemOfFailure(failure: Failure): StaffProblem {
  if (failure.kind === 'unreachable') return 'unreachable';
  return failure.code ?? 'broken';
}

/** The refusal of a failed call; null for one that worked. */
export function refusalOf(result: Result<unknown>): StaffRefusal | null {
  if (result.ok) return null;
  const { failure } = result;
  return { problem: problemOfFailure(failure), sentence: failure.message };
}
