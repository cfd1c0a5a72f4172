import { expect, it } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { readLine } from '../../../server/domain/line/line.ts';
import { runSaleTask } from '../../../server/operator/sale-desk.ts';
import type { SaleTask } from '../../../server/operator/sale-task.ts';
import { openShop } from '../support/open-shop.ts';
import {
  askPayment,
  beginPayment,
  concert,
  expectSound,
  join,
  lockDraft,
  party,
  payerDoes,
  seminar,
  sessionOf,
  theatre,
} from '../support/purchase.ts';
import type { TestClient } from '../support/test-app.ts';

const app = await openShop({}, null);

const operate = (verb: SaleTask['verb'], slug: string, given: Partial<SaleTask> = {}) => {
  const { db, clock } = app.services;
  return runSaleTask({ db, clock, live: app.services }, { task: 'sale', verb, slug, ...given });
};
const oneBuyer = async () => (await app.makeBuyers(1))[0] as TestClient;
const tryJoin = (client: TestClient, slug: string) =>
  client.call(calls.joinQueue, { params: { slug } });
const saleAt = async (slug: string) =>
  (await app.anonymous().call(calls.eventDetail, { params: { slug } })).body.data.sale?.state;
const lettersTo = (client: TestClient) =>
  app.services.db.query<{ subject: string }>(
    'select subject from mails where recipient = $1 order by id desc',
    [client.email],
  );

/** A buyer with a paid order, and its rows. */
async function paid(slug: string) {
  const buyer = await oneBuyer();
  await join(buyer, slug);
  const { id } = await beginPayment(app, buyer, slug);
  await payerDoes(app, id, 'settlement');
  await app.tick();
  return { buyer, id };
}

it('pauses, opens and closes: those inside keep their places in a pause, and nobody after a close', async () => {
  const [inside, outside] = (await app.makeBuyers(2)) as [TestClient, TestClient];
  await join(inside, theatre);
  await operate('pause', theatre);
  await app.tick();
  expect(await saleAt(theatre)).toBe('paused');
  expect((await tryJoin(outside, theatre)).body).toMatchObject({ code: 'salePaused' });
  expect((await sessionOf(inside)).session?.state).toBe('online');
  await expect(operate('pause', theatre)).rejects.toThrow('The sale is paused');
  await operate('open', theatre);
  expect((await tryJoin(outside, theatre)).status).toBe(200);
  await operate('close', theatre);
  await app.tick();
  expect(await saleAt(theatre)).toBe('closed');
  expect((await sessionOf(inside)).session).toMatchObject({ end_reason: 'closed' });
  await operate('open', theatre);
  expect(await saleAt(theatre)).toBe('open');
  await expect(operate('open', 'tidak-ada')).rejects.toThrow('There is no event tidak-ada');
  const acts = await app.services.db.query<{ action: string }>(
    `select action from audit_log where action like 'sale.%' order by id`,
  );
  const verbs = ['pause', 'open', 'close', 'open'];
  expect(acts.map(({ action }) => action)).toEqual(verbs.map((verb) => `sale.${verb}`));
});

it('a pause lets a buyer who holds seats pay (§10.23)', async () => {
  const buyer = await oneBuyer();
  await join(buyer, concert);
  await lockDraft(app, buyer, concert);
  await operate('pause', concert);
  expect((await askPayment(buyer, concert)).status).toBeLessThan(300);
  await operate('open', concert);
});

