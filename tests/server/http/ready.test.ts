import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { mountReady } from '../../../server/http/ready.ts';
import { createTestApp } from '../support/test-app.ts';

it('is not ready from the begin of a stop, and takes calls until the delay is over', async () => {
  const app = Fastify();
  const waits: number[] = [];
  let endOfDelay = () => {};
  const { beginStop } = mountReady(app, (ms) => {
    waits.push(ms);
    return new Promise<void>((resolve) => {
      endOfDelay = resolve;
    });
  });
  app.get('/call', () => 'served');
  const ready = () => app.inject({ url: '/api/ready' });

  expect((await ready()).statusCode).toBe(200);
  const stopping = beginStop(3_000);
  const refused = await ready();
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['cache-control']).toBe('no-store');
  expect(refused.json()).toMatchObject({ status: 503, data: { ready: false } });
  expect((await app.inject({ url: '/call' })).body).toBe('served');
  expect(waits).toEqual([3_000]);
  endOfDelay();
  await stopping;
});

it('waits for nothing without a delay', async () => {
  const waits: number[] = [];
  const { beginStop } = mountReady(Fastify(), async (ms) => waits.push(ms));
  await beginStop(0);
  expect(waits).toEqual([]);
});

it('is part of the server', async () => {
  const app = await createTestApp();
  expect(await app.anonymous().ask('GET', '/api/ready')).toMatchObject({ status: 200 });
  await app.close();
});
