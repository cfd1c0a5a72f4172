// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  initialValues,
  planOf,
  problemsOf,
  profileAnswer,
  readableAnswer,
  storedOf,
  submissionsOf,
  ticketsOf,
} from '../../../../src/screens/order-form/form-plan.ts';
import { buyer, draft, field, form, generalForm, holderForm, options } from '../purchase-data.tsx';

const hidden = field('rahasia', 'text', 'Rahasia', { condition_type: 'when' });
const switchedOff = form('lama', true, [field('lama', 'text', 'Lama')], false);
const withHidden = form('tambahan', false, [hidden]);
const forms = [holderForm, generalForm, withHidden, switchedOff];
const plan = planOf(forms);

describe('the plan', () => {
  it('holds the active, unconditional fields, per ticket and per order', () => {
    expect(plan.perTicket.map(({ field: each }) => each.field_key)).toEqual([
      'nama_lengkap',
      'email',
      'nomor_telepon',
      'tanggal_lahir',
      'jenis_kelamin',
    ]);
    expect(plan.general.map(({ field: each }) => each.field_key)).toEqual([
      'asal_kota',
      'kebutuhan',
      'persetujuan',
    ]);
  });

  it('has one ticket per seat, one per unit without seats, and at least one', () => {
    expect(ticketsOf(draft).map(({ id, seatNumber }) => [id, seatNumber])).toEqual([
      ['t1', 'B-12'],
      ['t2', 'B-13'],
    ]);
    const item = draft.order_data.items[0];
    if (item === undefined) throw new Error('The draft has no item.');
    const standing = {
      ...draft,
      order_data: { ...draft.order_data, items: [{ ...item, quantity: 3, seats: [] }] },
    };
    expect(ticketsOf(standing)).toHaveLength(3);
    const empty = { ...draft, order_data: { ...draft.order_data, items: [] } };
    expect(ticketsOf(empty)).toHaveLength(1);
  });
});

describe('the initial values', () => {
  it('fills the first ticket from the profile, and only the first', () => {
    const values = initialValues(plan, 2, null, buyer);
    expect(values.tickets).toEqual([
      ['Ratna Wijayanti', 'ratna@contoh.id', '+6281210000001', '', ''],
      ['', '', '', '', ''],
    ]);
    expect(values.general).toEqual(['', '', []]);
  });

  it.each([
    ['nama_depan', 'Nama Depan', 'Ratna'],
    ['last_name', 'Last Name', 'Wijayanti'],
    ['nama', 'Nama', 'Ratna Wijayanti'],
    ['full_name', 'Nama', 'Ratna Wijayanti'],
    ['q1', 'Nama Lengkap *', 'Ratna Wijayanti'],
    ['nama_sekolah', 'Asal Sekolah', ''],
    ['sekolah', 'Nama Sekolah', ''],
    ['company', 'Company Name', ''],
    ['constructor', 'Kota', ''],
  ])('knows the name of %s', (key, label, answer) => {
    expect(profileAnswer(field(key, 'text', label), buyer)).toBe(answer);
  });

  it.each([
    ['email', 'surel', 'Surel', 'ratna@contoh.id'],
    ['phone', 'wa', 'WhatsApp', '+6281210000001'],
    ['phone', 'kontak_darurat', 'Kontak Darurat', ''],
    ['email', 'surel', 'Email Orang Tua / Wali', ''],
    ['textarea', 'nama', 'Nama', ''],
  ] as const)('takes %s %s for what it asks', (type, key, label, answer) => {
    expect(profileAnswer(field(key, type, label), buyer)).toBe(answer);
  });

  it('fills the form of the whole order from the profile too', () => {
    const contact = form('pemesan', false, [
      field('nama', 'text', 'Nama'),
      field('email', 'email', 'Email'),
      field('telepon', 'phone', 'Telepon'),
      field('catatan', 'text', 'Catatan'),
    ]);
    expect(initialValues(planOf([contact]), 1, null, buyer).general).toEqual([
      'Ratna Wijayanti',
      'ratna@contoh.id',
      '+6281210000001',
      '',
    ]);
  });

  it('leaves alone what was typed before a reload, also a field that was emptied', () => {
    const contact = form('pemesan', false, [
      field('nama', 'text', 'Nama'),
      field('email', 'email', 'Email'),
    ]);
    const asking = planOf([holderForm, contact]);
    const typed = { tickets: [['', 'lain@contoh.id', '', '', '']], general: ['', 'b@contoh.id'] };
    expect(initialValues(asking, 1, storedOf(asking, typed), buyer)).toEqual(typed);
  });

  it('are the stored input where it still fits the field', () => {
    const before = initialValues(plan, 2, null, buyer);
    const typed = {
      tickets: [['Sari', 'sari@contoh.id', '', '', ''], before.tickets[1] ?? []],
      general: ['bogor', 'Kursi roda', ['saya setuju']],
    };
    expect(initialValues(plan, 2, storedOf(plan, typed), null)).toEqual(typed);
    const broken = { ...storedOf(plan, typed), dynamicFields: { 'field-persetujuan': 'ya' } };
    expect(initialValues(plan, 2, broken, null).general).toEqual(['', '', []]);
  });
});

