import { afterEach, expect, it, vi } from 'vitest';
import { watchHidden } from '../../../src/effects/page.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

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
