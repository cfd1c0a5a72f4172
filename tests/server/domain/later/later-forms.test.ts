import { beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { LaterForms } from '../../../../contract/ticket/later-forms.ts';
import { sampleSubmissions } from '../../../../samples/form-answers.ts';
import { erasePerson, exportPerson } from '../../../../server/domain/accounts/person.ts';
import { system } from '../../../../server/domain/audit.ts';
import { readDeskAnswers } from '../../../../server/domain/desk/order-history.ts';
import { reminderDays, remindOfLaterForms } from '../../../../server/domain/later/reminders.ts';
import { reportPage } from '../../../../server/domain/report/report.ts';
import { emailsTo } from '../../support/emails.ts';
import { openShop } from '../../support/open-shop.ts';
import { paidTickets } from '../../support/paid-tickets.ts';
import { beginPayment, concert, holdSeats, leave } from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [concert] }, { operator: true });
const holders = 'Data Pemegang Tiket';
const general = 'Informasi Pesanan';
/** Marks forms of the concert: their names. */
const markLater = (...names: string[]) =>
  app.services.db.query('update forms set later = (name = any($1::text[]))', [names]);
/** Days until the event begins. */
const begins = (days: number, status = 'active') =>
  app.services.db.query(
    `update events set starts_at = $1, ends_at = $1::timestamptz + interval '4 hours', status = $2`,
    [new Date(app.services.clock.now().getTime() + days * 86_400_000), status],
  );
beforeEach(async () => {
  await markLater(holders, general);
  await begins(30);
  await app.services.db.query('delete from mails');
});

const read = (client: TestClient, orderCode: string) =>
  client.call(calls.laterForms, { params: { orderCode } });
const save = (client: TestClient, orderCode: string, form_submissions: unknown) =>
  client.call(calls.saveLaterForms, { params: { orderCode }, body: { form_submissions } });
const good = ({ forms, tickets }: LaterForms) =>
  sampleSubmissions(
    forms,
    tickets.map(({ id }) => id),
  );
/** A paid order of so many tickets, and its later forms. */
const ordered = async (count: number) => {
  const paid = await paidTickets(app, count);
  return { ...paid, data: (await read(paid.buyer, paid.orderCode)).body.data };
};
const answered = async (count: number) => {
  const paid = await ordered(count);
  expect((await save(paid.buyer, paid.orderCode, good(paid.data))).status).toBe(200);
  return paid;
};
/** Gives the first ticket of an order to another person; returns the person and the new ticket. */
const given = async ({ buyer, tickets }: Awaited<ReturnType<typeof ordered>>) => {
  const [taker] = await app.makeBuyers(1);
  const params = { id: tickets[0]?.id ?? '' };
  const { token } = (await buyer.call(calls.offerTransfer, { params, body: {} })).body.data;
  const body = { token, holder_name: 'Citra' };
  const taken = (await taker.call(calls.acceptTransfer, { body })).body.data.ticket_id;
  return { taker, taken };
};
const stored = (orderCode: string) =>
  app.services.db.query<{ position: number; answers: Record<string, unknown> }>(
    `select a.* from attendee_answers a join orders o on o.id = a.order_id where o.order_code = $1
     order by a.form_id, a.position`,
    [orderCode],
  );
const audits = async (orderCode: string) =>
  (
    await app.services.db.query(
      `select 1 as one from audit_log l join orders o on l.object = 'order:' || o.id
       where l.action = 'order.answers' and o.order_code = $1`,
      [orderCode],
    )
  ).length;
const turn = (orderCode: string, status: string) =>
  app.services.db.query('update orders set status = $2 where order_code = $1', [orderCode, status]);
const stateOf = async (client: TestClient, orderCode: string) => {
  const { body } = await client.call(calls.myTickets);
  return body.data.find(({ order_id }) => order_id === orderCode)?.later_forms;
};

describe('the purchase', () => {
  it('neither shows nor requires later forms, and takes no answers to them', async () => {
    const [buyer] = await app.makeBuyers(1);
    const params = { slug: concert };
    expect((await buyer.call(calls.eventForms, { params })).body.data).toEqual([]);
    await holdSeats(app, buyer, concert, 1);
    const [form] = await app.services.db.query<{ id: string }>('select id from forms where later');
    const form_submissions = {
      [form?.id ?? '']: [{ ticket_id: null, form_data: { nama_lengkap: 'Ani' } }],
    };
    const answer = await buyer.call(calls.submitForms, { params, body: { form_submissions } });
    expect(answer.status).toBe(200);
    expect(await stored(answer.body.data.order.order_code)).toEqual([]);
    await leave(buyer);
  });
});

