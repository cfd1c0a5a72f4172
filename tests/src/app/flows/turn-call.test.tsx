// @vitest-environment jsdom
import { act, cleanup, fireEvent, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { turnSoundKey } from '../../../../contract/stored/storage.ts';
import { StoreContext } from '../../../../src/app/reads/store-context.ts';
import { PageTitle } from '../../../../src/app/routing/page-title.tsx';
import { createBrowserStore } from '../../../../src/effects/storage/storage.ts';
import type { QueueStage } from '../../../../src/screens/queue/queue-view-props.ts';
import { useTurnCall } from '../../../../src/screens/queue/use-turn-call.ts';

/** Tones started during the test. */
let tones: number;
/** Whether the browser allows sound on request. */
let isTouched: boolean;

class FakeAudio {
  state = 'suspended';
  currentTime = 0;
  destination = {};
  async resume() {
    if (!isTouched) return new Promise<void>(() => undefined);
    this.state = 'running';
  }
  async close() {}
  createGain() {
    const gain = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
    return { gain, connect: vi.fn() };
  }
  createOscillator() {
    return {
      frequency: { value: 0 },
      connect: (to: unknown) => to,
      start: () => {
        tones += 1;
      },
      stop: vi.fn(),
    };
  }
}

const store = createBrowserStore(window, () => null);
const open = () =>
  renderHook(({ stage }: { stage: QueueStage }) => useTurnCall(stage), {
    initialProps: { stage: 'waiting' as QueueStage },
    wrapper: ({ children }: { children: ReactNode }) => (
      <StoreContext.Provider value={store}>
        <PageTitle>Antrean</PageTitle>
        {children}
      </StoreContext.Provider>
    ),
  });

beforeEach(() => {
  [tones, isTouched] = [0, false];
  vi.stubGlobal('AudioContext', FakeAudio);
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
});
afterEach(() => {
  fireEvent.keyDown(window);
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('a turn changes the title, and plays a sound only if that was switched on', async () => {
  isTouched = true;
  const { result, rerender } = open();
  expect(result.current.sound).toBe('off');
  rerender({ stage: 'promoted' });
  expect(document.title).toBe('🎟 Giliran Anda! Antrean | Roetix');
  expect(tones).toBe(0);
});

it('switching the sound on plays a test tone and is stored; the turn plays it once more', async () => {
  isTouched = true;
  const { result, rerender } = open();
  await act(async () => result.current.chooseSound(true));
  expect(result.current.sound).toBe('on');
  expect(store.read(turnSoundKey)).toBe(true);
  const tested = tones;
  expect(tested).toBeGreaterThan(0);
  rerender({ stage: 'promoted' });
  rerender({ stage: 'online' });
  expect(tones).toBe(2 * tested);
});

it('a stored choice needs the first touch of the page; until then no turn plays a sound', async () => {
  store.write(turnSoundKey, true);
  const { result, rerender } = open();
  expect(result.current.sound).toBe('blocked');
  rerender({ stage: 'promoted' });
  expect(tones).toBe(0);
  rerender({ stage: 'waiting' });
  isTouched = true;
  await act(async () => fireEvent.pointerDown(window));
  expect(result.current.sound).toBe('on');
  rerender({ stage: 'online' });
  expect(tones).toBeGreaterThan(0);
});

it('opening the page after the turn plays no sound', () => {
  const { rerender } = renderHook(({ stage }: { stage: QueueStage }) => useTurnCall(stage), {
    initialProps: { stage: 'loading' as QueueStage },
    wrapper: ({ children }: { children: ReactNode }) => (
      <StoreContext.Provider value={store}>
        <PageTitle>Antrean</PageTitle>
        {children}
      </StoreContext.Provider>
    ),
  });
  rerender({ stage: 'promoted' });
  expect(document.title).toBe('Antrean | Roetix');
});

it('a browser without Web Audio gets no offer of a sound', () => {
  vi.stubGlobal('AudioContext', undefined);
  expect(open().result.current.sound).toBe('none');
});
