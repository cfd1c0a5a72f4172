// @vitest-environment node
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { login } from '../../../contract/account.ts';
import { prepareCalls } from '../../../src/effects/http/api.ts';
import { createBackEnd } from '../../../src/sample/demo/back-end.ts';
import { createBus } from '../../../src/sample/demo/bus.ts';
import { demoAccounts } from '../../../src/sample/demo/state.ts';
import { virtualBuyer } from '../../support/flows/virtual-buyer.ts';
import { memoryShelf } from './demo-world.ts';

const slug = 'contoh-teater-tanpa-form-solo';

let leave = () => {};
// Code loads in real time, regardless of the test's clock.
beforeAll(prepareCalls);
beforeEach(() => {
  vi.useFakeTimers();
  // There is no broker.
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

/** A signed-in buyer on the demo's back end, without messages, who presses Buy. */
async function pressBuy() {
  const now = () => Date.now();
  const bus = createBus();
  const told = new Map<unknown, number>();
  bus.listen(({ body }) => told.set('event' in body && body.event, now()));
  const given = { root: '/api', now, shelf: memoryShelf(), bus, latencyMs: 50 };
  const backEnd = createBackEnd(given);
  const body = JSON.stringify({ email: demoAccounts.verified, password: demoAccounts.password });
  const signedIn = backEnd.fetch(`http://demo.test/api${login.path}`, { method: 'POST', body });
  await vi.advanceTimersByTimeAsync(50);
  expect((await signedIn).status).toBe(200);
  const origin = 'http://demo.test';
  const screen = { name: 'event', slug } as const;
  const buyer = virtualBuyer({ origin, screen, realtime: false, network: () => backEnd.fetch });
  leave = () => {
    buyer.leave();
    backEnd.close();
  };
  /** Advances the clock in steps of 250 ms until the condition holds; throws after a minute. */
  const until = async (what: string, isSo: () => boolean) => {
    for (let step = 0; step < 240; step += 1) {
      if (isSo()) return;
      await vi.advanceTimersByTimeAsync(250);
      await vi.dynamicImportSettled();
    }
    throw new Error(`${what} never came; at ${buyer.where()}`);
  };
  await until('the account', () => buyer.root.getSnapshot().context.auth === 'verified');
  buyer.root.send({ type: 'purchase.request', slug });
  buyer.root.send({ type: 'show.confirm' });
  const reaches = (page: string) => until(page, () => buyer.path() === `/event/${slug}/${page}`);
  return { ...buyer, told, until, reaches };
}

it('a purchase whose flows cannot be fetched shows the failure, and goes on once they load [R21]', async () => {
  const flows = '../../../src/app/flows/purchase-flows.ts';
  vi.doMock(flows, () => {
    throw new Error('No connection.');
  });
  const { root, until } = await pressBuy();
  await until('the card', () => root.getSnapshot().matches({ place: 'blocked' }));
  expect(root.getSnapshot().context.problem).toBeTruthy();
  vi.doUnmock(flows);
  await until('the queue or what it leads to', () =>
    (['queueing', 'choosingSeats'] as const).some((place) => root.getSnapshot().matches({ place })),
  );
});
