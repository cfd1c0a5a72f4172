import { describe, expect, it } from 'vitest';
import { characterOf } from '../../scripts/rush/character.ts';
import { readRushOptions } from '../../scripts/rush/options.ts';
import { createLatencies } from '../../scripts/rush/tally.ts';
import { luckOf } from '../server/support/race/race-luck.ts';

const read = (line: string) => readRushOptions(line === '' ? [] : line.split(' '), 5);

describe('the options of a rush', () => {
  it('derives seats and capacity from the people', () => {
    expect(read('--people 1000')).toMatchObject({ seats: 500, capacity: 100, seed: 5, kill: [] });
    expect(read('--kill api,database')).toMatchObject({ kill: ['api', 'database'] });
    expect(read('--help')).toBeNull();
  });

  const url = '--url http://localhost:3000';
  it.each([
    ['--people none', '--people needs a whole number from 1 to 1000000, not none'],
    ['--people 0', 'whole number from 1'],
    ['--seats', '--seats needs a value'],
    ['--kill cdn', 'api, broker, database, not cdn'],
    ['--crowd 5', 'no option --crowd'],
    ['--url shop --event a', '--url needs an origin'],
    ['--url https://roetix.example --event a', 'this machine alone'],
    [url, '--url needs --event'],
    [`${url} --event a --kill api`, 'leave --url out'],
    [`${url} --event a --restarts 1`, 'leave --url out'],
  ])('refuses %s and says why', (line, words) => {
    expect(read(line)).toContain(words);
  });
});

describe('the people of a rush', () => {
  it('are the same for the same seed, and arrive in time', () => {
    const times = { within: 60, think: 2 };
    const crowd = Array.from({ length: 500 }, (_, index) => characterOf(luckOf(9), index, times));
    const again = characterOf(luckOf(9), 321, times);
    expect({ ...crowd[321], luck: 0, thinks: 0 }).toEqual({ ...again, luck: 0, thinks: 0 });
    expect(crowd.every(({ arrivesAfterMs }) => arrivesAfterMs <= 60_000)).toBe(true);
    const early = crowd.filter(({ arrivesAfterMs }) => arrivesAfterMs < 15_000);
    expect(early.length).toBeGreaterThan(200);
    expect(new Set(crowd.map(({ habit }) => habit)).size).toBe(5);
  });
});

describe('response times', () => {
  it('gives percentiles within a twentieth', () => {
    const times = createLatencies();
    for (let ms = 1; ms <= 1_000; ms += 1) times.note(ms);
    expect(times.at(0.5)).toBeGreaterThanOrEqual(500);
    expect(times.at(0.5)).toBeLessThanOrEqual(525);
    expect(times.at(1)).toBeGreaterThanOrEqual(1_000);
    expect(createLatencies().at(0.99)).toBe(0);
  });
});
