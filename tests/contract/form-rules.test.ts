import { describe, expect, it } from 'vitest';
import {
  answerMistake,
  askedFields,
  type FormField,
  formDataOf,
  maxPatternAnswer,
} from '../../contract/forms.ts';

const field = (key: string, more: Partial<FormField> = {}): FormField => ({
  id: key,
  field_key: key,
  field_type: 'text',
  label: key,
  placeholder: null,
  help_text: null,
  is_required: true,
  condition_type: 'always',
  condition_target: null,
  display_order: 1,
  options: [],
  ...more,
});

const when = (key: string, target: string | null, ...values: string[]) =>
  field(key, { condition_type: 'answer_is', condition_target: target, condition_values: values });

describe('a question with a condition (§3.42)', () => {
  const asked = (fields: FormField[], answers: Record<string, string | string[]>) =>
    askedFields(fields, answers).map(({ field_key }) => field_key);
  const fields = [
    field('kota'),
    when('lain', 'kota', 'kota_lain', 'luar_negeri'),
    when('negara', 'lain', 'ya'),
  ];

  it.each([
    ['no answer', {}, ['kota']],
    ['another answer', { kota: 'jakarta' }, ['kota']],
    ['one of its answers', { kota: 'kota_lain' }, ['kota', 'lain']],
    ['its answer among several ticked ones', { kota: ['x', 'luar_negeri'] }, ['kota', 'lain']],
    ['its answer to a question that is asked', { kota: 'kota_lain', lain: 'ya' }, null],
    ['its answer to a question that is not asked', { kota: 'jakarta', lain: 'ya' }, ['kota']],
  ])('is asked or not after %s', (_, answers: Record<string, string | string[]>, keys) => {
    expect(asked(fields, answers)).toEqual(keys ?? ['kota', 'lain', 'negara']);
  });

  it('is not asked where its condition cannot be met', () => {
    const answers = { a: 'ya', b: 'ya', self: 'ya' };
    expect(
      asked(
        [
          when('a', 'b', 'ya'),
          when('b', 'a', 'ya'),
          when('self', 'self', 'ya'),
          when('lost', 'tidak_ada', 'ya'),
          when('none', null, 'ya'),
          when('prototype', 'toString', 'ya'),
          field('later', { condition_type: 'baru' }),
        ],
        answers,
      ),
    ).toEqual([]);
  });
});

describe('a form answer (§5.44)', () => {
  it.each([
    ['a NIK', { field_type: 'nik' }, '3171015504900001', null],
    ["a NIK with a man's day", { field_type: 'nik' }, '3171011504900001', null],
    ['a NIK of 29 February', { field_type: 'nik' }, '3171012902880001', null],
    ['a NIK of 15 digits', { field_type: 'nik' }, '317101550490001', 'type'],
    ['a NIK with letters', { field_type: 'nik' }, '31710155O4900001', 'type'],
    ['a NIK without a region', { field_type: 'nik' }, '0171015504900001', 'type'],
    ['a NIK of the 40th day', { field_type: 'nik' }, '3171014004900001', 'type'],
    ['a NIK of 31 April', { field_type: 'nik' }, '3171013104900001', 'type'],
    ['a NIK of month 13', { field_type: 'nik' }, '3171015513900001', 'type'],
    ['a NIK with serial 0', { field_type: 'nik' }, '3171015504900000', 'type'],
    ['a birth in 98', { field_type: 'date', label: 'Tanggal lahir' }, '0098-05-17', 'day'],
    ['a birth to come', { field_type: 'date', label: 'Tanggal lahir' }, '2131-01-01', 'day'],
    ['a birth before 1900', { field_type: 'date', label: 'Birth date' }, '1899-12-31', 'day'],
    ['a birth', { field_type: 'date', label: 'Tanggal lahir' }, '1998-05-17', null],
    ['a day to come', { field_type: 'date', label: 'Tiba' }, '2031-01-01', null],
    [
      'a day before its first',
      { field_type: 'date', first_day: '2027-03-01' },
      '2027-02-28',
      'day',
    ],
    ['a day after its last', { field_type: 'date', last_day: '2027-03-01' }, '2027-03-02', 'day'],
    ['a text at its shortest', { min_length: 3 }, 'abc', null],
    ['a text below its shortest', { min_length: 3 }, 'ab', 'short'],
    ['a text at its longest', { max_length: 3 }, 'abc', null],
    ['a text above its longest', { max_length: 3 }, 'abcd', 'long'],
    ['a text that matches', { pattern: '[A-Z]{2}\\d+' }, 'AB12', null],
    ['a text that matches in part', { pattern: '[A-Z]{2}|\\d' }, 'AB1', 'pattern'],
    ['a text with a pattern that is none', { pattern: '(' }, 'apa saja', null],
    ['an answer with a stored pattern that does not compile', { pattern: '(?=a)b' }, 'x', null],
    ['a long text with a pattern', { pattern: 'a+' }, 'a'.repeat(maxPatternAnswer + 1), 'long'],
    ['ticked options with a pattern', { field_type: 'checkbox', pattern: 'x' }, ['a'], null],
  ] as [string, Partial<FormField>, string | string[], string | null][])(
    '%s is judged',
    (_, more, answer, mistake) => {
      expect(answerMistake(field('a', more), answer)).toBe(mistake);
    },
  );
});

describe('the data of a form (§5.43)', () => {
  const labelled = (key: string, label: string) => field(key, { label });

  it('keys answers by field_key and by label, and sends missing ones as an empty text (§5.42)', () => {
    const data = formDataOf(
      [labelled('nama', 'Nama'), labelled('hobi', 'Hobi'), labelled('kota', 'Kota')],
      {
        nama: 'Ratna',
        hobi: ['a', 'b'],
      },
    );
    expect({ ...data }).toEqual({
      nama: 'Ratna',
      Nama: 'Ratna',
      hobi: ['a', 'b'],
      Hobi: ['a', 'b'],
      kota: '',
      Kota: '',
    });
  });

  it('never touches a prototype', () => {
    const data = formDataOf(
      [
        labelled('__proto__', 'constructor'),
        labelled('nama', '__proto__'),
        labelled('prototype', 'x'),
      ],
      JSON.parse('{"__proto__":"jahat","nama":"Ratna","prototype":"y"}') as Record<string, string>,
    );
    expect(Object.keys(data)).toEqual(['x', 'nama']);
    expect(Object.getPrototypeOf(data)).toBeNull();
    expect(JSON.stringify(data)).not.toContain('__proto__');
    expect(({} as Record<string, unknown>).jahat).toBeUndefined();
  });
});
