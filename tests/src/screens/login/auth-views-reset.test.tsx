// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { CompleteProfileView } from '../../../../src/screens/complete-profile/complete-profile.view.tsx';
import {
  AskCodeView,
  ResetView,
} from '../../../../src/screens/forgot-password/forgot-password.view.tsx';
import { draw } from '../purchase-data.tsx';

const nothing = () => {};

describe('asking for a code for a new password', () => {
  const view = (change: Partial<Parameters<typeof AskCodeView>[0]> = {}) =>
    draw(
      <AskCodeView
        email={null}
        busy={false}
        error={null}
        onEdit={nothing}
        onAsk={nothing}
        onLeave={nothing}
        {...change}
      />,
    );
  const email = () => screen.getByRole('textbox', { name: /^Email/ });
  const send = () => screen.getByRole('button', { name: 'Kirim kode' });

  it('asks for an address and submits it without spaces', async () => {
    const onAsk = vi.fn();
    view({ onAsk });
    await userEvent.click(send());
    expect(await screen.findByText('Email wajib diisi')).toBeVisible();
    await userEvent.type(email(), 'bukan-email');
    expect(await screen.findByText('Format email tidak valid')).toBeVisible();
    expect(onAsk).not.toHaveBeenCalled();
    await userEvent.clear(email());
    await userEvent.type(email(), ' ratna@contoh.id {Enter}');
    expect(onAsk).toHaveBeenCalledExactlyOnceWith('ratna@contoh.id');
  });

  it('accepts no input while the code is being requested', async () => {
    const onAsk = vi.fn();
    view({ email: 'ratna@contoh.id', busy: true, onAsk });
    expect(send()).toHaveAttribute('aria-busy', 'true');
    expect(email()).toHaveAttribute('readonly');
    await userEvent.type(email(), '{Enter}');
    expect(onAsk).not.toHaveBeenCalled();
  });

  it('shows the error, keeps the address for correction, and leads back', async () => {
    const onEdit = vi.fn();
    const onLeave = vi.fn();
    const words = 'Failed to send verification code. Please try again.';
    view({ email: 'ratna@contoh.id', error: { key: 'otp.sendFailed' }, onEdit, onLeave });
    expect(screen.getByRole('alert')).toHaveTextContent(words);
    expect(email()).toHaveValue('ratna@contoh.id');
    await waitFor(() => expect(email()).toHaveFocus());
    await userEvent.type(email(), 'x');
    expect(onEdit).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Back to Login' }));
    expect(onLeave).toHaveBeenCalledOnce();
  });
});