describe('problems', () => {
  const complete = {
    tickets: [['Ratna', 'ratna@contoh.id', '+628121000000', '1995-03-07', '']],
    general: ['bogor', '', ['saya setuju']],
  };

  it('are none for a complete form', () => {
    expect(problemsOf(plan, complete)).toEqual([]);
  });

  it('come in the order of the page, with the ticket they belong to', () => {
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
});

describe('a question with a condition', () => {
  const city = form('kota', false, [
    field('kota', 'select', 'Kota', { options: options('Jakarta', 'Lain') }),
    field('lain', 'text', 'Kota Lain', {
      condition_type: 'answer_is',
      condition_target: 'kota',
      condition_values: ['lain'],
    }),
  ]);
  const asking = planOf([city]);

  it('is required only where the answers ask it', () => {
    const problems = (kota: string) =>
      problemsOf(asking, { tickets: [], general: [kota, ''] }).map(({ path }) => path);
    expect(problems('jakarta')).toEqual([]);
    expect(problems('lain')).toEqual(['general.1']);
  });

  it('is sent blank after its condition ended', () => {
    const sent = submissionsOf([city], asking, [], {
      tickets: [],
      general: ['jakarta', 'Bogor'],
    });
    expect({ ...sent.kota?.[0]?.form_data }).toMatchObject({ kota: 'jakarta', lain: '' });
  });
});

describe('submissions', () => {
  it('are keyed by form, by field_key and by label; hidden fields are blank', () => {
    const sent = submissionsOf(forms, plan, ticketsOf(draft), {
      tickets: [
        ['Ratna', 'ratna@contoh.id', '+628121000000', '1995-03-07', 'perempuan'],
        ['Sari', 'sari@contoh.id', '+628121000001', '1996-03-07', ''],
      ],
      general: ['bogor', '', ['saya setuju']],
    });
    expect(sent.holder?.map(({ ticket_id }) => ticket_id)).toEqual(['t1', 't2']);
    expect({ ...sent.holder?.[1]?.form_data }).toMatchObject({
      nama_lengkap: 'Sari',
      'Nama Lengkap': 'Sari',
      jenis_kelamin: '',
    });
    expect({ ...sent.general?.[0]?.form_data }).toMatchObject({
      asal_kota: 'bogor',
      persetujuan: ['saya setuju'],
    });
    expect(sent.general?.[0]?.ticket_id).toBeNull();
    expect({ ...sent.tambahan?.[0]?.form_data }).toEqual({ rahasia: '', Rahasia: '' });
    expect(sent.lama).toHaveLength(2);
    expect({ ...sent.lama?.[0]?.form_data }).toEqual({ lama: '', Lama: '' });
  });
});

describe('a readable answer', () => {
  it('has the labels of options and a date in words', () => {
    const city = field('kota', 'select', 'Kota', { options: options('Jakarta') });
    expect(readableAnswer(city, 'jakarta', 'id')).toBe('Jakarta');
    expect(readableAnswer(city, ['jakarta', 'lain'], 'id')).toBe('Jakarta, lain');
    const day = field('lahir', 'date', 'Lahir');
    expect(readableAnswer(day, '1995-03-07', 'id')).toBe('Selasa, 7 Maret 1995');
    expect(readableAnswer(day, undefined, 'id')).toBe('');
  });
});
