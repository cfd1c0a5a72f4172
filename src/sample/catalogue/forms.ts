import type { EventForm, FormField } from '../../../contract/forms.ts';
import type { SampleEvent } from './types.ts';

type FieldPlan = readonly [
  key: string,
  type: FormField['field_type'],
  label: string,
  more?: { readonly optional?: true; readonly help?: string; readonly options?: readonly string[] },
];

const holder: readonly FieldPlan[] = [
  ['nama_lengkap', 'text', 'Nama Lengkap', { help: 'Nama ini tercetak di e-ticket contoh.' }],
  ['email', 'email', 'Email'],
];

const full: readonly FieldPlan[] = [
  ...holder,
  ['nomor_telepon', 'phone', 'Nomor Telepon'],
  ['tanggal_lahir', 'date', 'Tanggal Lahir'],
  [
    'jenis_kelamin',
    'radio',
    'Jenis Kelamin',
    { optional: true, options: ['Perempuan', 'Laki-laki'] },
  ],
];

const wholeOrder: readonly FieldPlan[] = [
  ['asal_kota', 'select', 'Asal Kota', { options: ['Jakarta', 'Bogor', 'Depok', 'Kota lain'] }],
  [
    'kebutuhan_khusus',
    'textarea',
    'Kebutuhan Khusus',
    { optional: true, help: 'Boleh dikosongkan.' },
  ],
  ['persetujuan', 'checkbox', 'Persetujuan', { options: ['Saya paham bahwa ini acara contoh'] }],
];

function formOf(
  id: string,
  name: string,
  fields: readonly FieldPlan[],
  part: Pick<EventForm, 'ask_all' | 'is_active'>,
): EventForm {
  return {
    id,
    name,
    description: null,
    ...part,
    fields: fields.map(([key, type, label, more], index) => ({
      id: `${id}-${key}`,
      field_key: key,
      field_type: type,
      label,
      placeholder: null,
      help_text: more?.help ?? null,
      is_required: more?.optional !== true,
      condition_type: 'always',
      condition_target: null,
      display_order: index + 1,
      options: (more?.options ?? []).map((option, place) => ({
        id: `${id}-${key}-${place + 1}`,
        label: option,
        value: option,
        display_order: place + 1,
      })),
    })),
  };
}

/** The attendee forms of a sample event (§3). */
export function formsOf(event: SampleEvent): EventForm[] {
  const id = `${event.slug}-form`;
  const perTicket = { ask_all: true, is_active: true };
  switch (event.forms) {
    case 'none':
      return [];
    case 'holder':
      return [formOf(`${id}-1`, 'Data Pemegang Tiket', holder, perTicket)];
    case 'inactive':
      return [formOf(`${id}-1`, 'Data Penonton', holder, { ask_all: true, is_active: false })];
    case 'full':
      return [
        formOf(`${id}-1`, 'Data Pemegang Tiket', full, perTicket),
        formOf(`${id}-2`, 'Informasi Pesanan', wholeOrder, { ask_all: false, is_active: true }),
      ];
  }
}
