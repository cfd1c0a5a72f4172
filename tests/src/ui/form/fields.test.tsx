// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import { Checkbox, CheckboxGroup, RadioGroup } from '../../../../src/ui/form/choice.tsx';
import { DateField, SelectField, TextArea, TextField } from '../../../../src/ui/form/field.tsx';
import { PasswordField } from '../../../../src/ui/form/password-field.tsx';
import { joinPhone, splitPhone } from '../../../../src/ui/form/phone.ts';
import { PhoneField } from '../../../../src/ui/form/phone-field.tsx';

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
  return (
    <form onSubmit={handleSubmit((values) => onDone(values))}>
      <TextField label="Nama" {...register('name')} />
      <TextArea label="Catatan" {...register('note')} />
      <SelectField
        label="Kota"
        options={[{ value: 'jkt', label: 'Jakarta' }]}
        {...register('city')}
      />
      <DateField label="Lahir" {...register('born')} />
      <RadioGroup legend="Ukuran" options={SIZES} {...register('size')} />
      <CheckboxGroup legend="Minat" options={SIZES} {...register('topics')} />
      <Checkbox label="Setuju" {...register('terms')} />
      <PasswordField label="Password" {...register('secret')} />
      <button type="submit">Kirim</button>
    </form>
  );
}

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

describe('TextField', () => {
  it('is described by its help and its error, and marked invalid and required', () => {
    render(<TextField label="Email" help="Untuk tiket" error="Wajib diisi" required />);
    const input = screen.getByRole('textbox', { name: /Email/ });
    expect(input).toHaveAccessibleDescription('Untuk tiket Wajib diisi');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect((input as HTMLInputElement).required).toBe(true);
  });

  it('has no description and no invalid mark without help and error', () => {
    render(<TextField label="Email" />);
    const input = screen.getByRole('textbox', { name: 'Email' });
    expect(input.hasAttribute('aria-describedby')).toBe(false);
    expect(input.hasAttribute('aria-invalid')).toBe(false);
  });
});

describe('with react-hook-form', () => {
  it('every field registers, shows its default and returns its value', async () => {
    const submitted = vi.fn();
    render(<Form onDone={submitted} />);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'M' }).checked).toBe(true);
    await userEvent.type(screen.getByLabelText('Nama'), ' W');
    await userEvent.type(screen.getByLabelText('Catatan'), 'Halo');
    await userEvent.selectOptions(screen.getByLabelText('Kota'), 'jkt');
    await userEvent.type(screen.getByLabelText('Lahir'), '1999-12-31');
    await userEvent.click(screen.getByRole('radio', { name: 'S' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'M' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Setuju' }));
    await userEvent.type(screen.getByLabelText('Password'), 'x1');
    await userEvent.click(screen.getByRole('button', { name: 'Kirim' }));
    expect(submitted).toHaveBeenCalledWith({
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
});

describe('RadioGroup', () => {
  it('is a named radiogroup, required and described by its error', () => {
    render(<RadioGroup legend="Ukuran" name="size" options={SIZES} required error="Pilih satu" />);
    const group = screen.getByRole('radiogroup', { name: /Ukuran/ });
    expect(group.getAttribute('aria-required')).toBe('true');
    expect(group).toHaveAccessibleDescription('Pilih satu');
  });
});

describe('PasswordField', () => {
  it('shows and hides', async () => {
    render(<PasswordField label="Password" defaultValue="tiket1234" />);
    const input = screen.getByLabelText<HTMLInputElement>('Password');
    expect(input.type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Tampilkan kata sandi' }));
    expect(input.type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Sembunyikan kata sandi' }));
    expect(input.type).toBe('password');
  });
});

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

  it.each([
    ['+6281234', { prefix: '+62', national: '81234' }],
    ['+15550100', { prefix: '+1', national: '5550100' }],
    ['+442079', { prefix: '+44', national: '2079' }],
    ['0812', { prefix: '+62', national: '0812' }],
    ['', { prefix: '+62', national: '' }],
  ] as const)('%j splits', (value, parts) => {
    expect(splitPhone(value)).toEqual(parts);
  });

  const number = () => screen.getByLabelText<HTMLInputElement>('Telepon');

  it('keeps the typed text and returns the normalised value', async () => {
    render(<Phone />);
    await userEvent.type(number(), '0812-3');
    expect(number().value).toBe('0812-3');
    expect(screen.getByRole('status').textContent).toBe('+628123');
    await userEvent.selectOptions(screen.getByLabelText('Kode negara'), '+1');
    expect(screen.getByRole('status').textContent).toBe('+18123');
  });

  it('follows a value set from outside, and an unknown country code survives', async () => {
    render(<Phone initial="+6581234" />);
    expect(number().value).toBe('+6581234');
    await userEvent.click(screen.getByRole('button', { name: 'Salin' }));
    expect(number().value).toBe('20');
    expect(screen.getByLabelText<HTMLSelectElement>('Kode negara').value).toBe('+44');
  });

  it('moves a pasted country code into the select when the field is left', async () => {
    render(<Phone />);
    await userEvent.click(number());
    await userEvent.paste('+44 20 7946');
    await userEvent.tab();
    expect(number().value).toBe('207946');
    expect(screen.getByLabelText<HTMLSelectElement>('Kode negara').value).toBe('+44');
    expect(screen.getByRole('status').textContent).toBe('+44207946');
  });
});
