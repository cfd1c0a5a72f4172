// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultPageSettings } from '../../../../contract/settings.ts';
import { takeSettings } from '../../../../src/app/product.ts';
import { ForgotLink } from '../../../../src/screens/login/forgot-link.tsx';
import { googleReturn } from '../../../../src/screens/login/google-return.ts';
import { LoginView } from '../../../../src/screens/login/login.view.tsx';
import { RegisterView } from '../../../../src/screens/register/register.view.tsx';
import { draw } from '../purchase-data.tsx';

const google = { busy: false, onPress: () => {} };

afterEach(() => takeSettings(defaultPageSettings));

describe('the sign-in form', () => {
  const login = (change: Partial<Parameters<typeof LoginView>[0]> = {}) =>
    draw(
      <LoginView
        phase="editing"
        success={null}
        error={null}
        google={google}
        switcher={null}
        onEdit={() => {}}
        onSubmit={() => {}}
        {...change}
      />,
    );
  const email = () => screen.getByRole('textbox', { name: /^Email/ });
  const password = () => screen.getByLabelText(/^Password/);
  const submit = () => screen.getByRole('button', { name: 'Login' });

  it('offers no Google where the server has none', () => {
    takeSettings({ ...defaultPageSettings, google: false });
    login();
    expect(screen.queryByRole('button', { name: /Google/ })).not.toBeInTheDocument();
  });

  it('names both missing fields in its own words and sends no call', async () => {
    const onSubmit = vi.fn();
    login({ onSubmit });
    await userEvent.click(submit());
    expect(await screen.findByText('Email wajib diisi')).toBeVisible();
    expect(screen.getByText('Kata sandi wajib diisi')).toBeVisible();
    await userEvent.type(email(), 'bukan-email');
    expect(await screen.findByText('Format email tidak valid')).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('submits the input', async () => {
    const onSubmit = vi.fn();
    login({ onSubmit });
    await userEvent.type(email(), 'pembeli@contoh.id');
    await userEvent.type(password(), 'tiket1234{Enter}');
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({
      email: 'pembeli@contoh.id',
      password: 'tiket1234',
    });
  });

  it('reports every edit, so that an error can be cleared', async () => {
    const onEdit = vi.fn();
    login({ onEdit, error: { key: 'login.failed' } });
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Login failed. Please check your credentials.',
    );
    await userEvent.type(email(), 'a');
    expect(onEdit).toHaveBeenCalledOnce();
  });

  it.each(['busy', 'done'] as const)('takes nothing while it is %s', async (phase) => {
    const onSubmit = vi.fn();
    login({ phase, onSubmit, success: 'Login successful! Redirecting...' });
    expect(submit()).toHaveAttribute('aria-busy', 'true');
    expect(email()).toHaveAttribute('readonly');
    expect(screen.getByRole('status')).toHaveTextContent('Login successful! Redirecting...');
    await userEvent.click(submit());
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('offers Google, and says when it is refused', async () => {
    const onPress = vi.fn();
    const words = 'Failed to get Google authentication URL. Please try again.';
    login({ google: { busy: false, onPress }, error: { key: 'login.googleAddressFailed' } });
    expect(screen.getByRole('alert')).toHaveTextContent(words);
    await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }));
    expect(onPress).toHaveBeenCalledOnce();
  });

  it('is disabled while Google is being opened', async () => {
    const onPress = vi.fn();
    const onSubmit = vi.fn();
    login({ google: { busy: true, onPress }, onSubmit });
    const button = screen.getByRole('button', { name: 'Membuka Google...' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(email()).toHaveAttribute('readonly');
    expect(submit()).toHaveAttribute('aria-disabled', 'true');
    expect(submit()).not.toHaveAttribute('aria-busy');
    await userEvent.click(button);
    await userEvent.click(submit());
    expect(onPress).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('disables Google while the form is being sent', async () => {
    const onPress = vi.fn();
    login({ phase: 'busy', google: { busy: false, onPress } });
    const button = screen.getByRole('button', { name: 'Continue with Google' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
    expect(onPress).not.toHaveBeenCalled();
  });

  it.each([
    ['cancelled', 'status', 'Masuk dengan Google dibatalkan. Coba lagi, atau pakai email.'],
    ['expired', 'status', 'Waktu untuk masuk dengan Google sudah habis. Silakan coba lagi.'],
    [
      'unverified',
      'status',
      'Alamat email akun Google Anda belum terverifikasi di Google. Verifikasi dulu di sana, atau pakai email.',
    ],
    ['failed', 'alert', 'Masuk dengan Google tidak berhasil. Coba lagi, atau pakai email.'],
  ])('tells who came back from Google: %s', (ending, role, words) => {
    const returned = googleReturn(`?google=${ending}&returnTo=%2Fprofile`);
    const { unmount } = login({ returned });
    expect(screen.getByRole(role)).toHaveTextContent(words);
    unmount();
    login({ returned, error: { key: 'login.networkFailed' } });
    expect(screen.queryByText(words)).toBeNull();
  });

  it.each(['', '?google=', '?google=constructor', '?returnTo=%2Fgoogle'])(
    'takes %j for no return from Google',
    (search) => {
      expect(googleReturn(search)).toBeNull();
    },
  );

  it('leads to a new password, but not while it is being sent', async () => {
    const onLeave = vi.fn();
    const link = (locked: boolean) => (
      <ForgotLink
        returnTo={{ name: 'event', slug: 'konser-senja-jakarta' }}
        locked={locked}
        onLeave={onLeave}
      />
    );
    const { unmount } = login({ forgot: link(true) });
    const found = () => screen.getByRole('link', { name: 'Lupa kata sandi?' });
    expect(found()).toHaveAttribute(
      'href',
      '/forgot-password?returnTo=/event/konser-senja-jakarta',
    );
    await userEvent.click(found());
    expect(onLeave).not.toHaveBeenCalled();
    unmount();
    login({ forgot: link(false) });
    await userEvent.click(found());
    expect(onLeave).toHaveBeenCalledOnce();
  });
});

describe('the registration form', () => {
  const register = (onSubmit = vi.fn()) => {
    draw(
      <RegisterView
        phase="editing"
        success={null}
        error={null}
        google={google}
        switcher={null}
        onEdit={() => {}}
        onSubmit={onSubmit}
      />,
    );
    return onSubmit;
  };
  const fill = async (password: string) => {
    await userEvent.type(screen.getByRole('textbox', { name: /^Nama Depan/ }), ' Budi ');
    await userEvent.type(screen.getByRole('textbox', { name: /^Nama Belakang/ }), 'Santoso');
    await userEvent.type(screen.getByRole('textbox', { name: /^Nomor Telepon/ }), '0812-3456-7890');
    await userEvent.type(screen.getByRole('textbox', { name: /^Email/ }), 'budi@contoh.id');
    await userEvent.type(screen.getByLabelText(/^Password/), password);
  };
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
  const met = () =>
    within(screen.getByRole('list', { name: 'Syarat kata sandi' }))
      .getAllByRole('listitem')
      .map((rule) => rule.hasAttribute('data-met'));

  it('ticks the rules of the password as it is typed', async () => {
    register();
    const password = screen.getByLabelText(/^Password/);
    expect(met()).toEqual([false, false, false]);
    await userEvent.type(password, 'abc');
    expect(met()).toEqual([false, true, false]);
    await userEvent.type(password, '1');
    expect(met()).toEqual([false, true, true]);
    await userEvent.type(password, 'defg');
    expect(met()).toEqual([true, true, true]);
  });

  it('refuses without the terms, in the words of the spec', async () => {
    const onSubmit = register();
    await fill('tiket1234');
    await submit();
    expect(
      await screen.findByText('Please agree to the Terms of Service and Privacy Policy'),
    ).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it.each([
    ['abc1', 'Password must be at least 8 characters'],
    ['12345678', 'Password must contain at least one letter'],
    ['abcdefgh', 'Password must contain at least one number'],
  ])('refuses the password %s', async (password, words) => {
    const onSubmit = register();
    await fill(password);
    await submit();
    expect(await screen.findByText(words, { selector: '[id$="-error"] *' })).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it.each([
    ['0812-3456-7890', 'Disimpan sebagai +62 812-3456-7890'],
    ['812 3456 7890', 'Disimpan sebagai +62 812-3456-7890'],
    ['6281234567890', 'Disimpan sebagai +62 812-3456-7890'],
    ['+12025550123', 'Disimpan sebagai +1 202-5550-123'],
    ['0812', 'Contoh: 0812-3456-7890'],
  ])('shows how the phone %s will be kept', async (typed, words) => {
    register();
    const phone = screen.getByRole('textbox', { name: /^Nomor Telepon/ });
    expect(phone).toHaveAccessibleDescription('Contoh: 0812-3456-7890');
    await userEvent.type(phone, typed);
    expect(phone).toHaveAccessibleDescription(words);
  });

  it('requires every field but the last name before it submits', async () => {
    const onSubmit = register();
    await submit();
    expect(await screen.findAllByText('Nama wajib diisi')).toHaveLength(1);
    expect(screen.getByText('Nomor telepon tidak valid')).toBeVisible();
    expect(screen.getByText('Email wajib diisi')).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('takes a name of one word', async () => {
    const onSubmit = register();
    await fill('tiket1234');
    await userEvent.clear(screen.getByRole('textbox', { name: /^Nama Belakang/ }));
    await userEvent.click(screen.getByRole('checkbox'));
    await submit();
    expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ firstName: 'Budi', lastName: '' });
  });

  it('submits names without spaces and the phone with its prefix', async () => {
    const onSubmit = register();
    await fill('tiket1234');
    await userEvent.click(screen.getByRole('checkbox'));
    await submit();
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({
      firstName: 'Budi',
      lastName: 'Santoso',
      phoneNumber: '+6281234567890',
      email: 'budi@contoh.id',
      password: 'tiket1234',
    });
  });
});
