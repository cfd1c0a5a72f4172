import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { LaterForms } from '../../../../contract/ticket/later-forms.ts';
import { sampleSubmissions } from '../../../../samples/form-answers.ts';
import { erasePerson, exportPerson } from '../../../../server/domain/accounts/person.ts';
import { system } from '../../../../server/domain/audit.ts';
import { readDeskAnswers } from '../../../../server/domain/desk/order-history.ts';
import { reportPage } from '../../../../server/domain/report/report.ts';
import { paidTickets } from '../../support/paid-tickets.ts';
import { beginPayment, concert, expectSound, holdSeats } from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
/** Marks forms of the concert: their names. */
const markLater = (...names: string[]) =>
  app.services.db.query(
    `update forms set later = (name = any($1::text[])) where event_id = (select id from events where slug = $2)`,
    [names, concert],
  );
const holders = 'Data Pemegang Tiket';
const general = 'Informasi Pesanan';

beforeAll(async () => {
  app = await createTestApp({ events: [concert] });
  await markLater(holders, general);
});
afterEach(() => expectSound(app.services.db, { operator: true }));
afterAll(() => app.close());

const read = (client: TestClient, orderCode: string) =>
  client.call(calls.laterForms, { params: { orderCode } });
const save = (client: TestClient, orderCode: string, form_submissions: unknown) =>
  client.call(calls.saveLaterForms, { params: { orderCode }, body: { form_submissions } });
const good = ({ forms, tickets }: LaterForms) =>
  sampleSubmissions(
    forms,
    tickets.map(({ id }) => id),
  );
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
const stateOf = async (client: TestClient, orderCode: string) => {
  const { body } = await client.call(calls.myTickets);
  return body.data.find(({ order_id }) => order_id === orderCode)?.later_forms;
};

describe('the purchase', () => {
  it('neither shows nor requires later forms, and takes no answers to them', async () => {
    const [buyer] = (await app.makeBuyers(1)) as [TestClient];
    const params = { slug: concert };
    expect((await buyer.call(calls.eventForms, { params })).body.data).toEqual([]);
    await holdSeats(app, buyer, concert, 1);
    const [form] = await app.services.db.query<{ id: string }>('select id from forms where later');
    const form_submissions = {
      [form?.id ?? '']: [{ ticket_id: null, form_data: { nama_lengkap: 'Ani' } }],
    };
    const { status, body } = await buyer.call(calls.submitForms, {
      params,
      body: { form_submissions },
    });
    expect(status).toBe(200);
    expect(await stored(body.data.order.order_code)).toEqual([]);
    await buyer.call(calls.exitSession);
  });

  it('asks the other forms as before', async () => {
    await markLater(general);
    const { buyer, orderCode } = await paidTickets(app, 2);
    const forms = (await buyer.call(calls.eventForms, { params: { slug: concert } })).body.data;
    expect(forms.map(({ name }) => name)).toEqual([holders]);
    expect(await stored(orderCode)).toHaveLength(2);
    const { data } = (await read(buyer, orderCode)).body;
    expect(data.forms.map(({ name }) => name)).toEqual([general]);
    // The answers of the purchase stay when the later ones are saved.
    expect((await save(buyer, orderCode, good(data))).status).toBe(200);
    expect(await stored(orderCode)).toHaveLength(3);
    await markLater(holders, general);
  });
});

