import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultPageSettings } from '../../../../contract/settings.ts';
import { takeSettings } from '../../../../src/app/product.ts';
import { CompleteProfileView } from '../../../../src/screens/complete-profile/complete-profile.view.tsx';
import {
  AskCodeView,
  ResetView,
} from '../../../../src/screens/forgot-password/forgot-password.view.tsx';
import { googleReturn } from '../../../../src/screens/login/google-return.ts';
import { LoginView } from '../../../../src/screens/login/login.view.tsx';
import { RegisterView } from '../../../../src/screens/register/register.view.tsx';
import { VerifyCodeView } from '../../../../src/screens/verify-code/verify-code.view.tsx';
import { button, enter, itPasses, itReads, lacks, press, reads } from '../page.ts';
import { draw } from '../purchase-data.tsx';

afterEach(() => takeSettings(defaultPageSettings));

const email = () => screen.getByRole('textbox', { name: /^Email/ });
const boxes = () => screen.getByRole('textbox', { name: 'Kode verifikasi' });
const isBusy = (name: string) => button(name).getAttribute('aria-busy') === 'true';

describe('the sign-in form (§2.420)', () => {
  type Props = Parameters<typeof LoginView>[0];
  const login = (change: Partial<Props> = {}) => {
    const props: Props = {
      phase: 'editing',
      success: null,
      error: null,
      google: { busy: false, onPress: vi.fn() },
      switcher: null,
      onEdit: vi.fn(),
      onSubmit: vi.fn(),
      ...change,
    };
    draw(<LoginView {...props} />);
    return props;
  };

  it('names both missing fields in its own words and sends no call', async () => {
    const { onSubmit } = login();
    press('Login');
    await screen.findByText('Email wajib diisi');
    reads('Kata sandi wajib diisi');
    enter(/^Email/, 'bukan-email');
    await screen.findByText('Format email tidak valid');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('names the cookies that the browser refuses', () => {
    const enabled = vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    login();
    enabled.mockRestore();
    reads({ alert: /Izinkan cookie/ });
  });

  it('reports every edit, so that an error can be cleared, and submits the input (§4.89)', async () => {
    const { onSubmit, onEdit } = login({ error: { key: 'login.failed' } });
    reads({ alert: 'Login failed. Please check your credentials.' });
    enter(/^Email/, 'pembeli@contoh.id');
    expect(onEdit).toHaveBeenCalledOnce();
    await userEvent.type(screen.getByLabelText(/^Kata sandi/), 'tiket1234{Enter}');
    const input = { email: 'pembeli@contoh.id', password: 'tiket1234' };
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith(input);
  });

  it.each(['busy', 'done'] as const)('takes nothing while it is %s', (phase) => {
    const { onSubmit, google } = login({ phase, success: 'Login successful! Redirecting...' });
    expect(isBusy('Login')).toBe(true);
    expect(email()).toHaveAttribute('readonly');
    reads({ status: 'Login successful! Redirecting...' });
    press('Login', 'Continue with Google');
    expect(button('Continue with Google')).toHaveAttribute('aria-disabled', 'true');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(google.onPress).not.toHaveBeenCalled();
  });

  it('offers Google where the server has it, and says when it is refused (§8.11)', () => {
    const { google } = login({ error: { key: 'login.googleAddressFailed' } });
    reads({ alert: 'Failed to get Google authentication URL. Please try again.' });
    press('Continue with Google');
    expect(google.onPress).toHaveBeenCalledOnce();
    cleanup();
    takeSettings({ ...defaultPageSettings, google: false });
    login();
    lacks({ button: /Google/ });
  });

  it.each([
    ['cancelled', 'status', 'Masuk dengan Google dibatalkan. Coba lagi, atau pakai email.'],
    ['expired', 'status', 'Waktu untuk masuk dengan Google sudah habis. Silakan coba lagi.'],
    ['unverified', 'status', 'Alamat email akun Google Anda belum terverifikasi di Google.'],
    ['failed', 'alert', 'Masuk dengan Google tidak berhasil. Coba lagi, atau pakai email.'],
  ])('tells who came back from Google: %s', (ending, role, words) => {
    const returned = googleReturn(`?google=${ending}&returnTo=%2Fprofile`);
    login({ returned });
    reads({ [role]: words });
    cleanup();
    login({ returned, error: { key: 'login.networkFailed' } });
    expect(document.body).not.toHaveTextContent(words);
  });
});

describe('the registration form (§2.421, §5.11)', () => {
  const budi = { first: ' Budi ', last: 'Santoso', password: 'tiket1234', agrees: true };
  /** Fills the form in and submits it; returns what was sent. */
  const register = (change: Partial<typeof budi> | null = {}) => {
    const onSubmit = vi.fn();
    draw(
      <RegisterView
        phase="editing"
        success={null}
        error={null}
        google={{ busy: false, onPress: () => {} }}
        switcher={null}
        onEdit={() => {}}
        onSubmit={onSubmit}
      />,
    );
    if (change === null) return onSubmit;
    const { first, last, password, agrees } = { ...budi, ...change };
    enter(/^Nama Depan/, first);
    enter(/^Nama Belakang/, last);
    enter(/^Nomor Telepon/, '0812-3456-7890');
    enter(/^Email/, 'budi@contoh.id');
    enter(/^Kata sandi/, password);
    if (agrees) fireEvent.click(screen.getByRole('checkbox'));
    press('Sign Up');
    return onSubmit;
  };

  it.each([
    [{ agrees: false }, 'Please agree to the Terms of Service and Privacy Policy'],
    [{ password: 'abc1' }, 'Password must be at least 8 characters'],
    [{ password: '12345678' }, 'Password must contain at least one letter'],
    [{ password: 'abcdefgh' }, 'Password must contain at least one number'],
  ])('refuses %o: %s', async (change, words) => {
    const onSubmit = register(change);
    const [error] = await screen.findAllByText(words, {
      selector: '[role=alert] *, [id$="-error"] *',
    });
    expect(error).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it.each([
    ['0812-3456-7890', 'Disimpan sebagai +62 812-3456-7890'],
    ['812 3456 7890', 'Disimpan sebagai +62 812-3456-7890'],
    ['6281234567890', 'Disimpan sebagai +62 812-3456-7890'],
    ['+12025550123', 'Disimpan sebagai +1 202-5550-123'],
    ['0812', 'Contoh: 0812-3456-7890'],
  ])('shows how the phone %s will be kept', (typed, words) => {
    register(null);
    const phone = screen.getByRole('textbox', { name: /^Nomor Telepon/ });
    expect(phone).toHaveAccessibleDescription('Contoh: 0812-3456-7890');
    enter(/^Nomor Telepon/, typed);
    expect(phone).toHaveAccessibleDescription(words);
  });

  it('requires every field but the last name before it submits', async () => {
    const onSubmit = register(null);
    press('Sign Up');
    expect(await screen.findAllByText('Nama wajib diisi')).toHaveLength(1);
    reads('Nomor telepon tidak valid', 'Email wajib diisi');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it.each(['Santoso', ''])('submits the last name %j, names without spaces', async (last) => {
    const onSubmit = register({ last });
    await waitFor(() =>
      expect(onSubmit).toHaveBeenCalledExactlyOnceWith({
        firstName: 'Budi',
        lastName: last,
        phoneNumber: '+6281234567890',
        email: 'budi@contoh.id',
        password: 'tiket1234',
      }),
    );
  });
});

/** What the forms of a code have in common. */
const coded = () => ({
  phase: 'entering' as const,
  error: null,
  clearings: 0,
  deadline: performance.now() + 15 * 60_000,
  resend: 'ready' as const,
  resendAt: null,
  onEdit: vi.fn(),
  onSubmit: vi.fn(),
  onResend: vi.fn(),
  onLeave: vi.fn(),
});

const expired = { phase: 'expired', error: { key: 'otp.expired' }, deadline: null } as const;

describe('the code form (§2.430)', () => {
  type Props = Parameters<typeof VerifyCodeView>[0];
  const props = (change: Partial<Props> = {}): Props => ({
    variant: 'full',
    email: 'pembeli@contoh.id',
    ...coded(),
    ...change,
  });
  const view = (change: Partial<Props> = {}) => {
    const given = props(change);
    draw(<VerifyCodeView {...given} />);
    return given;
  };
  const limit = 'Batas pengiriman kode hari ini sudah tercapai.';
  const again = { button: 'Kirim ulang kode' };

  itReads(view, [
    [[/pe\*\*\*@contoh\.id/, { no: /pembeli@contoh\.id/ }, again], {}],
    [[limit, { no: { button: /Kirim ulang/ } }], { resend: 'dailyLimitReached' }],
    [{ alert: 'OTP has expired. Please request a new code.' }, expired],
    ['Email terverifikasi. Mengarahkan...', { phase: 'verified' }],
  ]);
  itPasses(view, [['Back to Login', 'onLeave', { variant: 'simple' }]]);

  it('submits the code with the sixth digit, again by the button, and clears on request', () => {
    const given = props();
    const { rerender } = draw(<VerifyCodeView {...given} />);
    enter('Kode verifikasi', '12345');
    expect(button('Verifikasi')).toBeDisabled();
    enter('Kode verifikasi', '123456');
    expect(given.onSubmit).toHaveBeenCalledExactlyOnceWith('123456');
    press('Verifikasi');
    expect(given.onSubmit).toHaveBeenCalledTimes(2);
    rerender(<VerifyCodeView {...given} clearings={1} />);
    expect(boxes()).toHaveValue('');
    rerender(<VerifyCodeView {...given} {...expired} />);
    expect(boxes()).toHaveAttribute('readonly');
    expect(boxes()).toHaveAttribute('aria-disabled', 'true');
  });

  it('counts down to the next code', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    view({ resend: 'coolingDown', resendAt: performance.now() + 60_000 });
    const resend = button('Kirim ulang dalam 1:00');
    expect(resend).toBeDisabled();
    act(() => void vi.advanceTimersByTime(2000));
    expect(resend).toHaveTextContent('Kirim ulang dalam 0:58');
  });
});

describe('asking for a code for a new password (§2.435)', () => {
  type Props = Parameters<typeof AskCodeView>[0];
  const view = (change: Partial<Props> = {}) => {
    const props: Props = {
      email: null,
      busy: false,
      error: null,
      onEdit: vi.fn(),
      onAsk: vi.fn(),
      onLeave: vi.fn(),
      ...change,
    };
    draw(<AskCodeView {...props} />);
    return props;
  };

  it('asks for an address and submits it without spaces', async () => {
    const { onAsk } = view();
    press('Kirim kode');
    await screen.findByText('Email wajib diisi');
    enter(/^Email/, 'bukan-email');
    await screen.findByText('Format email tidak valid');
    expect(onAsk).not.toHaveBeenCalled();
    enter(/^Email/, ' ratna@contoh.id ');
    press('Kirim kode');
    await waitFor(() => expect(onAsk).toHaveBeenCalledExactlyOnceWith('ratna@contoh.id'));
  });

  it('shows the error, keeps the address for correction, and leads back', async () => {
    const error = { key: 'otp.sendFailed' } as const;
    const { onEdit, onLeave } = view({ email: 'ratna@contoh.id', error });
    reads({ alert: 'Failed to send verification code. Please try again.' });
    expect(email()).toHaveValue('ratna@contoh.id');
    await waitFor(() => expect(email()).toHaveFocus());
    enter(/^Email/, 'ratna@contoh.i');
    expect(onEdit).toHaveBeenCalledOnce();
    press('Back to Login');
    expect(onLeave).toHaveBeenCalledOnce();
  });
});

describe('choosing a new password with the code', () => {
  type Props = Parameters<typeof ResetView>[0];
  const opened = (change: Partial<Props> = {}) => {
    const given: Props = {
      email: 'ratna@contoh.id',
      ...coded(),
      onChangeEmail: vi.fn(),
      ...change,
    };
    const { rerender } = draw(<ResetView {...given} />);
    return {
      ...given,
      turn: (more: Partial<Props>) => rerender(<ResetView {...given} {...more} />),
    };
  };
  const fill = (code: string, secret: string) => {
    enter('Kode verifikasi', code);
    enter(/^Kata sandi baru/, secret);
  };
  const tooEasy = { sentence: 'This password is too common.', code: 'passwordTooEasy' } as const;
  const verified = { phase: 'verified', error: { key: 'otp.expired' } } as const;

  itReads(opened, [
    [[/ra\*\*\*@contoh\.id/, { no: /ratna@contoh\.id/ }, { timer: 'Kode berlaku selama' }], {}],
    [[{ alert: 'OTP has expired. Please request a new code.' }, { no: { timer: /./ } }], expired],
    [['Kata sandi baru tersimpan. Mengarahkan...', { no: { alert: /./ } }], verified],
    [{ no: { button: /Kirim ulang|Ganti alamat/ } }, verified],
  ]);
  itPasses(opened, [
    ['Kirim ulang kode', 'onResend', expired],
    ['Ganti alamat', 'onChangeEmail', expired],
  ]);

  it('begins in the boxes, is enabled by six digits, checks the password and submits both', async () => {
    const { onSubmit } = opened();
    expect(boxes()).toHaveFocus();
    expect(boxes()).toHaveAttribute('autocomplete', 'one-time-code');
    enter('Kode verifikasi', '12345');
    expect(button('Simpan dan masuk')).toBeDisabled();
    fill('123456', 'abc1');
    press('Simpan dan masuk');
    const words = 'Password must be at least 8 characters';
    await screen.findByText(words, { selector: '[id$="-error"] *' });
    expect(onSubmit).not.toHaveBeenCalled();
    enter(/^Kata sandi baru/, 'abc1defg');
    const rules = screen.getAllByRole('listitem');
    expect(rules.map((rule) => rule.hasAttribute('data-met'))).toEqual([true, true, true]);
    press('Simpan dan masuk');
    await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith('123456', 'abc1defg'));
  });

  it('empties the boxes of a wrong code, keeps them for an invalid password, and keeps that (§8.13)', () => {
    const { turn } = opened();
    fill('123456', 'tiket1234');
    turn({ error: tooEasy });
    expect(boxes()).toHaveValue('123456');
    reads({ alert: 'Kata sandi ini terlalu mudah ditebak. Pilih yang lain.' });
    turn({ clearings: 1, error: { key: 'otp.invalid' } });
    expect(boxes()).toHaveValue('');
    expect(boxes()).toHaveFocus();
    expect(screen.getByLabelText(/^Kata sandi baru/)).toHaveValue('tiket1234');
    reads({ alert: 'Invalid verification code. Please try again.' });
  });

  it.each(['submitting', 'expired', 'verified'] as const)(
    'takes nothing while %s',
    async (phase) => {
      const { turn, onSubmit } = opened();
      fill('123456', 'tiket1234');
      turn({ phase });
      await userEvent.type(screen.getByLabelText(/^Kata sandi baru/), '{Enter}');
      expect(boxes()).toHaveAttribute('readonly');
      expect(onSubmit).not.toHaveBeenCalled();
    },
  );
});

describe('completing a Google account (§2.436)', () => {
  const view = (change: Partial<Parameters<typeof CompleteProfileView>[0]> = {}) => {
    const onSave = vi.fn();
    draw(
      <CompleteProfileView
        saving={false}
        error={null}
        skip={null}
        onEdit={() => {}}
        onSave={onSave}
        {...change}
      />,
    );
    return onSave;
  };
  const label = /^Nomor Telepon/;

  it('asks for a number, shows its stored form and submits it with its prefix (§9.44)', async () => {
    const onSave = view();
    enter(label, '0812');
    press('Simpan dan lanjutkan');
    await screen.findByText('Nomor telepon tidak valid');
    expect(onSave).not.toHaveBeenCalled();
    enter(label, '081234567890');
    const field = screen.getByLabelText(label);
    expect(field).toHaveAccessibleDescription(/Disimpan sebagai \+62 812-3456-7890/);
    press('Simpan dan lanjutkan');
    await waitFor(() => expect(onSave).toHaveBeenCalledExactlyOnceWith('+6281234567890'));
  });

  it('is disabled while it is being saved, and shows the error', async () => {
    const onSave = view({ saving: true, error: 'Network error.' });
    reads({ alert: 'Network error.' });
    expect(isBusy('Menyimpan...')).toBe(true);
    await userEvent.type(screen.getByLabelText(label), '081234567890{Enter}');
    expect(onSave).not.toHaveBeenCalled();
  });
});
