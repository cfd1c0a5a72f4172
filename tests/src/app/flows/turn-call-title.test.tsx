// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callByTitle, callByVibration } from '../../../../src/app/flows/turn-call.ts';
import { PageTitle } from '../../../../src/app/routing/page-title.tsx';

const words = '🎟 Giliran Anda!';
let isVisible: boolean;
let isFocused: boolean;

beforeEach(() => {
  [isVisible, isFocused] = [false, false];
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() =>
    isVisible ? 'visible' : 'hidden',
  );
  vi.spyOn(document, 'hasFocus').mockImplementation(() => isFocused);
});
afterEach(() => {
  // Ends an alert that a test left running.
  act(() => void window.dispatchEvent(new Event('keydown')));
  vi.restoreAllMocks();
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

  it('stays unchanged while the page has the focus', () => {
    [isVisible, isFocused] = [true, true];
    render(<PageTitle>Antrean</PageTitle>);
    act(() => callByTitle(words));
    expect(document.title).toBe('Antrean | Roetix');
  });
});

describe('the vibration', () => {
  const vibrate = vi.fn();
  let wantsLess: boolean;
  let wasTouched: boolean;
  beforeEach(() => {
    vibrate.mockClear();
    [wantsLess, wasTouched] = [false, true];
    Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
    Object.defineProperty(navigator, 'userActivation', {
      get: () => ({ hasBeenActive: wasTouched }),
      configurable: true,
    });
    window.matchMedia = vi.fn(() => ({ matches: wantsLess }) as MediaQueryList);
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'vibrate');
    Reflect.deleteProperty(navigator, 'userActivation');
  });

  it('runs on a page that was touched', () => {
    callByVibration();
    expect(vibrate).toHaveBeenCalledOnce();
  });

  it('does not run with reduced motion, nor on an untouched page', () => {
    wantsLess = true;
    callByVibration();
    [wantsLess, wasTouched] = [false, false];
    callByVibration();
    expect(vibrate).not.toHaveBeenCalled();
  });
});
