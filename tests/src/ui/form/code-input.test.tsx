// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { CodeInput } from '../../../../src/ui/form/code-input.tsx';

function Code({ onComplete }: { readonly onComplete?: (digits: string) => void }) {
  const [value, setValue] = useState('');
  return (
    <CodeInput
      label="Kode verifikasi"
      value={value}
      onChange={setValue}
      {...(onComplete && { onComplete })}
    />
  );
}

const input = () => screen.getByLabelText<HTMLInputElement>('Kode verifikasi');
const boxes = (container: HTMLElement) =>
  [...container.querySelectorAll('[aria-hidden="true"] > span')].map((box) => box.textContent);

describe('CodeInput', () => {
  it('is one text input for digits with one-time-code autofill', () => {
    render(<Code />);
    expect(screen.getAllByRole('textbox')).toHaveLength(1);
    expect(input().getAttribute('inputmode')).toBe('numeric');
    expect(input().getAttribute('autocomplete')).toBe('one-time-code');
  });

  it('shows the typed digits and completes once with the sixth', async () => {
    const onComplete = vi.fn();
    const { container } = render(<Code onComplete={onComplete} />);
    await userEvent.type(input(), '12a34');
    expect(boxes(container)).toEqual(['1', '2', '3', '4', '', '']);
    expect(onComplete).not.toHaveBeenCalled();
    await userEvent.type(input(), '567');
    expect(input().value).toBe('123456');
    expect(onComplete.mock.calls).toEqual([['123456']]);
  });

  it.each(['123456', '123 456', ' 123-456\n', 'Kode: 123456'])(
    'takes a pasted %j',
    async (pasted) => {
      const onComplete = vi.fn();
      render(<Code onComplete={onComplete} />);
      await userEvent.click(input());
      await userEvent.paste(pasted);
      expect(input().value).toBe('123456');
      expect(onComplete.mock.calls).toEqual([['123456']]);
    },
  );

  it('deletes the last digit with backspace, wherever it was clicked', async () => {
    const { container } = render(<Code />);
    await userEvent.type(input(), '1234');
    await userEvent.keyboard('{Backspace}{Backspace}');
    expect(boxes(container)).toEqual(['1', '2', '', '', '', '']);
    await userEvent.type(input(), '9', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    expect(input().value).toBe('129');
  });

  it('links the error to the input', () => {
    render(<CodeInput label="Kode" value="" onChange={vi.fn()} error="OTP salah" />);
    const control = screen.getByLabelText('Kode');
    expect(control.getAttribute('aria-invalid')).toBe('true');
    expect(control).toHaveAccessibleDescription('OTP salah');
  });
});