describe('choosing a new password with the code', () => {
  const view = (change: Partial<Parameters<typeof ResetView>[0]> = {}) => (
    <ResetView
      email="ratna@contoh.id"
      phase="entering"
      error={null}
      clearings={0}
      deadline={performance.now() + 15 * 60_000}
      resend="ready"
      resendAt={null}
      onEdit={nothing}
      onSubmit={nothing}
      onResend={nothing}
      onChangeEmail={nothing}
      onLeave={nothing}
      {...change}
    />
  );
  const boxes = () => screen.getByRole('textbox', { name: 'Kode verifikasi' });
  const password = () => screen.getByLabelText(/^Kata sandi baru/);
  const save = () => screen.getByRole('button', { name: 'Simpan dan masuk' });

  it('begins in the boxes, with the address masked and the clock running', () => {
    const { container } = draw(view());
    expect(boxes()).toHaveFocus();
    expect(boxes()).toHaveAttribute('autocomplete', 'one-time-code');
    expect(screen.getByText(/ra\*\*\*@contoh\.id/)).toBeVisible();
    expect(container).not.toHaveTextContent('ratna@contoh.id');
    expect(screen.getByRole('timer', { name: 'Kode berlaku' })).toHaveTextContent('15:00');
  });

  it('is enabled by six digits, then checks the password rules, then submits both', async () => {
    const onSubmit = vi.fn();
    draw(view({ onSubmit }));
    await userEvent.type(boxes(), '12345');
    expect(save()).toBeDisabled();
    await userEvent.paste('123 456');
    await userEvent.type(boxes(), '6');
    expect(save()).toBeEnabled();
    await userEvent.type(password(), 'abc1');
    await userEvent.click(save());
    expect(
      await screen.findByText('Password must be at least 8 characters', {
        selector: '[id$="-error"] *',
      }),
    ).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.type(password(), 'defg');
    const met = screen.getAllByRole('listitem').map((rule) => rule.hasAttribute('data-met'));
    expect(met).toEqual([true, true, true]);
    await userEvent.click(save());
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith('123451', 'abc1defg');
  });

  it('empties the boxes of a wrong code and keeps the password', async () => {
    const words = 'Invalid verification code. Please try again.';
    const { rerender } = render(view());
    await userEvent.type(boxes(), '123456');
    await userEvent.type(password(), 'tiket1234');
    rerender(view({ clearings: 1, error: { key: 'otp.invalid' } }));
    expect(boxes()).toHaveValue('');
    expect(boxes()).toHaveFocus();
    expect(password()).toHaveValue('tiket1234');
    expect(screen.getByRole('alert')).toHaveTextContent(words);
  });

  it('keeps the boxes for an invalid password', async () => {
    const words = 'This password is too common. Please choose another one.';
    const { rerender } = render(view());
    await userEvent.type(boxes(), '123456');
    rerender(view({ error: { sentence: words, code: 'passwordTooEasy' } }));
    expect(boxes()).toHaveValue('123456');
    expect(screen.getByRole('alert')).toHaveTextContent(words);
  });

  it.each(['submitting', 'expired', 'verified'] as const)(
    'takes nothing while %s',
    async (phase) => {
      const onSubmit = vi.fn();
      const { rerender } = render(view({ onSubmit }));
      await userEvent.type(boxes(), '123456');
      await userEvent.type(password(), 'tiket1234');
      rerender(view({ onSubmit, phase }));
      await userEvent.type(password(), '{Enter}');
      expect(boxes()).toHaveAttribute('readonly');
      expect(onSubmit).not.toHaveBeenCalled();
    },
  );

  it('says when the code ran out, and offers another one and another address', async () => {
    const onResend = vi.fn();
    const onChangeEmail = vi.fn();
    const words = 'OTP has expired. Please request a new code.';
    draw(
      view({
        phase: 'expired',
        error: { key: 'otp.expired' },
        deadline: null,
        onResend,
        onChangeEmail,
      }),
    );
    expect(screen.getByRole('alert')).toHaveTextContent(words);
    expect(screen.queryByRole('timer')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Kirim ulang kode' }));
    expect(onResend).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Ganti alamat' }));
    expect(onChangeEmail).toHaveBeenCalledOnce();
  });

  it('says that it worked, and nothing more can be asked for', () => {
    draw(view({ phase: 'verified', error: { key: 'otp.expired' } }));
    expect(screen.getByText('Kata sandi baru tersimpan. Mengarahkan...')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: /Kirim ulang|Ganti alamat/ })).toBeNull();
  });
});

describe('completing a Google account', () => {
  const view = (change: Partial<Parameters<typeof CompleteProfileView>[0]> = {}) =>
    draw(
      <CompleteProfileView
        saving={false}
        error={null}
        skip={null}
        onEdit={nothing}
        onSave={nothing}
        {...change}
      />,
    );
  const phone = () => screen.getByRole('textbox', { name: /^Nomor Telepon/ });

  it('asks for a number, shows its stored form and submits it with its prefix', async () => {
    const onSave = vi.fn();
    view({ onSave });
    await userEvent.type(phone(), '0812{Enter}');
    expect(await screen.findByText('Nomor telepon tidak valid')).toBeVisible();
    expect(onSave).not.toHaveBeenCalled();
    await userEvent.type(phone(), '34567890');
    expect(phone()).toHaveAccessibleDescription(/Disimpan sebagai \+62 812-3456-7890/);
    await userEvent.click(screen.getByRole('button', { name: 'Simpan dan lanjutkan' }));
    expect(onSave).toHaveBeenCalledExactlyOnceWith('+6281234567890');
  });

  it('is disabled while it is being saved, and shows the error', async () => {
    const onSave = vi.fn();
    const { unmount } = view({ saving: true, onSave });
    expect(screen.getByRole('button', { name: 'Menyimpan...' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    await userEvent.type(phone(), '081234567890{Enter}');
    expect(onSave).not.toHaveBeenCalled();
    unmount();
    const words = 'Network error. Please check your connection and try again.';
    view({ error: words });
    expect(screen.getByRole('alert')).toHaveTextContent(words);
  });
});
