// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawPage, takePosterAlong } from '../../../../src/app/routing/poster-transition.ts';

type Change = () => void;

let started: Change[] = [];
let isStill = false;

/** Adds a card with poster and link to the page. */
function card(): { readonly link: HTMLElement; readonly poster: HTMLElement } {
  document.body.innerHTML = '<article><img alt=""><a href="/event/x">Get Tickets</a></article>';
  const [poster, link] = ['img', 'a'].map((name) => document.querySelector<HTMLElement>(name));
  if (!poster || !link) throw new Error('no card');
  return { link, poster };
}

const nameOf = (element: HTMLElement) => element.style.getPropertyValue('view-transition-name');

beforeEach(() => {
  started = [];
  isStill = false;
  vi.stubGlobal('matchMedia', () => ({ matches: isStill }));
  Object.assign(document, {
    startViewTransition: (change: Change) => {
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
  it('animates the pressed poster, and renders the page in the next frame', () => {
    const { link, poster } = card();
    const draw = vi.fn();
    takePosterAlong(link);
    drawPage(draw);
    expect(nameOf(poster)).toBe('poster');
    expect(draw).not.toHaveBeenCalled();
    started[0]?.();
    expect(draw).toHaveBeenCalledOnce();
    expect(nameOf(poster)).toBe('');
  });

  it('renders at once without a pressed poster', () => {
    const draw = vi.fn();
    drawPage(draw);
    expect(draw).toHaveBeenCalledOnce();
    expect(started).toEqual([]);
  });

  it('uses a pressed poster once', () => {
    const { link } = card();
    takePosterAlong(link);
    drawPage(() => undefined);
    const draw = vi.fn();
    drawPage(draw);
    expect(draw).toHaveBeenCalledOnce();
    expect(started).toHaveLength(1);
  });

  it('forgets a press without a page change, such as one that opened a new tab', async () => {
    takePosterAlong(card().link);
    await Promise.resolve();
    const draw = vi.fn();
    drawPage(draw);
    expect(draw).toHaveBeenCalledOnce();
    expect(started).toEqual([]);
  });

  it('renders at once with reduced motion', () => {
    isStill = true;
    const { link, poster } = card();
    const draw = vi.fn();
    takePosterAlong(link);
    drawPage(draw);
    expect(draw).toHaveBeenCalledOnce();
    expect(nameOf(poster)).toBe('');
  });

  it('renders at once in a browser without view transitions', () => {
    Reflect.deleteProperty(document, 'startViewTransition');
    const draw = vi.fn();
    takePosterAlong(card().link);
    drawPage(draw);
    expect(draw).toHaveBeenCalledOnce();
  });
});
