import { afterEach, expect, it, vi } from 'vitest';
import { listenToScanner } from '../../../src/gate/scanner.ts';

const onCode = vi.fn();
const stop = listenToScanner(window, onCode);
afterEach(() => {
  onCode.mockClear();
  document.body.replaceChildren();
});

/** Types keys of these moments, and tells whether the last was left to the page. */
function type(keys: readonly string[], pauseMs: number, target: HTMLElement = document.body) {
  let isLeft = true;
  for (const [index, key] of keys.entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: 10_000 + index * pauseMs });
    isLeft = target.dispatchEvent(event);
  }
  return isLeft;
}
const field = (name: string) => {
  const input = Object.assign(document.createElement('input'), { name, value: 'roetix1' });
  document.body.append(input);
  return input;
};
const code = [...'roetix1.x.y'];

it.each([
  ['Enter', 5],
  ['Tab', 140],
])(
  'a code that ends with %s is read wherever the focus is, and presses nothing (§14.68)',
  (end, pause) => {
    const button = document.body.appendChild(document.createElement('button'));
    expect(type(['Shift', ...code, end], pause, button)).toBe(false);
    expect(onCode.mock.calls).toEqual([['roetix1.x.y']]);
  },
);

it('a code in its own field leaves the field', () => {
  const own = field('code');
  type([...code, 'Enter'], 5, own);
  expect([onCode.mock.calls.length, own.value]).toEqual([1, '']);
});

it.each([
  ['a hand', () => document.body, 160, code],
  ['a few keys', () => document.body, 5, ['a', 'b']],
  ['the field of a pass', () => field('pass'), 5, code],
])('%s is no scanner', (_what, target, pause, keys) => {
  expect(type([...keys, 'Enter'], pause, target())).toBe(true);
  expect(onCode).not.toHaveBeenCalled();
});

it('stops', () => {
  stop();
  type([...code, 'Enter'], 5);
  expect(onCode).not.toHaveBeenCalled();
});
