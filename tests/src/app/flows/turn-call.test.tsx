// @vitest-environment jsdom
import { act, cleanup, fireEvent, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { turnSoundKey } from '../../../../contract/stored/storage.ts';
import { StoreContext } from '../../../../src/app/reads/store-context.ts';
import { PageTitle } from '../../../../src/app/routing/page-title.tsx';
import { createBrowserStore } from '../../../../src/effects/storage/storage.ts';
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
/** The queue's side of the announcement; when it is made, the tests of the machine prove. */
let announce: () => void;
const queue = {
  on: (_type: string, listener: () => void) => {
    announce = listener;
    return { unsubscribe: () => undefined };
  },
} as unknown as Parameters<typeof useTurnCall>[0];
const comes = () => act(() => announce());

const open = () =>
  renderHook(() => useTurnCall(queue), {
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
  const { result } = open();
  expect(result.current.sound).toBe('off');
  comes();
  expect(document.title).toBe('🎟 Giliran Anda! Antrean | Roetix');
  expect(tones).toBe(0);
});

it('switching the sound on plays a test tone and is stored; the turn plays it once more', async () => {
  isTouched = true;
  const { result } = open();
  await act(async () => result.current.chooseSound(true));
  expect(result.current.sound).toBe('on');
  expect(store.read(turnSoundKey)).toBe(true);
  const tested = tones;
  expect(tested).toBeGreaterThan(0);
  comes();
  expect(tones).toBe(2 * tested);
});

it('a stored choice needs the first touch of the page; until then no turn plays a sound', async () => {
  store.write(turnSoundKey, true);
  const { result } = open();
  expect(result.current.sound).toBe('blocked');
  comes();
  expect(tones).toBe(0);
  isTouched = true;
  await act(async () => fireEvent.pointerDown(window));
  expect(result.current.sound).toBe('on');
  comes();
  expect(tones).toBeGreaterThan(0);
});

it('a browser without Web Audio gets no offer of a sound', () => {
  vi.stubGlobal('AudioContext', undefined);
  expect(open().result.current.sound).toBe('none');
});
