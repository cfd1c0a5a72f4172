import { render, screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { type RootSystem, runningActor } from '../../machines/root/root.system.ts';
import { App } from '../../src/app/app.tsx';
import { createQueryClient } from '../../src/app/reads/queries.ts';
import { createGuardedHistory } from '../../src/app/routing/history.ts';
import { parsePlace, pathOf } from '../../src/app/routing/paths.ts';
import { syncRoutes } from '../../src/app/routing/route-sync.ts';
import { wireRoot } from '../../src/app/wire.ts';
import { freeSeats } from '../../src/effects/flows/seat-choices.ts';
import { createApi } from '../../src/effects/http/api.ts';
import { createSeatmapStore } from '../../src/effects/seatmap-store.ts';
import { createBrowserStore } from '../../src/effects/storage/storage.ts';
import { answers } from '../contract/samples.ts';
import { sampleServer } from '../support/browser/sample-server.ts';

const slug = 'konser-senja-jakarta';
vi.mock('mqtt', () => ({
  default: { connect: () => ({ on: () => undefined, end: () => undefined }) },
}));

/** A page without visibility or size observers: jsdom neither draws nor measures. */
class Watcher {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** The app on its real effects in React's strict mode, which runs every effect twice. */
function openShop(server: ReturnType<typeof sampleServer>, path: string) {
  window.history.replaceState(null, '', path);
  vi.stubGlobal('ResizeObserver', Watcher);
  vi.stubGlobal('IntersectionObserver', Watcher);
  const history = createGuardedHistory(window);
  const api = createApi({ root: `${window.location.origin}/api`, fetch: server.fetch });
  const store = createBrowserStore(window, () => root.getSnapshot().context.user?.id ?? null);
  const seatmaps = createSeatmapStore(api);
  const root = createActor(
    wireRoot(
      {
        api,
        now: () => performance.now(),
        wallNow: () => Date.now(),
        store,
        newId: () => crypto.randomUUID(),
        seatmaps,
        forgetTickets: async () => undefined,
        sayToTabs: () => undefined,
        watchHidden: () => () => undefined,
        addressOf: pathOf,
        leave: () => undefined,
      },
      {
        url: 'ws://localhost/mqttws',
        topicPrefix: 'roetix',
        random: () => 0.5,
        whenIdle: async () => undefined,
      },
    ),
    {
      input: {
        screen: parsePlace(history.place.path, history.place.state, window.location.origin),
        random: () => 0.5,
      },
    },
  );
  const queries = createQueryClient();
  root.start();
  const unsync = syncRoutes(root, history, window.location.origin);
  render(
    <App
      root={root}
      api={api}
      queries={queries}
      store={store}
      seatmaps={seatmaps}
      history={history}
      locale="id"
    />,
  );
  return {
    root,
    seatmaps,
    flow<K extends keyof RootSystem>(name: K): RootSystem[K] {
      const ref = runningActor(root.system, name);
      if (ref === undefined) throw new Error(`No "${name}" runs.`);
      return ref;
    },
    close() {
      unsync();
      history.close();
      root.stop();
      queries.clear();
    },
  };
}

it('[F60] with every effect run twice there is one join, one draft, one submission and one payment', async () => {
  const server = sampleServer();
  const buyer = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  const press = async (name: string | RegExp) => {
    const [button] = await screen.findAllByRole('button', { name });
    if (button === undefined) throw new Error(`No "${name}".`);
    await buyer.click(button);
  };
  const { session } = answers;
  const isAt = (state: string, hasDraft = false) =>
    server.fares('session', {
      data: { ...session, session: { ...session.session, state, has_draft: hasDraft } },
    });
  isAt('online');
  server.at('createDraft', () => isAt('online', true));
  server.at('submitForms', () => isAt('payment_selection'));
  server.at('createPayment', () => isAt('payment_processing'));

  const shop = openShop(server, `/event/${slug}/queue`);
  const reaches = (path: string) =>
    vi.waitFor(() => expect(window.location.pathname).toBe(path), 60_000);
  await reaches(`/event/${slug}/seats`);
  await vi.waitFor(() => expect(shop.seatmaps.current(slug)).not.toBeNull(), 60_000);
  const choosing = shop.flow('seatDraft');
  await waitFor(choosing, (snapshot) => snapshot.matches('choosing'));
  const seatMap = shop.seatmaps.current(slug)?.seatMap;
  for (const seat of seatMap === undefined ? [] : freeSeats(seatMap, 1)) {
    choosing.send({ type: 'seat.toggle', seat });
  }
  await press('Continue to Order Form');
  await reaches(`/event/${slug}/order-form`);
  const proceed = 'Proceed to Payment';
  await screen.findAllByRole('button', { name: proceed });
  await press(proceed);
  await reaches(`/event/${slug}/payment-method`);
  expect(await screen.findByRole('radio', { name: /QRIS/ })).toBeChecked();
  await press(/^Bayar Sekarang/);
  await reaches(`/event/${slug}/payment`);

  for (const call of ['joinQueue', 'createDraft', 'submitForms', 'createPayment'] as const) {
    expect(server.seen(call), call).toHaveLength(1);
  }
  shop.close();
  vi.unstubAllGlobals();
});