describe('the forms of a paid order (§14.40)', () => {
  it('wait for their buyer, are stored as a whole, and can be changed (§7.98)', async () => {
    const { buyer, orderCode, tickets, data } = await ordered(2);
    expect(data).toMatchObject({ order_code: orderCode, open: true, answers: [] });
    expect(data.tickets.map(({ id }) => id).sort()).toEqual(tickets.map(({ id }) => id).sort());
    expect(data.forms.map(({ ask_all, name }) => [name, ask_all])).toEqual([
      [holders, true],
      [general, false],
    ]);
    expect(await stateOf(buyer, orderCode)).toBe('waiting');

    const first = await save(buyer, orderCode, good(data));
    expect([first.status, first.body.message]).toEqual([200, 'Attendee details saved']);
    expect(first.body.data.answers).toHaveLength(3);
    expect(await stateOf(buyer, orderCode)).toBe('answered');
    const before = await stored(orderCode);
    expect((await save(buyer, orderCode, good(data))).body.data).toEqual(first.body.data);
    expect(await stored(orderCode)).toEqual(before);
    expect(await audits(orderCode)).toBe(1);

    const changed = structuredClone(good(data));
    changed[data.forms[0]?.id ?? '']![1]!.form_data.nama_lengkap = 'Budi Baru';
    await save(buyer, orderCode, changed);
    const names = (await stored(orderCode)).map(({ answers }) => answers.nama_lengkap);
    expect(names).toContain('Budi Baru');
    expect(await audits(orderCode)).toBe(2);
    // The ticket was issued before.
    const e = await buyer.call(calls.eTicket, { params: { id: tickets[1]?.id ?? '' } });
    expect(e.body.data.ticket).toMatchObject({
      holder_name: 'Pembeli Uji',
      later_forms: 'answered',
    });
  });

  it('are refused with each missing and wrong answer, and for a ticket of another order', async () => {
    const { buyer, orderCode, data } = await ordered(1);
    const other = await ordered(1);
    const answers = good(data);
    const id = data.forms[0]?.id ?? '';
    const entry = answers[id]![0]!;
    Object.assign(entry.form_data, { email: 'bukan', nama_lengkap: '', 'Nama Lengkap': '' });
    const refused = await save(buyer, orderCode, answers);
    expect(refused.body).toMatchObject({ code: 'formsInvalid' });
    expect(refused.body.errors?.map(({ field }) => field)).toEqual([
      `${id}.0.nama_lengkap`,
      `${id}.0.email`,
    ]);
    entry.ticket_id = other.tickets[0]?.id ?? '';
    const foreign = await save(buyer, orderCode, answers);
    expect(foreign.body).toMatchObject({ code: 'ticketNotInOrder' });
    expect(await stored(orderCode)).toEqual([]);
    const unknown = { 'formulir-lain': [{ ticket_id: null, form_data: { a: 'b' } }] };
    expect((await save(buyer, orderCode, { ...good(data), ...unknown })).status).toBe(200);
    expect(await stored(orderCode)).toHaveLength(2);
  });

  it('are those of their buyer alone, and of a paid order', async () => {
    const { orderCode, data } = await ordered(1);
    const [other] = await app.makeBuyers(1);
    const nowhere = await read(other, 'TIADA-1');
    expect(nowhere.body).toMatchObject({ status: 404, code: 'orderNotFound' });
    expect((await read(other, orderCode)).body).toEqual(nowhere.body);
    expect((await save(other, orderCode, good(data))).body).toEqual(nowhere.body);
    const pending = await beginPayment(app, other, concert, 1);
    expect((await read(other, pending.order_code)).status).toBe(404);
    await leave(other);
  });

  it('end with the order, and with the start of the event', async () => {
    const { buyer, orderCode, data } = await ordered(1);
    await begins(0);
    expect((await read(buyer, orderCode)).body.data.open).toBe(false);
    expect((await save(buyer, orderCode, good(data))).body).toMatchObject({
      code: 'laterFormsClosed',
    });
    expect(await stateOf(buyer, orderCode)).toBeUndefined();
    // A postponed event has no new date yet.
    await begins(0, 'postponed');
    expect((await read(buyer, orderCode)).body.data.open).toBe(true);
    expect(await stateOf(buyer, orderCode)).toBe('waiting');
    await begins(30);
    for (const status of ['cancelled', 'refunded']) {
      await turn(orderCode, status);
      expect((await read(buyer, orderCode)).body, status).toMatchObject({ code: 'orderEnded' });
    }
    await turn(orderCode, 'completed');
  });

  it('stay with the buyer of a ticket that another person took', async () => {
    const order = await answered(2);
    const { buyer, orderCode } = order;
    const { taker, taken } = await given(order);
    // The buyer answers for the new person; the answers about the former one are replaced.
    expect(await stateOf(buyer, orderCode)).toBe('waiting');
    expect(await stateOf(taker, orderCode)).toBeUndefined();
    const theirs = await taker.call(calls.eTicket, { params: { id: taken } });
    expect(theirs.body.data.ticket.later_forms).toBeUndefined();
    expect((await read(taker, orderCode)).status).toBe(404);
    const { data } = (await read(buyer, orderCode)).body;
    expect(data.tickets.map(({ id }) => id)).toContain(taken);
    expect((await save(buyer, orderCode, good(data))).status).toBe(200);
    expect(await stored(orderCode)).toHaveLength(3);
    expect(await stateOf(buyer, orderCode)).toBe('answered');
  });

  it('are in the report, at the desk, and in what a person gets and has erased', async () => {
    const { buyer, orderCode } = await answered(1);
    const { db, clock } = app.services;
    const { rows } = await reportPage(db, { slug: concert, table: 'attendees', after: '' });
    expect(rows.find((each) => each.order === orderCode)).toMatchObject({
      'Nama Lengkap': 'Tamu 1',
      'Asal Kota': expect.any(String),
    });
    expect(await readDeskAnswers(db, orderCode, system, clock.now())).toContainEqual(
      expect.objectContaining({ question: 'Nama Lengkap', answer: 'Tamu 1' }),
    );
    expect(JSON.stringify(await exportPerson(db, buyer.email, clock.now()))).toContain('Tamu 1');
    await erasePerson(db, buyer.email, true, clock.now());
    expect(await stored(orderCode)).toEqual([]);
  });
});

