import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import { calls } from '../../../../contract/call/calls.ts';
import {
  type Buyer,
  chooseSeats,
  formOf,
  openShop,
  patience,
  type Shop,
} from '../../../support/flows/buying.ts';
import { join, party, sessionOf } from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop([party]);
});
afterEach(() => shop.empty());
afterAll(() => shop.close());

/** A separate device: the same account in another browser. */
const openQueue = (client: TestClient) =>
  shop.open(client, { name: 'queue', slug: party }, { cookie: client.cookie });
const isAt = (device: Buyer, state: 'waiting' | 'online', isFollowing: boolean) =>
  waitFor(
    device.flow('queue'),
    (snapshot) => snapshot.matches(state) && snapshot.context.reading?.isFollowing === isFollowing,
    patience,
  );
const isConnected = (device: Buyer) =>
  waitFor(device.root, ({ context }) => context.realtime.connected, patience);

describe('two devices of one account', () => {
  it('share one position; the one that takes over becomes online, and the other never releases its seats', async () => {
    const inside = await shop.app.makeBuyers(2);
    for (const other of inside) await join(other, party);
    const client = await shop.newClient();

    const laptop = openQueue(client);
    await laptop.reaches(`/event/${party}/queue`, 'queueing');
    await isAt(laptop, 'waiting', false);
    await isConnected(laptop);
    const phone = openQueue(client);
    await phone.reaches(`/event/${party}/queue`, 'queueing');
    const second = await isAt(phone, 'waiting', true);
    expect(second.context.reading?.position).toBe(1);
    expect(await shop.count('sessions', client)).toBe(1);

    phone.flow('queue').send({ type: 'queue.takeOver' });
    await isAt(phone, 'waiting', false);
    await isAt(laptop, 'waiting', true);

    await inside[0]?.call(calls.exitSession);
    await shop.app.tick();
    const choosing = await chooseSeats(phone, party, 2);
    await isAt(laptop, 'online', true);
    expect(laptop.path()).toBe(`/event/${party}/queue`);

    choosing.send({ type: 'draft.request' });
    const form = await formOf(phone, party);
    // The laptop has followed to the same forms, with the same seats.
    laptop.root.send({ type: 'page.woke' });
    const same = await formOf(laptop, party);
    expect(same.getSnapshot().context.draft?.order.id).toBe(
      form.getSnapshot().context.draft?.order.id,
    );
    expect((await sessionOf(client)).session?.has_draft).toBe(true);
  });
});
