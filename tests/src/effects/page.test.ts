import { describe, expect, it, vi } from 'vitest';
import { watchHidden, watchPage } from '../../../src/effects/page.ts';

function turn(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

it('says whether the page is hidden, at once, at every change and no more once stopped', () => {
  const said: boolean[] = [];
  turn('hidden');
  const stop = watchHidden(document, (hidden) => said.push(hidden));
  expect(said).toEqual([true]);
  turn('visible');
  turn('hidden');
  expect(said).toEqual([true, false, true]);
  stop();
  turn('visible');
  expect(said).toHaveLength(3);
});

describe('a page that wakes (§4.13)', () => {
  function watched() {
    vi.useFakeTimers();
    const woke = vi.fn();
    const stop = watchPage(window, woke);
    return { woke, stop };
  }

  it.each([
    ['is seen', () => turn('visible')],
    ['gets focus', () => window.dispatchEvent(new Event('focus'))],
    ['is online again', () => window.dispatchEvent(new Event('online'))],
    [
      'comes back from the page cache',
      () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    ],
  ])('[F16][F35] says so when it %s, and no more once stopped', (_name, wakes) => {
    const { woke, stop } = watched();
    wakes();
    expect(woke).toHaveBeenCalledTimes(1);
    stop();
    vi.advanceTimersByTime(1_000);
    wakes();
    expect(woke).toHaveBeenCalledTimes(1);
  });

  it('reports one wake once, however many events it causes', () => {
    const { woke, stop } = watched();
    window.dispatchEvent(new Event('focus'));
    turn('visible');
    vi.advanceTimersByTime(500);
    window.dispatchEvent(new Event('online'));
    expect(woke).toHaveBeenCalledTimes(2);
    stop();
  });

  it.each([
    ['forwards by more than two seconds', 2_001, 1],
    ['backwards by more than two seconds', -2_001, 1],
    ['by two seconds', 2_000, 0],
  ])('looks whether the wall clock parted from the monotonic one: %s', (_name, parted, times) => {
    const { woke, stop } = watched();
    vi.advanceTimersByTime(60_000);
    expect(woke).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() + parted);
    vi.advanceTimersByTime(2_000);
    expect(woke).toHaveBeenCalledTimes(times);
    vi.advanceTimersByTime(60_000);
    expect(woke).toHaveBeenCalledTimes(times);
    stop();
  });
});
