import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { apiRoot, requestedWithHeader } from '../../../contract/limits.ts';
import { mountReady } from '../../../server/http/ready.ts';
import { startTicker } from '../../../server/upkeep/ticker.ts';
import { beginPayment, concert, join, lockDraft, party, sessionOf } from '../support/purchase.ts';
import { createTestApp } from '../support/test-app.ts';

const seenBy = { key: '', isTrustedPeer: () => false, now: () => 0 };

/** A promise and what ends it. */
function gate<T = void>() {
  let open: (value: T) => void = () => {};
  const passed = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

it('is not ready from the begin of a stop, and takes calls until the delay is over', async () => {
  const app = Fastify();
  const waits: number[] = [];
  const delay = gate();
  const { beginStop } = mountReady(app, seenBy, (ms) => {
    waits.push(ms);
    return delay.passed;
  });
  app.get('/call', () => 'served');
  expect((await app.inject('/api/ready')).statusCode).toBe(200);
  const stopping = beginStop(3_000);
  const refused = await app.inject('/api/ready');
  expect([refused.statusCode, refused.headers['cache-control']]).toEqual([503, 'no-store']);
  expect(refused.json()).toMatchObject({ status: 503, data: { ready: false } });
  expect((await app.inject('/call')).body).toBe('served');
  delay.open();
  await stopping;
  await mountReady(Fastify(), seenBy, async (ms) => waits.push(ms)).beginStop(0);
  expect(waits).toEqual([3_000]);
});

it('a stop waits for the response to a running call, and refuses new ones (§16.72)', async () => {
  const app = await createTestApp({ events: [concert] });
  const [buyer] = await app.makeBuyers(1);
  const gateway = app.services.gateways.of('simulated');
  const { charge } = gateway;
  const [charging, charged] = [gate(), gate()];
  Object.assign(gateway, {
    charge: async (request: Parameters<typeof charge>[0]) => {
      charging.open();
      await charged.passed;
      return charge(request);
    },
  });
  await lockDraft(app, buyer!, concert, 1);
  const origin = `http://127.0.0.1:${await app.listen()}`;
  const paying = fetch(`${origin}${apiRoot}/event/${concert}/create-payment`, {
    method: 'POST',
    headers: {
      cookie: buyer!.cookie,
      [requestedWithHeader]: 'roetix',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ payment_method_code: 'qris' }),
  });
  await charging.passed;
  const stopped = app.close();
  const askNew = async () => (await fetch(`${origin}${apiRoot}/health`)).status;
  await expect.poll(askNew).toBe(503);
  charged.open();
  const answer = await paying;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    data: { payment: { status: 'pending', payment_data: { qr_string: expect.any(String) } } },
  });
  await stopped;
  await expect(askNew()).rejects.toThrow();
});

it('the queue moves while the gateway does not respond', async () => {
  const app = await createTestApp({ events: [concert, party] });
  const [paying, ...waiting] = await app.makeBuyers(4);
  await beginPayment(app, paying!, concert, 1);
  for (const buyer of waiting) await join(buyer, party);
  const { clock, db, gateways } = app.services;
  const gateway = gateways.of('simulated');
  const { status } = gateway;
  const silence = gate<'pending'>();
  Object.assign(gateway, { status: () => silence.passed });
  clock.advance(20);
  // As after a crash between two commits: capacity is free and a session is queued.
  await db.query('update queue_rooms set capacity = 3');
  const pump = async () => {
    void app.drain();
  };
  const ticker = startTicker(app.services, { pump, drain: app.drain });
  await expect.poll(async () => (await sessionOf(waiting[2]!)).session?.state).toBe('online');
  Object.assign(gateway, { status });
  silence.open('pending');
  await ticker.stop();
  await app.close();
});
