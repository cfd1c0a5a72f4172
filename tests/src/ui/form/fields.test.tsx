import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { RadioGroup } from '../../../../src/ui/form/choice.tsx';
import { CodeInput } from '../../../../src/ui/form/code-input.tsx';
import { TextField } from '../../../../src/ui/form/field.tsx';
import { joinPhone } from '../../../../src/ui/form/phone.ts';
import { PhoneField } from '../../../../src/ui/form/phone-field.tsx';
import { enter, press } from '../../screens/page.ts';

const SIZES = [
  { value: 's', label: 'S' },
  { value: 'm', label: 'M' },
];

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

describe('phone numbers (§5.12)', () => {
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

describe('the boxes of a code (§2.430)', () => {
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
    await userEvent.type(input, '56');
    expect(onComplete.mock.calls).toEqual([['123456']]);
    // Full boxes begin again, typed or pasted.
    await userEvent.type(input, '7');
    expect(input).toHaveValue('7');
    await userEvent.paste('654 321');
    expect(input).toHaveValue('654321');
    expect(onComplete.mock.calls).toEqual([['123456'], ['654321']]);
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
