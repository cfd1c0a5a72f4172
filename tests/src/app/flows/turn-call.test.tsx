// @vitest-environment jsdom
import { act, fireEvent, render, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { turnSoundKey } from '../../../../contract/stored/storage.ts';
import { callByTitle, callByVibration } from '../../../../src/app/flows/turn-call.ts';
import { StoreContext } from '../../../../src/app/reads/store-context.ts';
import { PageTitle } from '../../../../src/app/routing/page-title.tsx';
import { createBrowserStore } from '../../../../src/effects/storage/storage.ts';
import { useTurnCall } from '../../../../src/screens/queue/use-turn-call.ts';

const words = '🎟 Giliran Anda!';
let isVisible: boolean;
let isFocused: boolean;
/** Tones started during the test. */
let tones: number;
/** The page was touched: only then may it make a sound or vibrate. */
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
    const start = () => {
      tones += 1;
    };
    return { frequency: { value: 0 }, connect: (to: unknown) => to, start, stop: vi.fn() };
  }
}

beforeEach(() => {
  [isVisible, isFocused, isTouched, tones] = [false, false, false, 0];
  vi.stubGlobal('AudioContext', FakeAudio);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() =>
    isVisible ? 'visible' : 'hidden',
  );
  vi.spyOn(document, 'hasFocus').mockImplementation(() => isFocused);
});
afterEach(() => {
  // Ends a call that a test left running.
  act(() => void window.dispatchEvent(new Event('keydown')));
});

describe('the title', () => {
  it('shows the words until the page has the focus, also after a page change', () => {
    const page = render(<PageTitle>Antrean</PageTitle>);
    act(() => callByTitle(words));
    expect(document.title).toBe(`${words} Antrean | Roetix`);
    page.rerender(<PageTitle key="next">Pilih Kursi</PageTitle>);
    expect(document.title).toBe(`${words} Pilih Kursi | Roetix`);
    isVisible = true;
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(document.title).toBe(`${words} Pilih Kursi | Roetix`);
    isFocused = true;
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(document.title).toBe('Pilih Kursi | Roetix');
  });
});

it.each([
  ['runs on a page that was touched', true, false, 1],
  ['does not run with reduced motion', true, true, 0],
  ['does not run on an untouched page', false, false, 0],
])('the vibration %s (§18.4)', (_, hasBeenActive, matches, times) => {
  const vibrate = vi.fn();
  vi.stubGlobal('matchMedia', () => ({ matches }));
  vi.stubGlobal('navigator', { vibrate, userActivation: { hasBeenActive } });
  callByVibration();
  expect(vibrate).toHaveBeenCalledTimes(times);
});

describe('a turn (§2.170)', () => {
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
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StoreContext.Provider value={store}>
      <PageTitle>Antrean</PageTitle>
      {children}
    </StoreContext.Provider>
  );
  const open = () => renderHook(() => useTurnCall(queue), { wrapper }).result;

  it('changes the title, and plays a sound only if that was switched on (§11.41)', () => {
    isTouched = true;
    expect(open().current.sound).toBe('off');
    comes();
    expect(document.title).toBe(`${words} Antrean | Roetix`);
    expect(tones).toBe(0);
  });

  it('plays no sound by a stored choice until the page is touched', async () => {
    store.write(turnSoundKey, true);
    const result = open();
    expect(result.current.sound).toBe('blocked');
    comes();
    expect(tones).toBe(0);
    isTouched = true;
    await act(async () => fireEvent.pointerDown(window));
    expect(result.current.sound).toBe('on');
    comes();
    expect(tones).toBeGreaterThan(0);
  });
});
