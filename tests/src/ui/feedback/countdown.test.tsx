import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Countdown } from '../../../../src/ui/feedback/countdown.tsx';

let clockMs = 0;

/** The injected clock and the fake timers move together, a quarter of a second at a time. */
const pass = (seconds: number) =>
  act(() => {
    for (let quarter = 0; quarter < seconds * 4; quarter += 1) {
      clockMs += 250;
      vi.advanceTimersByTime(250);
    }
  });
const countdown = (seconds: number, onZero?: () => void) => (
  <Countdown
    deadline={clockMs + seconds * 1000}
    format="m:ss"
    label="Sisa waktu"
    onZero={onZero}
    now={() => clockMs}
  />
);
const timer = () => screen.getByRole('timer', { name: 'Sisa waktu' });

beforeEach(() => {
  clockMs = 12_345.678;
  vi.useFakeTimers();
});

it('a countdown is a timer that is not live, counts whole seconds, and marks the last minute (§18.2)', () => {
  render(countdown(300));
  expect(timer()).toHaveAttribute('aria-live', 'off');
  for (const [seconds, shown, isUrgent] of [
    [0, '5:00', false],
    [1, '4:59', false],
    [238, '1:01', false],
    [1, '1:00', true],
  ] as const) {
    pass(seconds);
    expect(timer()).toHaveTextContent(shown);
    expect(timer().hasAttribute('data-urgent')).toBe(isUrgent);
  }
});

it('a countdown never goes below zero and calls onZero once, and again for a new deadline', () => {
  const onZero = vi.fn();
  const { rerender, unmount } = render(countdown(2, onZero));
  pass(1.75);
  expect(timer()).toHaveTextContent('0:01');
  expect(onZero).not.toHaveBeenCalled();
  for (const seconds of [0.25, 5]) {
    pass(seconds);
    expect(screen.queryByRole('timer')).not.toBeInTheDocument();
    expect(onZero).toHaveBeenCalledTimes(1);
  }
  rerender(countdown(1, onZero));
  expect(timer()).toHaveTextContent('0:01');
  pass(1);
  expect(onZero).toHaveBeenCalledTimes(2);
  rerender(countdown(1, onZero));
  unmount();
  pass(3);
  expect(onZero).toHaveBeenCalledTimes(2);
});

it.each([
  [302, ['', 'Sisa waktu 5 menit', 'Sisa waktu 1 menit', 'Sisa waktu 20 detik']],
  // What passed before it appeared is not announced.
  [250, ['', 'Sisa waktu 1 menit', 'Sisa waktu 20 detik']],
])('a countdown of %i seconds announces %j', (seconds, announced) => {
  const { container } = render(countdown(seconds));
  const heard = new Set<string>();
  for (let second = 0; second <= seconds; second += 1) {
    heard.add(container.querySelector('[aria-live="polite"]')?.textContent ?? '');
    pass(1);
  }
  expect([...heard]).toEqual(announced);
});

it('a countdown is correct at once when the page becomes visible after a sleep (§4.13)', () => {
  render(countdown(600));
  clockMs += 400_000;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(timer()).toHaveTextContent('3:20');
});
