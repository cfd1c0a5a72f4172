import { beforeEach, describe, expect, it } from 'vitest';
import { readMode } from '../../../src/inspector/mode.ts';

const visit = (path: string) => {
  window.history.replaceState({ kept: true }, '', path);
  return readMode(window);
};
const address = () => window.location.pathname + window.location.search;

beforeEach(() => window.sessionStorage.clear());

describe('whether a tab is inspected', () => {
  it('is asked for in the address, which is cleaned', () => {
    expect(visit('/search?q=jazz&x=/a&inspect')).toBe('own');
    expect(address()).toBe('/search?q=jazz&x=/a');
    expect(window.history.state).toEqual({ kept: true });
  });

  it('is kept for the tab', () => {
    visit('/?inspect');
    expect(visit('/event/konser/seats')).toBe('own');
  });

  it('is not so unless it is asked for', () => {
    expect(visit('/?q=inspect')).toBeNull();
  });

  it('may be on the hosted page, only when that is said', () => {
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
