// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawPage, takePosterAlong } from '../../../../src/app/routing/poster-transition.ts';

let started: (() => void)[] = [];
let isStill = false;

/** Presses the link of a card with a poster; returns the name under which the poster moves. */
function pressCard(): () => string {
  document.body.innerHTML = '<article><img alt=""><a href="/event/x">Get Tickets</a></article>';
  const [poster, link] = ['img', 'a'].map((name) => document.querySelector<HTMLElement>(name));
  if (!poster || !link) throw new Error('no card');
  takePosterAlong(link);
  return () => poster.style.getPropertyValue('view-transition-name');
}

beforeEach(() => {
  started = [];
  isStill = false;
  vi.stubGlobal('matchMedia', () => ({ matches: isStill }));
  Object.assign(document, {
    startViewTransition: (change: () => void) => {
      started.push(change);
      return { ready: Promise.reject(new Error('skipped')) };
    },
  });
});

afterEach(() => {
  Reflect.deleteProperty(document, 'startViewTransition');
  vi.unstubAllGlobals();
});

describe('a change of page', () => {
  it('animates the pressed poster once, and renders the page in the next frame', () => {
    const name = pressCard();
    const draw = vi.fn();
    drawPage(draw);
    expect(name()).toBe('poster');
    expect(draw).not.toHaveBeenCalled();
    started[0]?.();
    expect(draw).toHaveBeenCalledOnce();
    expect(name()).toBe('');
    drawPage(draw);
    expect(draw).toHaveBeenCalledTimes(2);
    expect(started).toHaveLength(1);
  });

  it.each([
    ['without a pressed poster', () => undefined],
    [
      'after a press without a page change, such as one that opened a new tab',
      async () => {
        pressCard();
        await Promise.resolve();
      },
    ],
    [
      'with reduced motion',
      () => {
        isStill = true;
        pressCard();
      },
    ],
    [
      'in a browser without view transitions',
      () => {
        Reflect.deleteProperty(document, 'startViewTransition');
        pressCard();
      },
    ],
  ])('renders at once %s', async (_when, press) => {
    await press();
    const draw = vi.fn();
    drawPage(draw);
    expect(draw).toHaveBeenCalledOnce();
    expect(started).toEqual([]);
    expect(document.body.innerHTML).not.toContain('view-transition-name');
  });
});
