// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { codeDeadline, resendMoment } from '../../../../src/screens/verify-code/use-code.ts';
import { VerifyCodeView } from '../../../../src/screens/verify-code/verify-code.view.tsx';
import { draw } from '../purchase-data.tsx';

describe('the code form', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const view = (change: Partial<Parameters<typeof VerifyCodeView>[0]> = {}) => (
    <VerifyCodeView
      variant="full"
      email="pembeli@contoh.id"
      phase="entering"
      error={null}
      clearings={0}
      deadline={performance.now() + 15 * 60_000}
      resend="ready"
      resendAt={null}
      onEdit={() => {}}
      onSubmit={() => {}}
      onResend={() => {}}
      onLeave={() => {}}
      {...change}
    />
  );
  const boxes = () => screen.getByRole('textbox', { name: 'Kode verifikasi' });
  const submit = () => screen.getByRole('button', { name: 'Verifikasi' });

  it('masks the address and shows how long the code lives', () => {
    draw(view());
    expect(screen.getByText(/pe\*\*\*@contoh\.id/)).toBeVisible();
    expect(document.body).not.toHaveTextContent('pembeli@contoh.id');
    expect(screen.getByRole('timer', { name: 'Kode berlaku' })).toHaveTextContent('15:00');
  });

  it('enables the button with the sixth digit and submits the code', async () => {
    const onSubmit = vi.fn();
    draw(view({ onSubmit }));
    await userEvent.type(boxes(), '12345');
    expect(submit()).toBeDisabled();
    await userEvent.type(boxes(), '6');
    await userEvent.click(submit());
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith('123456');
  });

  it('marks the last minute', () => {
    draw(view({ deadline: performance.now() + 59_000 }));
    expect(screen.getByRole('timer', { name: 'Kode berlaku' })).toHaveAttribute('data-urgent');
  });

  it('clears the boxes on request', async () => {
    const { rerender } = render(view());
    await userEvent.type(boxes(), '123456');
    rerender(view({ clearings: 1 }));
    expect(boxes()).toHaveValue('');
  });

  it('counts down to the next code and then enables the request', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { unmount } = draw(view({ resend: 'coolingDown', resendAt: performance.now() + 60_000 }));
    const button = screen.getByRole('button', { name: 'Kirim ulang dalam 1:00' });
    expect(button).toBeDisabled();
    act(() => {
      vi.advanceTimersByTime(2000);
    });
    expect(button).toHaveTextContent('Kirim ulang dalam 0:58');
    unmount();
    vi.useRealTimers();
    draw(view({ resend: 'ready' }));
    expect(screen.getByRole('button', { name: 'Kirim ulang kode' })).toBeEnabled();
  });

  it('says when the day has no codes left, when one ran out, and when it worked', () => {
    const { unmount } = draw(view({ resend: 'dailyLimitReached' }));
    expect(screen.getByText('Batas pengiriman kode hari ini sudah tercapai.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Kirim ulang/ })).toBeNull();
    unmount();
    const expired = draw(
      view({
        phase: 'expired',
        error: { key: 'otp.expired' },
        deadline: null,
      }),
    );
    expect(screen.getByRole('alert')).toHaveTextContent(
      'OTP has expired. Please request a new code.',
    );
    expect(boxes()).toHaveAttribute('readonly');
    expect(boxes()).toHaveAttribute('aria-disabled', 'true');
    expired.unmount();
    draw(view({ phase: 'verified' }));
    expect(screen.getByText('Email terverifikasi. Mengarahkan...')).toBeVisible();
  });

  it('leads back to sign-in', async () => {
    const onLeave = vi.fn();
    draw(view({ variant: 'simple', onLeave }));
    await userEvent.click(screen.getByRole('button', { name: 'Back to Login' }));
    expect(onLeave).toHaveBeenCalledOnce();
  });

  it('counts the life of a code down where the server does not say how long it is', () => {
    expect(codeDeadline(null, true, 5_000)).toBe(905_000);
    expect(codeDeadline(null, false, 5_000)).toBeNull();
    const grant = { cooldownMs: 0, usedToday: 1, dailyLimit: 10 };
    expect(codeDeadline({ ...grant, deadline: 65_000, remainingMs: 60_000 }, true, 5_000)).toBe(
      65_000,
    );
  });

  it('knows when the next code may be requested', () => {
    const grant = { usedToday: 1, dailyLimit: 10 };
    const at = (deadline: number | null, remainingMs: number | null, cooldownMs: number) =>
      resendMoment({ ...grant, deadline, remainingMs, cooldownMs }, 5_000);
    expect(at(901_000, 900_000, 60_000)).toBe(61_000);
    expect(at(null, null, 60_000)).toBe(65_000);
    expect(at(901_000, 900_000, 0)).toBeNull();
    expect(resendMoment(null, 5_000)).toBeNull();
  });
});
