import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessible.ts';
import { pressRetry } from '../../support/browser/on-screen.ts';
import { test } from '../../support/browser/shop.ts';
import { expectNoSidewaysScroll, password } from '../steps.ts';

const login = '**/api/auth/login';
const register = '**/api/auth/register';
const me = '**/api/auth/me';
const generate = '**/api/auth/generate-otp';
const validate = '**/api/auth/validate-otp';
const profile = '**/api/profile';

const main = (page: Page) => page.getByRole('main');
const saysInAlert = (page: Page, words: string) =>
  expect(main(page).getByRole('alert').filter({ hasText: words })).toBeVisible();

async function enter(page: Page, email: string, typed = password) {
  const form = main(page).locator('form');
  await form.locator('input[type=email]').fill(email);
  await form.locator('input[type=password]').fill(typed);
  await form.getByRole('button', { name: 'Login', exact: true }).click();
}

let people = 0;

/** A registration as a buyer types it, with an address nobody has used yet. */
async function signUp(page: Page, isPhone: boolean) {
  people += 1;
  await page.getByLabel('Nama Depan').fill('Citra');
  await page.getByLabel('Nama Belakang').fill('Anggraini');
  await page.locator('input[type=tel]').fill('0812-3456-7890');
  await expect(page.getByText('Disimpan sebagai +62 812-3456-7890')).toBeVisible();
  await page.locator('input[type=email]').fill(`citra${people}${isPhone ? 'hp' : 'pc'}@contoh.id`);
  await page.locator('input[type=password]').fill('senja2026');
  await page.getByRole('checkbox').check();
  await main(page).getByRole('button', { name: 'Sign Up' }).click();
}

test.afterAll(async ({ app, playwright }) => {
  // The clock that ran ahead, and all who were made here, are nobody else's.
  const request = await playwright.request.newContext({ baseURL: app.url });
  const reset = await request.post('/dev/reset', { data: { keep_events: true } });
  expect(reset.status(), await reset.text()).toBe(200);
  await request.dispose();
});

test('sign-in says each of its words where they belong', async ({ page, calls }) => {
  await page.goto('/login');
  await enter(page, 'pembeli@contoh.id', 'salah1234');
  await saysInAlert(page, 'Login failed. Please check your credentials.');
  await expectAccessible(page);
  await page.locator('input[type=email]').pressSequentially('x');
  await expect(main(page).getByRole('alert')).toHaveCount(0);

  await page.route(login, (route) => route.abort());
  await enter(page, 'pembeli@contoh.id');
  await saysInAlert(page, 'Network error. Please try again.');
  await calls.mend();

  await calls.fail(generate);
  await enter(page, 'baru@contoh.id');
  await saysInAlert(page, 'Failed to send verification code. Please try again.');
  await calls.mend();

  await calls.fail(me);
  await enter(page, 'pembeli@contoh.id');
  await saysInAlert(
    page,
    'Login succeeded but session verification failed. Please refresh the page and try again.',
  );
  await calls.mend();

  await enter(page, 'pembeli@contoh.id');
  await expect(main(page).getByText('Login successful! Redirecting...')).toBeVisible();
  await page.waitForURL((url) => url.pathname === '/');
});

