// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawPage, takePosterAlong } from '../../../../src/app/routing/poster-transition.ts';

type Change = () => void;

let started: Change[] = [];
let isStill = false;

/** A card with its poster and its link, on the page. */
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
  it('carries the pressed poster over, and draws the page in the frame that the browser gives it', () => {
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

  it('without a pressed poster is drawn at once', () => {
    const draw = vi.fn();
    drawPage(draw);
    expect(draw).toHaveBeenCalledOnce();
    expect(started).toEqual([]);
  });

  it('takes a poster along once', () => {
    const { link } = card();
    takePosterAlong(link);
    drawPage(() => undefined);
    const draw = vi.fn();
    drawPage(draw);
    expect(draw).toHaveBeenCalledOnce();
    expect(started).toHaveLength(1);
  });

  it('forgets a press that led nowhere, such as one that opened a new tab', async () => {
    takePosterAlong(card().link);
    await Promise.resolve();
    const draw = vi.fn();
    drawPage(draw);
    expect(draw).toHaveBeenCalledOnce();
    expect(started).toEqual([]);
  });

  it('is drawn at once for who wants no motion', () => {
    isStill = true;
    const { link, poster } = card();
    const draw = vi.fn();
    takePosterAlong(link);
    drawPage(draw);
    expect(draw).toHaveBeenCalledOnce();
    expect(nameOf(poster)).toBe('');
  });

  it('is drawn at once where the browser knows no such motion', () => {
    Reflect.deleteProperty(document, 'startViewTransition');
    const draw = vi.fn();
    takePosterAlong(card().link);
    drawPage(draw);
    expect(draw).toHaveBeenCalledOnce();
  });
});
