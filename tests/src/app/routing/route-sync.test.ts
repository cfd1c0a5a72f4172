import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RootUserEvent } from '../../../../machines/root/root.types.ts';
import type { Screen } from '../../../../machines/shared/screen.ts';
import type { RootActor } from '../../../../src/app/actor-context.tsx';
import { createGuardedHistory, type GuardedHistory } from '../../../../src/app/routing/history.ts';
import { syncRoutes } from '../../../../src/app/routing/route-sync.ts';

/** A fake root whose screen the test sets; it records its events. */
function standIn(first: Screen) {
  let context: { screen: Screen; entry: 'push' | 'replace' } = { screen: first, entry: 'replace' };
  const listeners = new Set<() => void>();
  const told: RootUserEvent[] = [];
  let decide: (event: RootUserEvent) => Screen | null = (event) =>
    'screen' in event ? event.screen : null;
  const show = (screen: Screen, entry: 'push' | 'replace' = 'replace') => {
    context = { screen, entry };
    for (const listener of listeners) listener();
  };
  const actor = {
    getSnapshot: () => ({ context }),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return { unsubscribe: () => listeners.delete(listener) };
    },
    send: (event: RootUserEvent) => {
      told.push(event);
      const screen = decide(event);
      if (screen !== null) show(screen);
    },
  };
  return {
    actor: actor as unknown as RootActor,
    told,
    show,
    decideBy: (rule: typeof decide) => {
      decide = rule;
    },
  };
}

const popped = () =>
  new Promise<void>((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
  });
const at = (name: string) => ({ name, slug: 'konser' }) as Screen;
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

function sync(first: Screen) {
  const root = standIn(first);
  stop = syncRoutes(root.actor, history, window.location.origin);
  return root;
}

describe('the address bar', () => {
  it("shows the root's page from the start", () => {
    sync(at('seats'));
    expect(window.location.pathname).toBe('/event/konser/seats');
  });

  it('follows the root: a forward step is a new entry, a redirect is none', () => {
    const root = sync(at('queue'));
    const entries = window.history.length;
    root.show(at('seats'), 'replace');
    expect(window.location.pathname).toBe('/event/konser/seats');
    expect(window.history.length).toBe(entries);
    root.show(at('order-form'), 'push');
    expect(window.location.pathname).toBe('/event/konser/order-form');
    expect(window.history.length).toBe(entries + 1);
  });

  it('reports a link to the root once, and follows the root there', () => {
    const root = sync(at('queue'));
    history.visit('/my-tickets');
    expect(root.told).toEqual([{ type: 'route.visited', screen: { name: 'my-tickets' } }]);
    expect(window.location.pathname).toBe('/my-tickets');
  });

  it('stays when the root refuses a link', () => {
    const root = sync(at('payment'));
    root.decideBy(() => null);
    history.visit('/my-tickets');
    expect(window.location.pathname).toBe('/event/konser/payment');
  });

  it("follows the root's redirect of a link", async () => {
    const root = sync(at('queue'));
    root.decideBy(() => ({ name: 'home' }));
    history.visit('/profile');
    await Promise.resolve();
    expect(window.location.pathname).toBe('/');
  });

  it('[F15] returns to the old address when the root refuses Back', async () => {
    const root = sync(at('payment-method'));
    root.show(at('payment'), 'push');
    root.decideBy(() => null);
    const undone = popped().then(popped);
    window.history.back();
    await undone;
    expect(root.told.at(-1)).toEqual({ type: 'route.popped', screen: at('payment-method') });
    expect(window.location.pathname).toBe('/event/konser/payment');
  });

  it('follows a Back that the root turns into another page', async () => {
    const root = sync(at('queue'));
    root.show(at('seats'), 'push');
    root.decideBy(() => at('order-form'));
    const back = popped();
    window.history.back();
    await back;
    await Promise.resolve();
    expect(window.location.pathname).toBe('/event/konser/order-form');
  });
});