test('the way to Google says when it cannot begin, and how it ended', async ({ page, calls }) => {
  const google = '**/api/auth/google/url*';
  const press = () => page.getByRole('button', { name: 'Continue with Google' }).click();
  for (const path of ['/login', '/register']) {
    await page.goto(path);
    await page.route(google, (route) => route.abort());
    await press();
    await saysInAlert(page, 'Failed to initialize Google Sign In. Please try again.');
    await calls.mend();
    await page.route(google, (route) => route.fulfill({ status: 501, json: { status: 501 } }));
    await press();
    await saysInAlert(page, 'Failed to get Google authentication URL. Please try again.');
    await calls.mend();
  }
  for (const [ending, words] of [
    ['cancelled', 'Masuk dengan Google dibatalkan.'],
    ['expired', 'Waktu untuk masuk dengan Google sudah habis.'],
    ['unverified', 'belum terverifikasi di Google.'],
    ['failed', 'Masuk dengan Google tidak berhasil.'],
  ] as const) {
    await page.goto(`/auth/login?google=${ending}&returnTo=%2Fmy-tickets`);
    await expect(main(page).getByText(words)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});

test('registration and its code say each of their words where they belong', async ({
  page,
  calls,
  isPhone,
}) => {
  // Runs on as any clock does, until the wait for another code is skipped.
  await page.clock.install();
  await page.goto('/register');
  await main(page).getByRole('button', { name: 'Sign Up' }).click();
  await expect(
    page.getByText('Please agree to the Terms of Service and Privacy Policy'),
  ).toBeVisible();
  for (const rule of ['at least 8 characters', 'at least one letter', 'at least one number']) {
    await expect(page.getByRole('listitem').filter({ hasText: rule })).toBeVisible();
  }
  await expectAccessible(page);

  await calls.fail(register);
  await signUp(page, isPhone);
  await saysInAlert(page, 'Registration failed. Please try again.');
  await calls.mend();
  await page.route(register, (route) => route.abort());
  await signUp(page, isPhone);
  await saysInAlert(page, 'Network error. Please try again.');
  await calls.mend();

  await signUp(page, isPhone);
  await expect(
    main(page).getByText('Registration successful! Please verify your email to continue.'),
  ).toBeVisible();
  await page.waitForURL('**/verify-code');
  await expect(page.getByText(/ci\*\*\*@contoh\.id/)).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const boxes = page.getByLabel('Kode verifikasi');
  const submit = page.getByRole('button', { name: 'Verifikasi', exact: true });
  await expect(submit).toBeDisabled();
  await boxes.fill('000000');
  await calls.fail(validate);
  await submit.click();
  await saysInAlert(page, 'Verification failed. Please try again.');
  await calls.mend();

  await page.route(validate, (route) => route.fulfill({ status: 422, json: {} }));
  await boxes.fill('000000');
  await submit.click();
  await saysInAlert(page, 'Invalid verification code. Please try again.');
  await calls.mend();

  await boxes.fill('123');
  await boxes.press('Enter');
  await saysInAlert(page, 'Please enter all 6 digits');

  await calls.fail(generate);
  await page.clock.fastForward(61_000);
  await page.getByRole('button', { name: 'Kirim ulang kode' }).click();
  await saysInAlert(page, 'Failed to resend code. Please try again.');
  await calls.mend();
});

test('a code that is wrong or old, and one that cannot be sent again', async ({ page, calls }) => {
  await page.goto('/login');
  await enter(page, 'baru@contoh.id');
  await expect(
    main(page).getByText('OTP sent to your email. Redirecting to verification page...'),
  ).toBeVisible();
  await page.waitForURL('**/verify-code');
  await page.goto('/verify');
  const boxes = page.getByLabel('Kode verifikasi');
  const codes = await page.request.get('/dev/mail?to=baru@contoh.id');
  const right = /\b\d{6}\b/.exec(((await codes.json()) as { text: string }[])[0]?.text ?? '')?.[0];
  await boxes.fill(right === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Verifikasi', exact: true }).click();
  await saysInAlert(page, 'Invalid OTP. Please try again.');
  await boxes.fill('123');
  await boxes.press('Enter');
  await saysInAlert(page, 'Please enter complete verification code');

  await page.request.post('/dev/clock', { data: { advance_seconds: 16 * 60 } });
  await boxes.fill(right ?? '');
  await page.getByRole('button', { name: 'Verifikasi', exact: true }).click();
  await saysInAlert(page, 'OTP has expired. Please request a new code.');
  await expectAccessible(page);

  // Of a code that is asked for again, the reload knows that it may be.
  await calls.fail(generate);
  await page.reload();
  await saysInAlert(page, 'Failed to resend OTP. Please try again.');
});

test('the profile says each of its words where they belong', async ({ page, calls, signIn }) => {
  await signIn('pembeli2@contoh.id');
  await page.goto('/my-tickets');
  const link = page.locator('a[href="/profile"]').locator('visible=true').first();
  // The list is asked for once it is known who reads: an earlier failure of /auth/me would be a cold start.
  await expect(page.getByText('No tickets found')).toBeVisible();
  await calls.fail(me);
  await link.click();
  await expect(
    page.getByText('Failed to load profile data. Please refresh the page.'),
  ).toBeVisible();
  await expectAccessible(page);
  await calls.mend();
  const save = page.getByRole('button', { name: 'Simpan Perubahan' });
  await pressRetry(page.getByRole('button', { name: 'Refresh Page' }));

  const refuse = (status: number, body: object) =>
    page.route(profile, (route) => route.fulfill({ status, json: { status, ...body } }));
  for (const [status, body, words] of [
    [400, { errors: ['Kata pertama'], message: 'Kata kedua' }, 'Kata pertama'],
    [400, { message: 'Kata kedua' }, 'Kata kedua'],
    [400, {}, 'Failed to update profile. Please try again.'],
    [
      422,
      { errors: { firstName: ['Name is required'] } },
      'Please check your input and try again.',
    ],
    [500, {}, 'Network error. Please check your connection and try again.'],
  ] as const) {
    await refuse(status, body);
    await save.click();
    await saysInAlert(page, words);
    await calls.mend();
  }
  await page.route(profile, (route) => route.abort());
  await save.click();
  await saysInAlert(page, 'An unexpected error occurred. Please try again.');
  await calls.mend();

  await calls.hold(profile);
  await save.click();
  await expect(page.getByRole('button', { name: 'Menyimpan...' })).toBeVisible();
  await calls.mend();
  await page.reload();
  await save.click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.context().clearCookies();
  await save.click();
  await page.waitForURL('**/login?returnTo=/profile');
});
