// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useWakeLock } from '../../../../src/ui/use-wake-lock.ts';

function Code() {
  useWakeLock();
  return null;
}

const release = vi.fn(async () => undefined);
const request = vi.fn(async (_kind: string) => ({ release }));
let visibility: DocumentVisibilityState;

const turn = (state: DocumentVisibilityState) =>
  act(async () => {
    visibility = state;
    document.dispatchEvent(new Event('visibilitychange'));
  });
const show = () => act(async () => render(<Code />));

beforeEach(() => {
  visibility = 'visible';
  vi.clearAllMocks();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'wakeLock');
});

describe('the screen while a code is shown', () => {
  it('stays on, and may turn off when the code disappears', async () => {
    const { unmount } = await show();
    expect(request.mock.calls).toEqual([['screen']]);
    expect(release).not.toHaveBeenCalled();
    unmount();
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('is released while the page is hidden, and locked again when it is visible', async () => {
    const { unmount } = await show();
    await turn('hidden');
    expect(release).toHaveBeenCalledTimes(1);
    await turn('visible');
    expect(request).toHaveBeenCalledTimes(2);
    unmount();
    expect(release).toHaveBeenCalledTimes(2);
  });

  it('is not locked by a hidden page', async () => {
    visibility = 'hidden';
    await show();
    expect(request).not.toHaveBeenCalled();
  });

  it('is released when the lock is granted after the code has disappeared', async () => {
    let answer: ((lock: { release: typeof release }) => void) | undefined;
    request.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const { unmount } = await show();
    unmount();
    expect(release).not.toHaveBeenCalled();
    await act(async () => answer?.({ release }));
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('may turn off if the browser refuses or lacks the lock', async () => {
    request.mockRejectedValueOnce(new Error('NotAllowedError'));
    const refused = await show();
    refused.unmount();
    Reflect.deleteProperty(navigator, 'wakeLock');
    const unknown = await show();
    unknown.unmount();
    expect(release).not.toHaveBeenCalled();
  });
});