describe('the reminder (§14.40)', () => {
  beforeEach(() => app.services.db.query('update orders set later_judged_at = now()'));
  const reminders = () =>
    app.services.db.query<{ recipient: string; subject: string; body_text: string; lane: string }>(
      `select recipient, subject, body_text, lane from mails where subject like 'Lengkapi data pemegang tiket%' order by id`,
    );
  const ticketLetterTo = async (email: string) =>
    (await emailsTo(app, email)).find(({ subject }) => subject.startsWith('Tiket '))?.body_text;
  it('reaches each buyer whose required questions are unanswered once, three days before the event', async () => {
    const waiting = await ordered(1);
    const half = await answered(2);
    await answered(1);
    // One of two tickets went to another person: its questions wait again.
    await given(half);
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
    const first = mails.find(({ recipient }) => recipient === waiting.buyer.email);
    expect(first?.lane).toBe('tickets');
    expect(first?.subject).toContain(waiting.orderCode);
    expect(first?.body_text).toContain(`/my-tickets/${waiting.orderCode}/forms`);
    expect(first?.body_text).toMatch(/masih memerlukan data pemegang tiket[\s\S]*still needs/);
    await app.advance(86_400);
    await app.tick();
    expect(await reminders()).toHaveLength(2);
  });

  it('is left to the letter with the tickets for an order that is paid later', async () => {
    await begins(reminderDays - 1);
    const late = await paidTickets(app, 1);
    expect(await ticketLetterTo(late.buyer.email)).toMatch(
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

  it('reaches nobody for optional questions, a cancelled order, or after the start', async () => {
    const required = (isRequired: boolean) =>
      app.services.db.query(
        `update forms set fields = (select jsonb_agg(x || jsonb_build_object('is_required', $1::boolean))
           from jsonb_array_elements(fields) x)`,
        [isRequired],
      );
    const optional = await paidTickets(app, 1);
    await required(false);
    await begins(reminderDays);
    await app.tick();
    expect(await reminders()).toEqual([]);
    expect(await stateOf(optional.buyer, optional.orderCode)).toBe('waiting');
    await required(true);

    await begins(30);
    const { orderCode } = await paidTickets(app, 1);
    await turn(orderCode, 'cancelled');
    await begins(reminderDays);
    await app.tick();
    await turn(orderCode, 'completed');
    await begins(0);
    await app.tick();
    expect(await reminders()).toEqual([]);
  });
});
