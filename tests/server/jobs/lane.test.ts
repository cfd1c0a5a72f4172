import { expect, it } from 'vitest';
import { createClock } from '../../../server/clock.ts';
import { type CallOutcome, createLane } from '../../../server/jobs/lane.ts';

/** A lane over a clock that stands; `run` lets one job end after the other. */
function laneOf(most: number) {
  const clock = createClock(0, () => 0);
  const lane = createLane(clock, most);
  const run = (...outcomes: readonly (CallOutcome | null)[]) => {
    let isBack = false;
    for (const outcome of outcomes) {
      lane.started(1);
      isBack = lane.ended(outcome);
    }
    return isBack;
  };
  return { clock, lane, run };
}
const times = (count: number, outcome: CallOutcome) => Array<CallOutcome>(count).fill(outcome);

it.each([
  ['begins with four at once', 64, [], 4],
  ['begins with fewer where the setting is lower', 2, [], 2],
  ['grows with each answer', 64, times(3, 'answered'), 7],
  ['grows no further than the setting', 8, times(20, 'answered'), 8],
  ['is halved when the gateway is silent', 64, [...times(12, 'answered'), 'silent'], 8],
  ['is halved when the gateway is asked too often', 64, [...times(12, 'answered'), 'tooOften'], 8],
  ['never stands because of a gateway that is asked too often', 64, times(20, 'tooOften'), 1],
  ['keeps its size after answers that are errors', 64, times(9, 'failed'), 4],
  ['keeps its size after work that asked nobody', 64, [null, null], 4],
  ['stands after five silences in a row', 64, times(5, 'silent'), 0],
  ['counts silences in a row alone', 64, [...times(4, 'silent'), 'answered', 'silent'], 1],
] as const)('a lane %s', (_, most, outcomes, room) => {
  const { lane, run } = laneOf(most);
  run(...outcomes);
  expect(lane.room()).toBe(room);
});

it('a lane has room for the jobs that it has and no more', () => {
  const { lane } = laneOf(64);
  lane.started(3);
  expect(lane.room()).toBe(1);
});

it('a lane that stands tries one job after 30 seconds, and goes on when it is answered', () => {
  const { clock, lane, run } = laneOf(64);
  expect(run(...times(5, 'silent'))).toBe(false);
  clock.advance(29);
  expect(lane.room()).toBe(0);
  clock.advance(1);
  expect(lane.room()).toBe(1);
  expect(run('silent')).toBe(false);
  expect(lane.isShut()).toBe(true);
  expect(lane.room()).toBe(0);
  clock.advance(30);
  lane.started(1);
  expect(lane.room()).toBe(0);
  expect(lane.ended('answered')).toBe(true);
  expect(lane.isShut()).toBe(false);
  expect(lane.room()).toBe(4);
});
