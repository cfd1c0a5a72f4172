import { afterEach, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { staffCalls } from '../../../../contract/staff/calls.ts';
import { advanceSale } from '../../../../server/domain/lifecycle/sale.ts';
import { findEvent } from '../../../../server/domain/session/session-rows.ts';
import { emailsTo } from '../../support/emails.ts';
import { openShop } from '../../support/open-shop.ts';
import {
  askDraft,
  askPayment,
  askSubmit,
  expectSound,
  freeSeats,
  join,
  payerDoes,
  theatre,
} from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';
import { askToWait, placeOf, putBack, sellOut, wait } from '../../support/waiting.ts';

const app = await openShop({ events: [theatre] }, null);
afterEach(async () => {
  const { db } = app.services;
  await expectSound(db, { operator: true });
  await db.query('delete from waiting_list');
  await app.advance(20 * 60);
  await db.query(
    `update seats set status = 'available' where status = 'block' and category_id is not null`,
  );
});

/** The event is sold out, and these wait for one ticket each. */
const waitingFor = async <N extends number>(count: N) => {
  await sellOut(app, theatre);
  const clients = await app.makeBuyers(count);
  for (const client of clients) await wait(client, theatre);
  return clients;
};
const states = (clients: readonly TestClient[]) =>
  Promise.all(clients.map(async (client) => (await placeOf(client, theatre))?.state ?? null));
const free = async (count: number) => {
  const numbers = await putBack(app, theatre, count);
  await app.tick();
  return numbers;
};
const tryJoin = (client: TestClient) => client.call(calls.joinQueue, { params: { slug: theatre } });
const leaveList = (client: TestClient) =>
  client.call(calls.leaveWaitingList, { params: { slug: theatre } });
const draft = async (client: TestClient, count: number) =>
  askDraft(client, theatre, await freeSeats(app, theatre, count));
const decide = (event: 'paused' | 'opened') =>
  app.services.db.tx(async (tx) => {
    const found = await findEvent(tx, app.services.clock, theatre);
    if (found === null) throw new Error('There is no theatre.');
    await advanceSale(tx, found, event, { at: app.services.clock.now() });
  });

it('offers free seats in the order of joining, by e-mail and with a deadline in the time of the venue (§11.61)', async () => {
  await sellOut(app, theatre);
  const [first, second, third] = await app.makeBuyers(3);
  expect(await wait(first, theatre, 2)).toMatchObject({ state: 'waiting', wanted: 2, ahead: 0 });
  expect(await wait(second, theatre, 3)).toMatchObject({ ahead: 1 });
  expect(await wait(third, theatre, 1)).toMatchObject({ ahead: 2 });
  // A second call keeps the place and the number of tickets.
  expect(await wait(first, theatre, 4)).toMatchObject({ wanted: 2, ahead: 0 });
  await free(4);
  expect(await placeOf(first, theatre)).toMatchObject({
    state: 'offered',
    offered: 2,
    in_seconds: 1800,
    ends_at: expect.stringMatching(/\+07:00$/),
  });
  expect(await placeOf(second, theatre)).toMatchObject({ state: 'offered', offered: 2 });
  expect(await placeOf(third, theatre)).toMatchObject({ state: 'waiting', ahead: 0 });
  const [mail, ...others] = await emailsTo(app, first.email);
  expect(mail?.subject).toMatch(/^Giliran Anda: 2 tiket /);
  expect(mail?.body_text).toMatch(/sebelum .* WIB[\s\S]*before .* WIB/);
  expect(others).toEqual([]);
  await app.tick();
  expect(await emailsTo(app, first.email)).toHaveLength(1);
  expect(await emailsTo(app, third.email)).toEqual([]);
});

it('lets in who has an offer while the event stays sold out for others, and ends the offer with the payment (§11.62)', async () => {
  await sellOut(app, theatre);
  const [offered, other] = await app.makeBuyers(2);
  await wait(offered, theatre, 2);
  await free(1);
  expect((await tryJoin(other)).body).toMatchObject({ code: 'soldOut' });
  expect((await askToWait(other, theatre)).status).toBe(200);
  await join(offered, theatre);
  expect((await draft(offered, 1)).status).toBe(200);
  await askSubmit(offered, theatre, {});
  const { payment } = (await askPayment(offered, theatre)).body.data;
  expect(await states([offered, other])).toEqual(['offered', 'waiting']);
  await app.services.db.query(
    `update simulated_charges set status = 'settlement' where payment_id = $1`,
    [payment.id],
  );
  await app.advance(60);
  expect(await states([offered, other])).toEqual([null, 'waiting']);
  expect((await tryJoin(offered)).body).toMatchObject({ code: 'soldOut' });
});

it('passes an unused offer on after its end, and leaves held seats with their buyer (§7.66)', async () => {
  const [slow, quick, last] = await waitingFor(3);
  await free(1);
  await app.advance(30 * 60 + 1);
  // Over for its reader, and honoured for the grace.
  expect(await states([slow, quick])).toEqual(['lapsed', 'waiting']);
  await app.advance(15);
  expect(await states([slow, quick])).toEqual(['lapsed', 'offered']);
  expect((await tryJoin(slow)).body).toMatchObject({ code: 'soldOut' });
  await app.advance(29 * 60);
  await join(quick, theatre);
  expect((await draft(quick, 1)).status).toBe(200);
  await app.advance(2 * 60);
  expect(await states([quick, last])).toEqual([null, 'waiting']);
  // The hold ends unpaid: the seat goes to the next.
  await app.advance(20 * 60);
  expect(await states([last])).toEqual(['offered']);
  // Who let an offer lapse may join again, at the end.
  expect(await wait(slow, theatre)).toMatchObject({ state: 'waiting', ahead: 0 });
});

it('opens the sale again at once when more seats are free than people wait for (§10.24)', async () => {
  await sellOut(app, theatre);
  const [waiting, buyer] = await app.makeBuyers(2);
  await wait(waiting, theatre, 4);
  await putBack(app, theatre, 4);
  expect((await tryJoin(buyer)).body).toMatchObject({ code: 'soldOut' });
  await putBack(app, theatre, 1);
  await join(buyer, theatre);
  await app.tick();
  expect(await states([waiting])).toEqual(['offered']);
  expect((await draft(buyer, 2)).body).toMatchObject({ code: 'seatsPromised' });
  expect((await draft(buyer, 1)).status).toBe(200);
  expect((await askToWait(buyer, theatre)).body).toMatchObject({ status: 200 });
});

it('holds an offer to its number of tickets, across two drafts', async () => {
  await sellOut(app, theatre);
  const [offered, other] = await app.makeBuyers(2);
  await wait(offered, theatre, 2);
  await free(2);
  await wait(other, theatre, 4);
  await join(offered, theatre);
  expect((await draft(offered, 1)).status).toBe(200);
  await putBack(app, theatre, 2);
  const numbers = await freeSeats(app, theatre, 3);
  expect((await askDraft(offered, theatre, numbers)).body).toMatchObject({
    code: 'offerExceeded',
    meta: { offered: 2 },
  });
  expect((await askDraft(offered, theatre, numbers.slice(1))).status).toBe(200);
});

it('returns a late payment whose seats are promised to somebody who waits', async () => {
  const { db } = app.services;
  const [late, waiting] = await app.makeBuyers(2);
  await join(late, theatre);
  await sellOut(app, theatre);
  await wait(waiting, theatre);
  await putBack(app, theatre, 1);
  expect((await draft(late, 1)).status).toBe(200);
  await askSubmit(late, theatre, {});
  const { payment } = (await askPayment(late, theatre)).body.data;
  await app.advance(13 * 60);
  expect(await states([waiting])).toEqual(['offered']);
  await payerDoes(app, payment.id, 'settlement');
  const refunds = await db.query('select reason from refunds where payment_id = $1', [payment.id]);
  expect(refunds).toEqual([{ reason: 'seats_gone' }]);
  await join(waiting, theatre);
  expect((await draft(waiting, 1)).status).toBe(200);
});

it('keeps its places from gifts and from seats that are held back, but for what is left over', async () => {
  const waiting = await waitingFor(2);
  const [guest] = await app.makeBuyers(1);
  const [seat = '', spare = '', ...rest] = await free(3);
  expect(rest).toHaveLength(1);
  const sales = await app.asStaff('sales');
  const params = { slug: theatre };
  const give = async (seats: string[]) => {
    const body = { email: guest.email, seats, standing: null };
    return (await sales.call(staffCalls.controlGive, { params, body })).status;
  };
  const hold = async (seats: string[]) => {
    const body = { verb: 'hold-back', seats } as const;
    return (await sales.call(staffCalls.controlSteer, { params, body })).status;
  };
  expect(await states(waiting)).toEqual(['offered', 'offered']);
  expect([await hold([seat, spare]), await give([seat, spare])]).toEqual([409, 409]);
  expect(await hold([spare])).toBe(200);
  expect(await give([spare])).toBe(200);
});

it('gives an offer that is given up to the next, and takes a place of the line with it', async () => {
  const [first, second] = await waitingFor(2);
  await free(1);
  expect((await leaveList(first)).body.data).toEqual({ entry: null });
  expect((await leaveList(first)).status).toBe(200);
  await app.tick();
  expect(await states([first, second])).toEqual([null, 'offered']);
});

it('takes unused offers back during a pause and makes them again, and ends the list with the start of the event (§11.63)', async () => {
  const [first, second] = await waitingFor(2);
  await free(1);
  await decide('paused');
  await app.tick();
  expect(await states([first, second])).toEqual(['waiting', 'waiting']);
  await decide('opened');
  await app.tick();
  expect(await states([first, second])).toEqual(['offered', 'waiting']);
  const { db, clock } = app.services;
  const [row] = await db.query<{ starts_at: Date }>(
    'select starts_at from events where slug = $1',
    [theatre],
  );
  await db.query('update events set starts_at = $2 where slug = $1', [theatre, clock.now()]);
  await app.tick();
  expect(await states([first, second])).toEqual([null, null]);
  await db.query('update events set starts_at = $2 where slug = $1', [theatre, row?.starts_at]);
});

it('lets a buyer of the line in by an offer, and the line goes on', async () => {
  const { db } = app.services;
  const capacity = (count: number | null) =>
    db.query('update queue_rooms set capacity = $1', [count]);
  const [inside, queued, behind] = await app.makeBuyers(3);
  await join(inside, theatre);
  await capacity(1);
  for (const client of [queued, behind]) {
    expect((await join(client, theatre)).session?.state).toBe('queued');
  }
  await sellOut(app, theatre);
  await wait(queued, theatre);
  await free(1);
  expect((await join(queued, theatre)).session?.state).toBe('online');
  const { queue_info } = (await behind.call(calls.session)).body.data;
  expect(queue_info?.queue_position).toBe(1);
  expect((await draft(queued, 1)).status).toBe(200);
  await capacity(null);
});
