import { describe, expect, it } from 'vitest';
import { readRushOptions } from '../../scripts/rush/options.ts';

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