it('postpones: tickets stay valid, the new date is told, and the sale goes on by its times (§10.26, §16.91)', async () => {
  const { buyer } = await paid(theatre);
  await expect(operate('postpone', theatre)).rejects.toThrow(`--yes ${theatre}`);
  await operate('postpone', theatre, { yes: theatre });
  await app.tick();
  expect(await saleAt(theatre)).toBe('postponed');
  const { body } = await tryJoin(await oneBuyer(), theatre);
  expect(body).toMatchObject({ code: 'eventPostponed' });
  expect((await lettersTo(buyer))[0]?.subject).toMatch(/ ditunda \(RTX-/);
  const postponeTo = (day: string) =>
    operate('postpone', theatre, { yes: theatre, to: `${day} 19:30` });
  await expect(operate('postpone', theatre, { to: '2031-03-01 19:30' })).rejects.toThrow(
    'to Sabtu, 1 Maret 2031, 19:30 WIB',
  );
  for (const to of ['1 March 2031', '2031-02-30 19:30', '2031-03-01']) {
    await expect(operate('postpone', theatre, { yes: theatre, to })).rejects.toThrow('must look');
  }
  await expect(postponeTo('2020-01-01')).rejects.toThrow('in the future');
  const [printed] = await postponeTo('2031-03-01');
  expect(printed).toMatch(/begins on Sabtu, 1 Maret 2031, 19:30 WIB/);
  await app.tick();
  await app.tick();
  const letters = await lettersTo(buyer);
  expect(letters.filter(({ subject }) => subject.startsWith('Perubahan acara'))).toHaveLength(1);
  const event = await app.anonymous().call(calls.eventDetail, { params: { slug: theatre } });
  expect(event.body.data).toMatchObject({
    eventDate: '2031-03-01T19:30:00+07:00',
    previousDate: expect.stringMatching(/\+07:00$/),
    sale: { state: 'open' },
  });
  const tickets = await app.services.db.query(
    'select 1 from tickets where account_id = $1 and voided_at is null',
    [buyer.accountId],
  );
  expect(tickets.length).toBeGreaterThan(0);
  await expectSound(app.services.db, { operator: true });
});

it('cancels: sessions end, tickets are void at the doors, money is owed, everybody is told once (§13.21, §16.91)', async () => {
  const { db } = app.services;
  const { buyer, id } = await paid(concert);
  const waiting = await oneBuyer();
  await join(waiting, concert);
  await expect(operate('cancel', concert, { yes: theatre })).rejects.toThrow(`--yes ${concert}`);
  const [first] = await operate('cancel', concert, { yes: concert });
  expect(first).toMatch(/^konser-senja-jakarta is cancelled\. Void: [1-9]\d* tickets;/);
  const valid = 'select 1 from tickets where voided_at is null and account_id = $1';
  expect(await db.query(valid, [buyer.accountId])).toEqual([]);
  await expectSound(db, { operator: true });
  await app.tick();
  expect((await sessionOf(waiting)).session).toMatchObject({ end_reason: 'cancelled' });
  const [refund] = await db.query<{ reason: string; amount: number }>(
    'select reason, amount from refunds where payment_id = $1',
    [id],
  );
  expect(refund).toMatchObject({ reason: 'event_cancelled' });
  expect(refund?.amount).toBeGreaterThan(0);
  await app.advance(3600);
  const [payment] = await db.query(
    'select p.status, o.status as order from payments p join orders o on o.id = p.order_id where p.id = $1',
    [id],
  );
  expect(payment).toEqual({ status: 'refunded', order: 'refunded' });
  const letters = await lettersTo(buyer);
  expect(letters.filter(({ subject }) => / dibatalkan \(RTX-/.test(subject))).toHaveLength(1);
  expect((await tryJoin(buyer, concert)).body).toMatchObject({ code: 'eventCancelled' });
  await expect(operate('open', concert)).rejects.toThrow('The sale is cancelled');
  await expectSound(db, { operator: true });
});

it('a free order of a cancelled event is refunded with nothing owed', async () => {
  const buyer = await oneBuyer();
  await join(buyer, seminar);
  await lockDraft(app, buyer, seminar);
  await askPayment(buyer, seminar);
  await operate('cancel', seminar, { yes: seminar });
  await app.tick();
  const rows = await app.services.db.query(
    `select o.status, r.amount, r.done_at is null as is_owed from orders o
     join payments p on p.order_id = o.id join refunds r on r.payment_id = p.id where o.account_id = $1`,
    [buyer.accountId],
  );
  expect(rows).toEqual([{ status: 'refunded', amount: 0, is_owed: false }]);
  await expectSound(app.services.db, { operator: true });
});

it('tells everybody who waits, also those who come later, until the message is taken back', async () => {
  const messageNow = async () => (await readLine(app.services, party))?.message;
  await expect(operate('message', party, { message: 'x'.repeat(201) })).rejects.toThrow('200');
  await operate('message', party, { message: ' Pintu dibuka pukul tujuh ' });
  expect(await messageNow()).toBe('Pintu dibuka pukul tujuh');
  await operate('message', party, { message: 'none' });
  expect(await messageNow()).toBeNull();
});
