import { beforeEach, describe, expect, it } from 'vitest';
import { readMode } from '../../../src/inspector/mode.ts';

const visit = (path: string) => {
  window.history.replaceState({ kept: true }, '', path);
  return readMode(window);
};
const address = () => window.location.pathname + window.location.search;

beforeEach(() => window.sessionStorage.clear());

describe('whether a tab is inspected', () => {
  it('is set by the address, which is then cleaned', () => {
    expect(visit('/search?q=jazz&x=/a&inspect')).toBe('own');
    expect(address()).toBe('/search?q=jazz&x=/a');
    expect(window.history.state).toEqual({ kept: true });
  });

  it.each([
    ['is off by default', ['/?q=inspect'], [null]],
    ['is stored for the tab', ['/?inspect', '/event/konser/seats'], ['own', 'own']],
    [
      'is on the hosted page only if the address says so',
      ['/?inspect=stately', '/profile', '/?inspect=yes'],
      ['stately', 'stately', 'own'],
    ],
    ['is ended by the address too', ['/?inspect', '/?inspect=off', '/'], ['own', null, null]],
  ])('%s', (_, paths, modes) => {
    expect(paths.map(visit)).toEqual(modes);
  });
});
