import { describe, expect, it } from 'vitest';
import type { RefusalCode } from '../../../contract/call/refusal-codes.ts';
import {
  failedAgain,
  type Healing,
  healedBy,
  healingPause,
  isPassing,
  mended,
  unharmed,
} from '../../../machines/shared/healing.ts';
import type { Failure } from '../../../machines/shared/result.ts';
import { broken, ok, refusalAs } from '../../support/flows/machines.ts';

const away: Failure = { kind: 'unreachable', message: '' };
const refusal = (code: RefusalCode): Failure => ({ kind: 'refused', ...refusalAs(code) });
const momentary: Failure = { kind: 'refused', status: 425, isMomentary: true, message: '' };
const busy = (retryAfterMs: number): Failure => ({
  kind: 'broken',
  status: 503,
  message: '',
  retryAfterMs,
});

/** Pauses of a call that fails so many times in a row. */
function pausesOf(random: number, failures: readonly Failure[]): readonly number[] {
  let healing: Healing = unharmed(() => random);
  return failures.map((failure) => {
    healing = failedAgain(healing, failure);
    return healingPause(healing);
  });
}

describe('the pause before a call that failed is made again (§4.110)', () => {
  it('is short at first, grows, and stays at thirty seconds (§9.30)', () => {
    expect(pausesOf(0.5, Array(8).fill(away))).toEqual([
      1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000,
    ]);
  });

  it.each([
    [0, 800],
    [1, 1_200],
  ])('is a fifth shorter or longer: %d', (random, pause) => {
    expect(pausesOf(random, [away])).toEqual([pause]);
  });

  it('is as long as the server asks, or up to a fifth longer', () => {
    expect(pausesOf(0, [busy(60_000)])).toEqual([60_000]);
    expect(pausesOf(1, [busy(60_000)])).toEqual([72_000]);
    expect(pausesOf(0.5, [away, away, away, busy(1_000)])).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  it('is not longer than five minutes and their jitter, whatever the server asks', () => {
    expect(pausesOf(0, [busy(86_400_000)])).toEqual([300_000]);
  });

  it('forgets the wish of an earlier answer', () => {
    expect(pausesOf(0.5, [busy(60_000), away])).toEqual([66_000, 2_000]);
  });

  it('is short again after a call that worked', () => {
    const failed = failedAgain(failedAgain(unharmed(), away), away);
    expect(healingPause(failedAgain(mended(failed), away))).toBe(1_000);
    expect(healedBy(failed, ok(null))).toEqual(mended(failed));
    expect(healingPause(healedBy(failed, broken()))).toBe(4_000);
  });
});

describe('a failure (§4.111)', () => {
  it.each([
    [away, true],
    [busy(0), true],
    [momentary, true],
    [refusal('tooManyRequests'), true],
    [refusal('requestUnreadable'), false],
    [refusal('unauthenticated'), false],
    [refusal('emailNotVerified'), false],
    [refusal('notFound'), false],
    [refusal('seatsTaken'), false],
    [refusal('inputInvalid'), false],
  ])('%j passes by itself: %s', (failure, passes) => {
    expect(isPassing(failure)).toBe(passes);
    expect(failedAgain(unharmed(), failure).passes).toBe(passes);
  });

  it('of a call that crashed passes by itself', () => {
    expect(failedAgain(failedAgain(unharmed(), refusal('notFound')), null).passes).toBe(true);
  });
});
