import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import {
  askDraft,
  askPayment,
  askSubmit,
  concert,
  expectSound,
  freeSeats,
  goodSubmissions,
  holdSeats,
  sessionOf,
  theatre,
} from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db));

const one = async (): Promise<TestClient> => (await app.makeBuyers(1))[0]!;

describe('attendee forms', () => {
  it('are checked field by field, per ticket, with the sentences of the spec', async () => {
    const buyer = await one();
    const draft = await holdSeats(app, buyer, concert, 2);
    const good = await goodSubmissions(buyer, concert, draft);
    const forms = (await buyer.call(calls.eventForms, { params: { slug: concert } })).body.data;
    const perTicket = forms.find((form) => form.ask_all && form.is_active)!;
    const general = forms.find((form) => !form.ask_all && form.is_active)!;
    const required = perTicket.fields.find((field) => field.is_required)!;

    const second = structuredClone(good);
    second[perTicket.id]![1]!.form_data[required.field_key] = '';
    const missing = await askSubmit(buyer, concert, second);
    expect(missing.status).toBe(422);
    expect(missing.body.errors?.[0]?.message).toBe(
      `Please fill in the required field: ${required.label} for Ticket 2`,
    );
    const without = await askSubmit(buyer, concert, { [perTicket.id]: good[perTicket.id]! });
    const asked = general.fields.find((field) => field.is_required)!;
    expect(without.body.errors?.map((error) => error.message)).toContain(
      `Please fill in the required field: ${asked.label}`,
    );
    for (const field of [...perTicket.fields, ...general.fields]) {
      if (['text', 'textarea'].includes(field.field_type)) continue;
      if (field.field_type === 'checkbox' && field.options.length === 0) continue;
      const form = perTicket.fields.includes(field) ? perTicket : general;
      const wrong = structuredClone(good);
      wrong[form.id]![0]!.form_data[field.field_key] = '\u0001 bukan';
      const answer = await askSubmit(buyer, concert, wrong);
      expect([field.field_type, answer.status]).toEqual([field.field_type, 422]);
      expect(answer.body.message).toContain(field.label);
    }
    expect((await sessionOf(buyer)).session?.state).toBe('online');
    const stranger = structuredClone(good);
    stranger[perTicket.id]![0]!.ticket_id = crypto.randomUUID();
    expect((await askSubmit(buyer, concert, stranger)).status).toBe(422);
  });

  it('lock the draft once; the same answers change nothing, others are refused', async () => {
    const buyer = await one();
    const draft = await holdSeats(app, buyer, concert, 2);
    const good = await goodSubmissions(buyer, concert, draft);
    const accepted = await askSubmit(buyer, concert, good);
    expect(accepted.body.data.order).toMatchObject({ is_locked: true, status: 'draft' });
    expect((await sessionOf(buyer)).session).toMatchObject({
      state: 'payment_selection',
      has_draft: false,
    });
    expect((await sessionOf(buyer)).session?.remaining_seconds).toBeGreaterThan(290);
    await app.advance(30);
    const again = await askSubmit(buyer, concert, good);
    expect(again.status).toBe(200);
    expect(again.body.data.order.remaining_seconds).toBeLessThanOrEqual(270);
    const other = structuredClone(good);
    const [formId] = Object.keys(other);
    const [key] = Object.keys(other[formId!]![0]!.form_data);
    other[formId!]![0]!.form_data[key!] = 'Nama Lain';
    expect((await askSubmit(buyer, concert, other)).status).toBe(409);
    const seats = await askDraft(buyer, concert, await freeSeats(app, concert, 1));
    expect(seats.status).toBe(409);
    expect(seats.body.message).toBe('Draft already exists');
  });

  it('ask a question where the answer before it says so, and keep no answer where it does not', async () => {
    const buyer = await one();
    const draft = await holdSeats(app, buyer, concert, 1);
    const good = await goodSubmissions(buyer, concert, draft);
    const [id] = Object.entries(good).find(([, [form]]) => 'asal_kota' in (form?.form_data ?? {}))!;
    const asked = structuredClone(good);
    Object.assign(asked[id]![0]!.form_data, { asal_kota: 'kota_lain', nama_kota: '' });
    const refused = await askSubmit(buyer, concert, asked);
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'Please fill in the required field: Nama Kota',
    ]);
    Object.assign(asked[id]![0]!.form_data, { asal_kota: 'bogor', nama_kota: 'Depok' });
    expect((await askSubmit(buyer, concert, asked)).status).toBe(200);
    const [row] = await app.services.db.query<{ answers: object }>(
      'select answers from attendee_answers where form_id = $1 and order_id = (select id from orders where order_code = $2)',
      [id, draft.order.order_code],
    );
    expect(row?.answers).toMatchObject({ asal_kota: 'bogor', nama_kota: '' });
  });

  it('may be empty if the event has no questions', async () => {
    const buyer = await one();
    await holdSeats(app, buyer, theatre, 1);
    expect((await askSubmit(buyer, theatre, {})).status).toBe(200);
    expect((await askPayment(buyer, theatre)).status).toBe(200);
  });

  it('handle labels and keys named like prototype members', async () => {
    const [event] = await app.services.db.query<{ id: string }>(
      'select id from events where slug = $1',
      [theatre],
    );
    const field = (key: string, label: string, order: number) => ({
      id: `f${order}`,
      field_key: key,
      field_type: 'text',
      label,
      placeholder: null,
      help_text: null,
      is_required: order > 1,
      condition_type: 'always',
      condition_target: null,
      display_order: order,
      options: [],
    });
    await app.services.db.query(
      `insert into forms (id, event_id, name, ask_all, is_active, position, fields)
       values ('uji-proto', $1, 'Uji', false, true, 9, $2::jsonb)`,
      [
        event!.id,
        JSON.stringify([
          field('constructor', '__proto__', 1),
          field('nama', 'alamat', 2),
          field('alamat', 'nama', 3),
        ]),
      ],
    );
    const buyer = await one();
    await holdSeats(app, buyer, theatre, 1);
    const empty = await askSubmit(buyer, theatre, {});
    expect(empty.body.errors).toHaveLength(2);
    const answer = await askSubmit(buyer, theatre, {
      'uji-proto': [
        { ticket_id: null, form_data: { constructor: 'x', nama: 'Ratna', alamat: 'Bandung' } },
      ],
    });
    expect(answer.status).toBe(200);
    const [row] = await app.services.db.query<{ answers: object }>(
      `select answers from attendee_answers where form_id = 'uji-proto'`,
    );
    expect(row?.answers).toEqual({ nama: 'Ratna', alamat: 'Bandung' });
    await app.services.db.query(`update forms set is_active = false where id = 'uji-proto'`);
  });
});
