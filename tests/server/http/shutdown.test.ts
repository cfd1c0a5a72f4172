import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { apiRoot, requestedWithHeader } from '../../../contract/limits.ts';
import { startTicker } from '../../../server/upkeep/ticker.ts';
import { beginPayment, concert, join, lockDraft, party, sessionOf } from '../support/purchase.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());

describe('a stop', () => {
  it('waits for the response to a running call, and refuses new ones', async () => {
    const stopping = await createTestApp({ events: [concert] });
    const [buyer] = await stopping.makeBuyers(1);
    const gateway = stopping.services.gateways.of('simulated');
    let begun = () => {};
    const charging = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { charge } = gateway;
    Object.assign(gateway, {
      charge: async (request: Parameters<typeof charge>[0]) => {
        begun();
        await sleep(300);
        return charge(request);
      },
    });
    await lockDraft(stopping, buyer!, concert, 1);
    const origin = `http://127.0.0.1:${await stopping.listen()}`;
    const headers = { cookie: buyer!.cookie, [requestedWithHeader]: 'roetix' };
    const paying = fetch(`${origin}${apiRoot}/event/${concert}/create-payment`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ payment_method_code: 'qris' }),
    });
    await charging;
    const stopped = stopping.close();
    const answer = await paying;
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      data: { payment: { status: 'pending', payment_data: { qr_string: expect.any(String) } } },
    });
    await stopped;
    await expect(fetch(`${origin}${apiRoot}/health`)).rejects.toThrow();
  });
});

describe('the ticker', () => {
  it('keeps the queue moving while the gateway does not respond', async () => {
    app = await createTestApp({ events: [concert, party] });
    const [paying, first, second, third] = await app.makeBuyers(4);
    await beginPayment(app, paying!, concert, 1);
    for (const buyer of [first!, second!, third!]) await join(buyer, party);
    const { clock, db, gateways } = app.services;
    const gateway = gateways.of('simulated');
    let answer = () => {};
    const silence = new Promise<'pending'>((resolve) => {
      answer = () => resolve('pending');
    });
    const { status } = gateway;
    Object.assign(gateway, { status: () => silence });
    clock.advance(20);
    // As after a crash between two commits: capacity is free and a session is queued.
    await db.query('update queue_rooms set capacity = 3');
    const ticker = startTicker(app.services);
    await expect
      .poll(async () => (await sessionOf(third!)).session?.state, { timeout: 5_000 })
      .toBe('online');
    Object.assign(gateway, { status });
    answer();
    await ticker.stop();
    await third!.call(calls.exitSession);
  });
});
