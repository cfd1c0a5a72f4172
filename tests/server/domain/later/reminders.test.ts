import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { sampleSubmissions } from '../../../../samples/form-answers.ts';
import { reminderDays, remindOfLaterForms } from '../../../../server/domain/later/reminders.ts';
import { paidTickets } from '../../support/paid-tickets.ts';
import { concert, expectSound } from '../../support/purchase.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
/** Days until the event begins. */
const begins = (days: number) =>
  app.services.db.query(
    `update events set starts_at = $1, ends_at = $1::timestamptz + interval '4 hours'`,
    [new Date(app.services.clock.now().getTime() + days * 86_400_000)],
  );
const reminders = () =>
  app.services.db.query<{ recipient: string; subject: string; body_text: string; lane: string }>(
    `select recipient, subject, body_text, lane from mails where subject like 'Lengkapi data pemegang tiket%' order by id`,
  );
const letterTo = async (email: string) =>
  (
    await app.services.db.query<{ body_text: string }>(
      `select body_text from mails where recipient = $1 and subject like 'Tiket %'`,
      [email],
    )
  )[0]?.body_text;
const answer = async ({ buyer, orderCode }: Awaited<ReturnType<typeof paidTickets>>) => {
  const params = { orderCode };
  const { forms, tickets } = (await buyer.call(calls.laterForms, { params })).body.data;
  const ids = tickets.map(({ id }) => id);
  const body = { form_submissions: sampleSubmissions(forms, ids) };
  expect((await buyer.call(calls.saveLaterForms, { params, body })).status).toBe(200);
};

beforeAll(async () => {
  app = await createTestApp({ events: [concert] });
  await app.services.db.query('update forms set later = true');
});
beforeEach(async () => {
  await begins(30);
  await app.services.db.query('delete from mails');
});
afterEach(() => expectSound(app.services.db, { operator: true }));
afterAll(() => app.close());

it('reminds each buyer whose required questions are unanswered once, three days before the event', async () => {
  const waiting = await paidTickets(app, 1);
  const half = await paidTickets(app, 2);
  const done = await paidTickets(app, 1);
  await answer(half);
  await answer(done);
  // One of two tickets went to another person: its questions wait again.
  const [taker] = await app.makeBuyers(1);
  const given = { id: half.tickets[0]?.id ?? '' };
  const { token } = (await half.buyer.call(calls.offerTransfer, { params: given, body: {} })).body
    .data;
  await taker?.call(calls.acceptTransfer, { body: { token, holder_name: 'Citra' } });
  const enqueue = vi.spyOn(app.services.mailer, 'enqueue');

  await begins(reminderDays);
  app.services.clock.advance(-1);
  await app.tick();
  expect(await reminders()).toEqual([]);
  app.services.clock.advance(1);
  await Promise.all([remindOfLaterForms(app.services), remindOfLaterForms(app.services)]);
  const mails = await reminders();
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(
    [waiting.buyer.email, half.buyer.email].sort(),
  );
  expect(enqueue).toHaveBeenCalledTimes(1);
  const [first] = mails.filter(({ recipient }) => recipient === waiting.buyer.email);
  expect(first?.lane).toBe('tickets');
  expect(first?.subject).toContain(waiting.orderCode);
  expect(first?.body_text).toContain(`/my-tickets/${waiting.orderCode}/forms`);
  expect(first?.body_text).toMatch(/masih memerlukan data pemegang tiket[\s\S]*still needs/);

  await app.advance(86_400);
  await app.tick();
  expect(await reminders()).toHaveLength(2);
});

it('leaves an order that is paid later to the letter with its tickets', async () => {
  await begins(reminderDays - 1);
  const late = await paidTickets(app, 1);
  expect(await letterTo(late.buyer.email)).toMatch(
    /masih memerlukan data pemegang tiket[\s\S]*still needs the details of the ticket holders/,
  );
  await app.tick();
  expect(await reminders()).toEqual([]);
  const judged = await app.services.db.query(
    'select 1 as one from orders where order_code = $1 and later_judged_at is not null',
    [late.orderCode],
  );
  expect(judged).toHaveLength(1);
});

it('reminds nobody of optional questions, of a cancelled order, or after the start', async () => {
  const { db } = app.services;
  const required = (isRequired: boolean) =>
    db.query(
      `update forms set fields = (select jsonb_agg(x || jsonb_build_object('is_required', $1::boolean))
         from jsonb_array_elements(fields) x)`,
      [isRequired],
    );
  const optional = await paidTickets(app, 1);
  await required(false);
  await begins(reminderDays);
  await app.tick();
  expect(await reminders()).toEqual([]);
  const shown = (await optional.buyer.call(calls.myTickets)).body.data;
  expect(shown.map(({ later_forms }) => later_forms)).toEqual(['waiting']);
  await required(true);

  await begins(30);
  const gone = await paidTickets(app, 1);
  await db.query(`update orders set status = 'cancelled' where order_code = $1`, [gone.orderCode]);
  await begins(reminderDays);
  await app.tick();
  await db.query(`update orders set status = 'completed' where order_code = $1`, [gone.orderCode]);
  await begins(0);
  await app.tick();
  expect(await reminders()).toEqual([]);
});

it('writes no line about questions in the letter of an event without later forms', async () => {
  await app.services.db.query('update forms set later = false');
  const { buyer } = await paidTickets(app, 1);
  expect(await letterTo(buyer.email)).toBeDefined();
  expect(await letterTo(buyer.email)).not.toContain('data pemegang tiket');
  await app.services.db.query('update forms set later = true');
});
