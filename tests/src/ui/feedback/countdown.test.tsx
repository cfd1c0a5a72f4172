// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Countdown } from '../../../../src/ui/feedback/countdown.tsx';

const SECOND = 1000;

let clockMs = 0;
const now = () => clockMs;

const pass = (ms: number) =>
  act(() => {
    // The injected clock and the fake timers move together, a quarter of a second at a time.
    for (let left = ms; left > 0; left -= 250) {
      const step = Math.min(250, left);
      clockMs += step;
      vi.advanceTimersByTime(step);
    }
  });

const show = (seconds: number, onZero?: () => void) =>
  render(
    <Countdown
      deadline={clockMs + seconds * SECOND}
      format="m:ss"
      label="Sisa waktu"
      onZero={onZero}
      now={now}
    />,
  );

const timer = () => screen.getByRole('timer', { name: 'Sisa waktu' });
const spoken = (container: HTMLElement) =>
  container.querySelector('[aria-live="polite"]')?.textContent;

beforeEach(() => {
  clockMs = 12_345.678;
  vi.useFakeTimers();
});

afterEach(() => vi.useRealTimers());

describe('Countdown', () => {
  it('is a timer that is not live and counts whole seconds', () => {
    show(300);
    expect(timer().getAttribute('aria-live')).toBe('off');
    expect(timer().textContent).toBe('5:00');
    pass(SECOND);
    expect(timer().textContent).toBe('4:59');
    pass(59 * SECOND);
    expect(timer().textContent).toBe('4:00');
  });

  it('never goes below zero and calls onZero once', () => {
    const onZero = vi.fn();
    show(2, onZero);
    pass(1750);
    expect(timer().textContent).toBe('0:01');
    expect(onZero).not.toHaveBeenCalled();
    pass(250);
    expect(timer().textContent).toBe('0:00');
    expect(onZero).toHaveBeenCalledTimes(1);
    pass(5 * SECOND);
    expect(timer().textContent).toBe('0:00');
    expect(onZero).toHaveBeenCalledTimes(1);
  });

  it('calls onZero at once for a deadline that has passed, and again for a new one', () => {
    const onZero = vi.fn();
    const { rerender } = show(-10, onZero);
    expect(timer().textContent).toBe('0:00');
    expect(onZero).toHaveBeenCalledTimes(1);
    rerender(
      <Countdown
        deadline={clockMs + SECOND}
        format="m:ss"
        label="Sisa waktu"
        onZero={onZero}
        now={now}
      />,
    );
    expect(timer().textContent).toBe('0:01');
    pass(SECOND);
    expect(onZero).toHaveBeenCalledTimes(2);
  });

  it('does not fire after unmounting', () => {
    const onZero = vi.fn();
    const { unmount } = show(1, onZero);
    unmount();
    pass(3 * SECOND);
    expect(onZero).not.toHaveBeenCalled();
  });

  it('is plain until the last 60 seconds', () => {
    show(62);
    pass(SECOND);
    expect(timer().textContent).toBe('1:01');
    expect(timer().hasAttribute('data-urgent')).toBe(false);
    pass(SECOND);
    expect(timer().textContent).toBe('1:00');
    expect(timer().hasAttribute('data-urgent')).toBe(true);
  });

  it('announces five minutes, one minute and twenty seconds only', () => {
    const { container } = show(302);
    const heard = new Set<string>();
    for (let second = 0; second < 302; second += 1) {
      heard.add(spoken(container) ?? '');
      pass(SECOND);
    }
    heard.add(spoken(container) ?? '');
    expect([...heard]).toEqual([
      '',
      'Sisa waktu 5 menit',
      'Sisa waktu 1 menit',
      'Sisa waktu 20 detik',
    ]);
  });

  it('does not announce thresholds that passed before it appeared', () => {
    const { container } = show(250);
    pass(10 * SECOND);
    expect(spoken(container)).toBe('');
  });

  it('is correct at once when the page becomes visible after a sleep', () => {
    show(600);
    clockMs += 400 * SECOND;
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(timer().textContent).toBe('3:20');
  });
});
