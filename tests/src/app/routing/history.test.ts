import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGuardedHistory, type GuardedHistory } from '../../../../src/app/routing/history.ts';

const shown = () => window.location.pathname;
const popped = () =>
  new Promise<void>((resolve) =>
    window.addEventListener('popstate', () => resolve(), { once: true }),
  );

let history: GuardedHistory;

beforeEach(() => {
  window.history.pushState(null, '', '/start');
  history = createGuardedHistory(window);
});

afterEach(() => history.close());

describe('the gated history', () => {
  it('moves when the gate agrees and tells its listeners', () => {
    const told = vi.fn();
    history.subscribe(told);
    history.visit('/next?x=1', { state: { email: 'a@b.id' } });
    expect(shown()).toBe('/next');
    expect(history.place).toEqual({ path: '/next?x=1', state: { email: 'a@b.id' } });
    expect(told).toHaveBeenCalledTimes(1);
    expect(history.canGoBack).toBe(true);
  });

  it('stays when the gate refuses a link', () => {
    history.setGate(() => false);
    history.visit('/next');
    expect(shown()).toBe('/start');
    expect(history.canGoBack).toBe(false);
  });

  it('[F15] undoes a refused Back without a dummy entry: three times, and the entry stays the same', async () => {
    history.visit('/payment-method');
    history.visit('/payment');
    const entries = window.history.length;
    const asked: string[] = [];
    history.setGate((place, move) => {
      asked.push(`${move} ${place.path}`);
      return false;
    });
    for (let turn = 0; turn < 3; turn += 1) {
      const back = popped();
      window.history.back();
      await back;
      await popped();
      expect(shown()).toBe('/payment');
      expect(history.place.path).toBe('/payment');
    }
    expect(asked).toEqual(['pop /payment-method', 'pop /payment-method', 'pop /payment-method']);
    expect(window.history.length).toBe(entries);
  });

  it('goes back when the gate agrees', async () => {
    history.visit('/one');
    history.visit('/two');
    const back = popped();
    history.back();
    await back;
    expect(history.place.path).toBe('/one');
  });
});