describe('the forms of a paid order', () => {
  it('wait for their buyer, are stored as a whole, and can be changed', async () => {
    const { buyer, orderCode, tickets } = await paidTickets(app, 2);
    const { data } = (await read(buyer, orderCode)).body;
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
    const [form] = data.forms;
    const entry = changed[form?.id ?? '']?.[1];
    if (entry === undefined) throw new Error('There is no second ticket.');
    entry.form_data.nama_lengkap = 'Budi Baru';
    await save(buyer, orderCode, changed);
    expect((await stored(orderCode)).map(({ answers }) => answers.nama_lengkap)).toContain(
      'Budi Baru',
    );
    expect(await audits(orderCode)).toBe(2);
    // The ticket was issued before.
    const e = await buyer.call(calls.eTicket, { params: { id: tickets[1]?.id ?? '' } });
    expect(e.body.data.ticket).toMatchObject({
      holder_name: 'Pembeli Uji',
      later_forms: 'answered',
    });
  });

  it('are refused with each missing and wrong answer, and for a ticket of another order', async () => {
    const { buyer, orderCode } = await paidTickets(app, 1);
    const { data } = (await read(buyer, orderCode)).body;
    const answers = good(data);
    const [form] = data.forms;
    const [entry] = answers[form?.id ?? ''] ?? [];
    if (form === undefined || entry === undefined) throw new Error('There is no form.');
    entry.form_data.email = 'bukan-email';
    entry.form_data.nama_lengkap = '';
    entry.form_data['Nama Lengkap'] = '';
    const refused = await save(buyer, orderCode, answers);
    expect(refused.body).toMatchObject({ code: 'formsInvalid' });
    expect(refused.body.errors?.map(({ field }) => field)).toEqual([
      `${form.id}.0.nama_lengkap`,
      `${form.id}.0.email`,
    ]);
    const other = await paidTickets(app, 1);
    entry.ticket_id = other.tickets[0]?.id ?? '';
    expect((await save(buyer, orderCode, answers)).body).toMatchObject({
      code: 'ticketNotInOrder',
    });
    expect(await stored(orderCode)).toEqual([]);
    const unknown = await save(buyer, orderCode, {
      ...good(data),
      'formulir-lain': [{ ticket_id: null, form_data: { a: 'b' } }],
    });
    expect(unknown.status).toBe(200);
    expect(await stored(orderCode)).toHaveLength(2);
  });

  it('are those of their buyer alone, and of a paid order', async () => {
    const { buyer, orderCode } = await paidTickets(app, 1);
    const { data } = (await read(buyer, orderCode)).body;
    const [other] = (await app.makeBuyers(1)) as [TestClient];
    const nowhere = await read(other, 'TIADA-1');
    expect(nowhere.body).toMatchObject({ status: 404, code: 'orderNotFound' });
    expect((await read(other, orderCode)).body).toEqual(nowhere.body);
    expect((await save(other, orderCode, good(data))).body).toEqual(nowhere.body);
    expect((await save(other, 'TIADA-1', {})).body).toEqual(nowhere.body);
    const pending = await beginPayment(app, other, concert, 1);
    expect((await read(other, pending.order_code)).status).toBe(404);
    await other.call(calls.exitSession);
  });

  it('end with the order, and with the start of the event', async () => {
    const { buyer, orderCode } = await paidTickets(app, 1);
    const { db, clock } = app.services;
    const { data } = (await read(buyer, orderCode)).body;
    const startsAt = (await db.query<{ starts_at: Date }>('select starts_at from events'))[0];
    const begin = (at: Date | undefined, status = 'active') =>
      db.query('update events set starts_at = $1, status = $2', [at, status]);
    await begin(clock.now());
    expect((await read(buyer, orderCode)).body.data.open).toBe(false);
    expect((await save(buyer, orderCode, good(data))).body).toMatchObject({
      code: 'laterFormsClosed',
    });
    expect(await stateOf(buyer, orderCode)).toBeUndefined();
    // A postponed event has no new date yet.
    await begin(clock.now(), 'postponed');
    expect((await read(buyer, orderCode)).body.data.open).toBe(true);
    expect(await stateOf(buyer, orderCode)).toBe('waiting');
    await begin(startsAt?.starts_at);
    const turn = (status: string) =>
      db.query('update orders set status = $2 where order_code = $1', [orderCode, status]);
    for (const status of ['cancelled', 'refunded']) {
      await turn(status);
      expect((await read(buyer, orderCode)).body, status).toMatchObject({ code: 'orderEnded' });
      expect((await save(buyer, orderCode, good(data))).body).toMatchObject({
        code: 'orderEnded',
      });
    }
    await turn('completed');
  });

  it('stay with the buyer of a ticket that another person took', async () => {
    const { buyer, orderCode, tickets } = await paidTickets(app, 2);
    const [taker] = (await app.makeBuyers(1)) as [TestClient];
    await save(buyer, orderCode, good((await read(buyer, orderCode)).body.data));
    const given = { id: tickets[0]?.id ?? '' };
    const { token } = (await buyer.call(calls.offerTransfer, { params: given, body: {} })).body
      .data;
    const body = { token, holder_name: 'Citra' };
    const taken = (await taker.call(calls.acceptTransfer, { body })).body.data.ticket_id;
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
    const { buyer, orderCode } = await paidTickets(app, 1);
    await save(buyer, orderCode, good((await read(buyer, orderCode)).body.data));
    const { db, clock } = app.services;
    const { rows } = await reportPage(db, { slug: concert, table: 'attendees', after: '' });
    const row = rows.find((each) => each.order === orderCode);
    expect(row).toMatchObject({ 'Nama Lengkap': 'Tamu 1', 'Asal Kota': expect.any(String) });
    const atDesk = await readDeskAnswers(db, orderCode, system, clock.now());
    expect(atDesk).toContainEqual(
      expect.objectContaining({ question: 'Nama Lengkap', answer: 'Tamu 1' }),
    );
    expect(JSON.stringify(await exportPerson(db, buyer.email, clock.now()))).toContain('Tamu 1');
    await erasePerson(db, buyer.email, true, clock.now());
    expect(await stored(orderCode)).toEqual([]);
  });
});
