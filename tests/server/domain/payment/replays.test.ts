import { expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { idempotencyHeader } from '../../../../contract/limits.ts';
import { oneBuyer, openShop } from '../../support/open-shop.ts';
import { freeSeats, join, theatre } from '../../support/purchase.ts';

/** More than any limit of the call allows in a minute. */
const replays = 30;
const app = await openShop({ env: { RATE_LIMITS: 'on' }, events: [theatre] });

it('a response replayed for its key counts against no limit', async () => {
  const buyer = await oneBuyer(app);
  await join(buyer, theatre);
  const body = { seats: await freeSeats(app, theatre, 1), voucher_code: null };
  const draft = (key: string) => {
    const headers = { [idempotencyHeader]: key };
    return buyer.call(calls.createDraft, { params: { slug: theatre }, body, headers });
  };
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
