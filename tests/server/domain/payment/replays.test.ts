import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { idempotencyHeader } from '../../../../contract/limits.ts';
import { freeSeats, join, theatre } from '../../support/purchase.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

/** More than any limit of the call allows in a minute. */
const replays = 30;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: 'on' }, events: [theatre] });
});
afterAll(() => app.close());

it('a response replayed for its key counts against no limit', async () => {
  const [buyer] = await app.makeBuyers(1);
  await join(buyer!, theatre);
  const body = { seats: await freeSeats(app, theatre, 1), voucher_code: null };
  const draft = (key: string) =>
    buyer!.call(calls.createDraft, {
      params: { slug: theatre },
      body,
      headers: { [idempotencyHeader]: key },
    });
  const first = await draft('satu');
  expect(first.status).toBe(200);
  for (let made = 0; made < replays; made += 1) {
    const again = await draft('satu');
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
    expect(again.body).toEqual(first.body);
  }
  const fresh = await draft('dua');
  expect([fresh.status, fresh.headers['idempotency-replayed']]).toEqual([200, undefined]);
});
