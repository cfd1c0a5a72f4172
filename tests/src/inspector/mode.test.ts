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

  it('is stored for the tab', () => {
    visit('/?inspect');
    expect(visit('/event/konser/seats')).toBe('own');
  });

  it('is off by default', () => {
    expect(visit('/?q=inspect')).toBeNull();
  });

  it('uses the hosted page only if the address says so', () => {
    expect(visit('/?inspect=stately')).toBe('stately');
    expect(visit('/profile')).toBe('stately');
    expect(visit('/?inspect=yes')).toBe('own');
  });

  it('is ended by the address too', () => {
    visit('/?inspect');
    expect(visit('/?inspect=off')).toBeNull();
    expect(visit('/')).toBeNull();
  });
});
