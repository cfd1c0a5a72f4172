import { expect, type Page } from '@playwright/test';
import { URI } from 'otpauth';
import type { StaffRole } from '../../../contract/staff/roles.ts';
import type { OwnServer } from './own-server.ts';

const fillField = (page: Page, label: string, text: string) => page.getByLabel(label).fill(text);

/** Invites somebody of this role and signs in by the invitation. */
export async function staffPage(
  own: OwnServer,
  role: StaffRole,
  fill: (page: Page, label: string, text: string) => Promise<void> = fillField,
): Promise<Page> {
  const invite = ['invite', `${role}@uji.id`, '--name', 'Rani', '--roles', role];
  const path = /\/staff#\S+/.exec(await own.operate('staff', ...invite))?.[0] ?? '';
  const page = await own.newPage();
  await page.goto(path);
  const secret = (await page.locator('code').textContent()) ?? '';
  await fill(page, 'Kata sandi baru', 'sepeda-ungu-7-di-atas-awan');
  await fill(
    page,
    'Kode autentikator',
    URI.parse(`otpauth://totp/roetix?secret=${secret}`).generate(),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Acara' })).toBeVisible();
  return page;
}
