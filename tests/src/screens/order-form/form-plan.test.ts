// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  initialValues,
  planOf,
  problemsOf,
  profileAnswer,
  storedOf,
  ticketsOf,
} from '../../../../src/screens/order-form/form-plan.ts';
import { buyer, draft, field, form, generalForm, holderForm } from '../purchase-data.tsx';

const hidden = field('rahasia', 'text', 'Rahasia', { condition_type: 'when' });
const switchedOff = form('lama', true, [field('lama', 'text', 'Lama')], false);
const forms = [holderForm, generalForm, form('tambahan', false, [hidden]), switchedOff];
const plan = planOf(forms);
const contact = form('pemesan', false, [
  field('nama', 'text', 'Nama'),
  field('email', 'email', 'Email'),
  field('telepon', 'phone', 'Telepon'),
  field('catatan', 'text', 'Catatan'),
]);

describe('the plan of a form (§2.252)', () => {
  it('holds the active, unconditional fields, per ticket and per order', () => {
    const keys = (fields: typeof plan.general) => fields.map((each) => each.field.field_key);
    expect(keys(plan.perTicket)).toEqual(holderForm.fields.map((each) => each.field_key));
    expect(keys(plan.general)).toEqual(generalForm.fields.map((each) => each.field_key));
  });

  it('has one ticket per seat, one per unit without seats, and at least one (§5.46)', () => {
    const withItems = (items: typeof draft.order_data.items) =>
      ticketsOf({ ...draft, order_data: { ...draft.order_data, items } });
    const [item] = draft.order_data.items;
    expect(ticketsOf(draft).map(({ id, seatNumber }) => [id, seatNumber])).toEqual([
      ['t1', 'B-12'],
      ['t2', 'B-13'],
    ]);
    expect(withItems([{ ...item!, quantity: 3, seats: [] }])).toHaveLength(3);
    expect(withItems([])).toHaveLength(1);
  });
});

describe('the initial values (§2.253)', () => {
  it('fill the first ticket from the profile, and the form of the order', () => {
    expect(initialValues(plan, 2, null, buyer)).toEqual({
      tickets: [
        ['Ratna Wijayanti', 'ratna@contoh.id', '+6281210000001', '', ''],
        ['', '', '', '', ''],
      ],
      general: ['', '', []],
    });
    const { general } = initialValues(planOf([contact]), 1, null, buyer);
    expect(general).toEqual(['Ratna Wijayanti', 'ratna@contoh.id', '+6281210000001', '']);
  });

  it.each([
    ['text', 'nama_depan', 'Nama Depan', 'Ratna'],
    ['text', 'last_name', 'Last Name', 'Wijayanti'],
    ['text', 'nama', 'Nama', 'Ratna Wijayanti'],
    ['text', 'full_name', 'Nama', 'Ratna Wijayanti'],
    ['text', 'q1', 'Nama Lengkap *', 'Ratna Wijayanti'],
    ['text', 'nama_sekolah', 'Asal Sekolah', ''],
    ['text', 'sekolah', 'Nama Sekolah', ''],
    ['text', 'company', 'Company Name', ''],
    ['text', 'constructor', 'Kota', ''],
    ['email', 'surel', 'Surel', 'ratna@contoh.id'],
    ['phone', 'wa', 'WhatsApp', '+6281210000001'],
    ['phone', 'kontak_darurat', 'Kontak Darurat', ''],
    ['email', 'surel', 'Email Orang Tua / Wali', ''],
    ['textarea', 'nama', 'Nama', ''],
  ] as const)('take %s %s, labelled %s, for what it asks', (type, key, label, answer) => {
    expect(profileAnswer(field(key, type, label), buyer)).toBe(answer);
  });

  it('are what was typed before a reload, also where a field was emptied, as far as it still fits', () => {
    const asking = planOf([holderForm, contact]);
    const typed = {
      tickets: [['', 'lain@contoh.id', '', '', '']],
      general: ['', 'b@contoh.id', '', ''],
    };
    expect(initialValues(asking, 1, storedOf(asking, typed), buyer)).toEqual(typed);
    const agreed = {
      tickets: [['Sari', 'sari@contoh.id', '', '', '']],
      general: ['bogor', 'Kursi roda', ['saya setuju']],
    };
    expect(initialValues(plan, 1, storedOf(plan, agreed), null)).toEqual(agreed);
    const broken = { ...storedOf(plan, agreed), dynamicFields: { 'field-persetujuan': 'ya' } };
    expect(initialValues(plan, 1, broken, null).general).toEqual(['', '', []]);
  });
});

it('problems come in the order of the page, with the ticket they belong to (§5.40)', () => {
  const tickets = [['Ratna', 'ratna@contoh.id', '+628121000000', '1995-03-07', '']];
  expect(problemsOf(plan, { tickets, general: ['bogor', '', ['saya setuju']] })).toEqual([]);
  const problems = problemsOf(plan, { tickets: [['', 'ratna', '+62', ' ', '']], general: [] });
  expect(problems.map(({ path, kind, ticket }) => [path, kind, ticket])).toEqual([
    ['tickets.0.0', 'required', 1],
    ['tickets.0.1', 'type', 1],
    ['tickets.0.2', 'type', 1],
    ['tickets.0.3', 'required', 1],
    ['general.0', 'required', null],
    ['general.2', 'required', null],
  ]);
});
