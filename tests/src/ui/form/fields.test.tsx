import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import { Checkbox, CheckboxGroup, RadioGroup } from '../../../../src/ui/form/choice.tsx';
import { CodeInput } from '../../../../src/ui/form/code-input.tsx';
import { DateField, SelectField, TextArea, TextField } from '../../../../src/ui/form/field.tsx';
import { PasswordField } from '../../../../src/ui/form/password-field.tsx';
import { joinPhone } from '../../../../src/ui/form/phone.ts';
import { PhoneField } from '../../../../src/ui/form/phone-field.tsx';
import { enter, press } from '../../screens/page.ts';

const SIZES = [
  { value: 's', label: 'S' },
  { value: 'm', label: 'M' },
];

function Form({ onDone }: { readonly onDone: (values: unknown) => void }) {
  const { register, handleSubmit } = useForm({
    defaultValues: {
      name: 'Sari',
      note: '',
      city: '',
      born: '',
      size: 'm',
      topics: ['s'],
      terms: false,
      secret: '',
    },
  });
  const cities = [{ value: 'jkt', label: 'Jakarta' }];
  return (
    <form onSubmit={handleSubmit((values) => onDone(values))}>
      <TextField label="Nama" {...register('name')} />
      <TextArea label="Catatan" {...register('note')} />
      <SelectField label="Kota" options={cities} {...register('city')} />
      <DateField label="Lahir" days={['1900-01-01', '2100-12-31']} {...register('born')} />
      <RadioGroup legend="Ukuran" options={SIZES} {...register('size')} />
      <CheckboxGroup legend="Minat" options={SIZES} {...register('topics')} />
      <Checkbox label="Setuju" {...register('terms')} />
      <PasswordField label="Password" {...register('secret')} />
      <button type="submit">Kirim</button>
    </form>
  );
}

it('every field registers with a form, shows its default and returns its value', async () => {
  const onDone = vi.fn();
  render(<Form onDone={onDone} />);
  const choose = (role: string, name: string) => fireEvent.click(screen.getByRole(role, { name }));
  expect(screen.getByLabelText('Nama')).toHaveValue('Sari');
  expect(screen.getByRole('radio', { name: 'M' })).toBeChecked();
  enter('Nama', 'Sari W');
  enter('Catatan', 'Halo');
  enter('Kota', 'jkt');
  enter('Lahir', '1999-12-31');
  choose('radio', 'S');
  choose('checkbox', 'M');
  choose('checkbox', 'Setuju');
  enter('Password', 'x1');
  press('Kirim');
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(onDone).toHaveBeenCalledWith({
    name: 'Sari W',
    note: 'Halo',
    city: 'jkt',
    born: '1999-12-31',
    size: 's',
    topics: ['s', 'm'],
    terms: true,
    secret: 'x1',
  });
});

it('a field is described by help and error, and is invalid and required only where said', () => {
  render(
    <>
      <TextField label="Email" help="Untuk tiket" error="Wajib diisi" required />
      <TextField label="Nama" />
      <RadioGroup legend="Ukuran" name="size" options={SIZES} required error="Pilih satu" />
      <CodeInput label="Kode" value="" onChange={() => {}} error="OTP salah" />
    </>,
  );
  const email = screen.getByRole('textbox', { name: /Email/ });
  expect(email).toHaveAccessibleDescription('Untuk tiket Wajib diisi');
  expect(email).toHaveAttribute('aria-invalid', 'true');
  expect(email).toBeRequired();
  const name = screen.getByRole('textbox', { name: 'Nama' });
  expect(name).not.toHaveAttribute('aria-describedby');
  expect(name).not.toHaveAttribute('aria-invalid');
  const sizes = screen.getByRole('radiogroup', { name: /Ukuran/ });
  expect(sizes).toHaveAttribute('aria-required', 'true');
  expect(sizes).toHaveAccessibleDescription('Pilih satu');
  const code = screen.getByLabelText('Kode');
  expect(code).toHaveAttribute('aria-invalid', 'true');
  expect(code).toHaveAccessibleDescription('OTP salah');
});

function Phone({ initial = '' }: { readonly initial?: string }) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <PhoneField label="Telepon" value={value} onChange={setValue} />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('+4420')}>
        Salin
      </button>
    </>
  );
}

describe('phone numbers', () => {
  it.each([
    ['+62', '0812 3456-7890', '+6281234567890'],
    ['+62', '812', '+62812'],
    ['+44', '020 7946 0000', '+442079460000'],
    ['+62', '+1 (555) 010-0000', '+15550100000'],
    ['+1', '', ''],
  ] as const)('%s and %j make %j', (prefix, national, value) => {
    expect(joinPhone({ prefix, national })).toBe(value);
  });

  const shown = () => [
    screen.getByLabelText<HTMLSelectElement>('Kode negara').value,
    screen.getByLabelText<HTMLInputElement>('Telepon').value,
    screen.getByRole('status').textContent,
  ];

  it('keep the typed text, return the normalised value, and follow a value set from outside', () => {
    render(<Phone />);
    enter('Telepon', '0812-3');
    expect(shown()).toEqual(['+62', '0812-3', '+628123']);
    enter('Kode negara', '+1');
    expect(shown()).toEqual(['+1', '0812-3', '+18123']);
    press('Salin');
    expect(shown()).toEqual(['+44', '20', '+4420']);
  });
});

function Code({ onComplete }: { readonly onComplete: (digits: string) => void }) {
  const [value, setValue] = useState('');
  return <CodeInput label="Kode" value={value} onChange={setValue} onComplete={onComplete} />;
}

describe('the boxes of a code', () => {
  const opened = () => {
    const onComplete = vi.fn();
    const { container } = render(<Code onComplete={onComplete} />);
    const boxes = () =>
      [...container.querySelectorAll('[aria-hidden="true"] > span')].map((box) => box.textContent);
    return { onComplete, boxes, input: screen.getByLabelText<HTMLInputElement>('Kode') };
  };

  it('show the typed digits and are complete once with the sixth', async () => {
    const { input, boxes, onComplete } = opened();
    await userEvent.type(input, '12a34');
    expect(boxes()).toEqual(['1', '2', '3', '4', '', '']);
    expect(onComplete).not.toHaveBeenCalled();
    await userEvent.type(input, '567');
    expect(input).toHaveValue('123456');
    expect(onComplete.mock.calls).toEqual([['123456']]);
  });

  it.each(['123456', '123 456', ' 123-456\n', 'Kode: 123456'])(
    'take a pasted %j',
    async (pasted) => {
      const { input, onComplete } = opened();
      input.focus();
      await userEvent.paste(pasted);
      expect(input).toHaveValue('123456');
      expect(onComplete.mock.calls).toEqual([['123456']]);
    },
  );
});
