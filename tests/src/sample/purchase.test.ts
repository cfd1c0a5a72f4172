// @vitest-environment node
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActor, createActor, fromCallback } from 'xstate';
import type { DraftResponse } from '../../../contract/order.ts';
import { authMachine } from '../../../machines/auth/auth.machine.ts';
import { orderFormMachine } from '../../../machines/order-form/order-form.machine.ts';
import { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import { queueMachine } from '../../../machines/queue/queue.machine.ts';
import { realtimeMachine } from '../../../machines/realtime/realtime.machine.ts';
import { type RootSystem, runningActor } from '../../../machines/root/root.system.ts';
import { seatDraftMachine } from '../../../machines/seat-draft/seat-draft.machine.ts';
import { sessionMachine } from '../../../machines/session/session.machine.ts';
import { pathOf } from '../../../src/app/routing/paths.ts';
import { wireRoot } from '../../../src/app/wire.ts';
import { freeSeats } from '../../../src/effects/flows/seat-choices.ts';
import { createApi, prepareCalls } from '../../../src/effects/http/api.ts';
import { createSeatmapStore } from '../../../src/effects/seatmap-store.ts';
import type { BrowserStore } from '../../../src/effects/storage/storage.ts';
import { createBackEnd } from '../../../src/sample/demo/back-end.ts';
import { busConnection, createBus } from '../../../src/sample/demo/bus.ts';
import { demoAccounts } from '../../../src/sample/demo/state.ts';
import { memoryShelf } from './demo-world.ts';

const slug = 'contoh-teater-tanpa-form-solo';

// Code loads in real time, regardless of the test's clock.
beforeAll(prepareCalls);
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function forgetful(): BrowserStore {
  const kept = new Map<string, unknown>();
  const nameOf = (name: string, place?: string) => `${place ?? ''}:${name}`;
  return {
    read: (key, place) => {
      const parsed = key.schema.safeParse(kept.get(nameOf(key.name, place)));
      return parsed.success ? parsed.data : null;
    },
    write: (key, value, place) => kept.set(nameOf(key.name, place), value),
    remove: (key, place) => kept.delete(nameOf(key.name, place)),
    clearEvent: () => undefined,
    clearUsers: () => undefined,
  };
}

const flowsOfAPurchase = [
  authMachine,
  sessionMachine,
  realtimeMachine,
  queueMachine,
  seatDraftMachine,
  orderFormMachine,
  paymentMachine,
];

/** The product's machines and effects on the demo's back end, without a screen. */
async function buyer(realtime: 'bus' | 'none') {
  const bus = createBus();
  const backEnd = createBackEnd({
    root: '/api',
    now: () => Date.now(),
    shelf: memoryShelf(),
    bus,
    latencyMs: 50,
  });
  const api = createApi({ root: 'http://demo.test/api', fetch: backEnd.fetch });
  const seatmaps = createSeatmapStore(api);
  const wired = wireRoot(
    {
      api,
      now: () => performance.now(),
      wallNow: () => Date.now(),
      store: forgetful(),
      newId: () => crypto.randomUUID(),
      seatmaps,
      forgetTickets: async () => undefined,
      sayToTabs: () => undefined,
      watchHidden: () => () => undefined,
      addressOf: pathOf,
      leave: () => undefined,
    },
    realtime === 'bus' ? busConnection(bus) : fromCallback(() => undefined),
  );
  const charts = new Map<string, unknown>();
  const root = createActor(wired, {
    input: { screen: { name: 'event', slug }, random: () => 0.5 },
    inspect: ({ type, actorRef }) => {
      if (type === '@xstate.actor')
        charts.set((actorRef as AnyActor).id, (actorRef as AnyActor).logic.config);
    },
  });
  /** Advances the clock in steps of 250 ms until the condition holds; throws after `most` seconds. */
  const until = async (what: string, isSo: () => boolean, most = 60) => {
    for (let step = 0; step < most * 4; step += 1) {
      if (isSo()) return;
      await vi.advanceTimersByTimeAsync(250);
      await vi.dynamicImportSettled();
    }
    throw new Error(`${what} never came; at ${JSON.stringify(root.getSnapshot().value)}`);
  };
  const flow = <K extends keyof RootSystem>(name: K): RootSystem[K] => {
    const ref = runningActor(root.system, name);
    if (ref === undefined) throw new Error(`No "${name}" runs.`);
    return ref;
  };
  const on = (page: string) => () =>
    pathOf(root.getSnapshot().context.screen) === `/event/${slug}/${page}`;
  const login = api.call((await import('../../../contract/account.ts')).login, {
    body: { email: demoAccounts.verified, password: demoAccounts.password },
  });
  await vi.advanceTimersByTimeAsync(50);
  expect(await login).toMatchObject({ ok: true });
  root.start();
  const stop = () => {
    root.stop();
    backEnd.close();
  };
  return { root, charts, seatmaps, until, flow, on, api, stop };
}

describe('a whole purchase on the demo, without a server', () => {
  it.each(['bus', 'none'] as const)('runs to the tickets; live messages: %s', async (realtime) => {
    const { root, charts, seatmaps, until, flow, on, api, stop } = await buyer(realtime);
    await until('the account', () => root.getSnapshot().context.auth === 'verified');
    root.send({ type: 'purchase.request', slug });
    root.send({ type: 'show.confirm' });
    await until('the queue', on('queue'));
    const waited = Date.now();
    await until('the seats', on('seats'));
    // Promotion comes three seconds after joining; without messages a poll finds it.
    expect(Date.now() - waited).toBeLessThan(realtime === 'bus' ? 5_000 : 14_000);

    await until('the map', () => seatmaps.current(slug) !== null);
    const seats = flow('seatDraft');
    await until('a choice', () => seats.getSnapshot().matches('choosing'));
    const seatMap = seatmaps.current(slug)?.seatMap;
    for (const seat of seatMap === undefined ? [] : freeSeats(seatMap, 2)) {
      seats.send({ type: 'seat.toggle', seat });
    }
    seats.send({ type: 'draft.request' });
    await until('the order form', on('order-form'));

    const forms = flow('orderForm');
    await until('its forms', () => forms.getSnapshot().can({ type: 'form.proceed' }));
    forms.send({ type: 'form.proceed' });
    await until('the payment methods', on('payment-method'));

    const method = flow('payment');
    await until('a method', () => method.getSnapshot().can({ type: 'payment.request' }));
    method.send({ type: 'payment.request' });
    await until('the payment', on('payment'));
    const payment = flow('payment');
    const begun = Date.now();
    await until('the money', () => payment.getSnapshot().matches('completed'));
    expect(Date.now() - begun).toBeLessThan(realtime === 'bus' ? 10_000 : 25_000);
    await until(
      'the tickets',
      () => payment.getSnapshot().context.reading?.payment.ticket_ids.length === 2,
    );
    const draft = api.call((await import('../../../contract/order.ts')).readDraft, {
      params: { slug },
    });
    await vi.advanceTimersByTimeAsync(100);
    expect((await draft) satisfies { ok: boolean; value?: DraftResponse }).toMatchObject({
      ok: false,
    });
    // The inspector draws the logic of an actor, so each must run its own machine, even if its code loaded late.
    for (const machine of flowsOfAPurchase) {
      expect(charts.get(machine.id), machine.id).toBe(machine.config);
    }
    stop();
  });
});

describe('a purchase whose flows cannot be fetched', () => {
  const flows = '../../../src/app/flows/purchase-flows.ts';

  it('shows the failure, and continues by itself once they load [R21]', async () => {
    vi.doMock(flows, () => {
      throw new Error('No connection.');
    });
    const { root, until, stop } = await buyer('bus');
    await until('the account', () => root.getSnapshot().context.auth === 'verified');
    root.send({ type: 'purchase.request', slug });
    root.send({ type: 'show.confirm' });
    await until('the card', () => root.getSnapshot().matches({ place: 'blocked' }));
    expect(root.getSnapshot().context.problem).toBeTruthy();
    vi.doUnmock(flows);
    await until('the queue or what it leads to', () => {
      const snapshot = root.getSnapshot();
      return (
        snapshot.matches({ place: 'queueing' }) || snapshot.matches({ place: 'choosingSeats' })
      );
    });
    stop();
  });
});
