import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RootUserEvent } from '../../../../machines/root/root.types.ts';
import type { Screen } from '../../../../machines/shared/screen.ts';
import type { RootActor } from '../../../../src/app/actor-context.tsx';
import { createGuardedHistory, type GuardedHistory } from '../../../../src/app/routing/history.ts';
import { syncRoutes } from '../../../../src/app/routing/route-sync.ts';

const shown = () => window.location.pathname;
const popped = () =>
  new Promise<void>((resolve) =>
    window.addEventListener('popstate', () => resolve(), { once: true }),
  );
/** Presses Back and waits until the browser, and as often as given what undoes it, has moved. */
async function pressBack(undone = 0) {
  const back = popped();
  window.history.back();
  await back;
  for (let turn = 0; turn < undone; turn += 1) await popped();
}

let history: GuardedHistory;
let stop: () => void = () => undefined;
beforeEach(() => {
  window.history.pushState(null, '', '/event/konser/queue');
  history = createGuardedHistory(window);
});
afterEach(() => {
  stop();
  history.close();
});

describe('the gated history (§2.314)', () => {
  it('moves when the gate agrees, and tells its listeners', async () => {
    const told = vi.fn();
    history.subscribe(told);
    history.visit('/next?x=1', { state: { email: 'a@b.id' } });
    expect(shown()).toBe('/next');
    expect(history.place).toEqual({ path: '/next?x=1', state: { email: 'a@b.id' } });
    expect(told).toHaveBeenCalledTimes(1);
    expect(history.canGoBack).toBe(true);
    const back = popped();
    history.back();
    await back;
    expect(history.place.path).toBe('/event/konser/queue');
  });

  it('stays when the gate refuses a link', () => {
    history.setGate(() => false);
    history.visit('/next');
    expect(shown()).toBe('/event/konser/queue');
    expect(history.canGoBack).toBe(false);
  });

  it('[F15] undoes a refused Back without a dummy entry: three times, and the entry stays the same', async () => {
    history.visit('/payment-method');
    history.visit('/payment');
    const entries = window.history.length;
    const asked: string[] = [];
    history.setGate((place, move) => {
      asked.push(`${move} ${place.path}`);
      return false;
    });
    for (let turn = 0; turn < 3; turn += 1) {
      await pressBack(1);
      expect([shown(), history.place.path]).toEqual(['/payment', '/payment']);
    }
    expect(asked).toEqual(['pop /payment-method', 'pop /payment-method', 'pop /payment-method']);
    expect(window.history.length).toBe(entries);
  });
});

describe('the address bar', () => {
  const at = (name: string) => ({ name, slug: 'konser' }) as Screen;

  /** Stands in for the root on a page: goes where it is asked to, unless the test decides otherwise. */
  function sync(first: Screen) {
    let context = { screen: first, entry: 'replace' };
    const listeners = new Set<() => void>();
    const root = {
      told: [] as RootUserEvent[],
      decide: (event: RootUserEvent): Screen | null => ('screen' in event ? event.screen : null),
      show: (screen: Screen, entry: 'push' | 'replace' = 'replace') => {
        context = { screen, entry };
        for (const listener of listeners) listener();
      },
    };
    const actor = {
      getSnapshot: () => ({ context }),
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return { unsubscribe: () => listeners.delete(listener) };
      },
      send: (event: RootUserEvent) => {
        root.told.push(event);
        const screen = root.decide(event);
        if (screen !== null) root.show(screen);
      },
    };
    stop = syncRoutes(actor as unknown as RootActor, history, window.location.origin);
    return root;
  }

  it('shows the page of the root: a forward step is a new entry, a redirect is none', () => {
    const root = sync(at('seats'));
    expect(shown()).toBe('/event/konser/seats');
    const entries = window.history.length;
    root.show(at('categories'), 'replace');
    expect(shown()).toBe('/event/konser/categories');
    expect(window.history.length).toBe(entries);
    root.show(at('order-form'), 'push');
    expect(shown()).toBe('/event/konser/order-form');
    expect(window.history.length).toBe(entries + 1);
  });

  it.each<[string, (event: RootUserEvent) => Screen | null, string]>([
    ['leads', () => ({ name: 'my-tickets' }), '/my-tickets'],
    ['refuses', () => null, '/event/konser/queue'],
    ['redirects', () => ({ name: 'home' }), '/'],
  ])('reports a link once, and follows where the root %s', async (_, decide, to) => {
    const root = sync(at('queue'));
    root.decide = decide;
    history.visit('/my-tickets');
    await Promise.resolve();
    expect(root.told).toEqual([{ type: 'route.visited', screen: { name: 'my-tickets' } }]);
    expect(shown()).toBe(to);
  });

  it('[F15] returns to the old address when the root refuses Back', async () => {
    const root = sync(at('payment-method'));
    root.show(at('payment'), 'push');
    root.decide = () => null;
    await pressBack(1);
    expect(root.told.at(-1)).toEqual({ type: 'route.popped', screen: at('payment-method') });
    expect(shown()).toBe('/event/konser/payment');
  });
});
