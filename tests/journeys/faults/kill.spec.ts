import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startAppServer } from '../../support/browser/app-server.ts';
import { concert, sessionOf, settle } from '../steps.ts';

test('a server killed while a payment runs loses neither the seats nor the payment @phone', async ({
  browser,
}) => {
  const data = mkdtempSync(join(tmpdir(), 'roetix-kill-'));
  let server = await startAppServer({ env: { DATA_DIR: data } });
  try {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await page.goto('/dev/go/awaiting-qris');
    await page.waitForURL(`**/event/${concert}/payment`);
    // The code of the page is there: a browser cannot fetch it from a killed server.
    await expect(page.getByRole('link', { name: 'Simulasi pembayaran' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const before = await sessionOf(page);
    await server.stop('SIGKILL');
    server = await startAppServer({ env: { DATA_DIR: data }, port: server.port });
    expect(await sessionOf(page)).toMatchObject({
      state: 'payment_processing',
      expires_at: before?.expires_at,
    });
    await settle(page, context.request);
    await expect(page.getByRole('dialog', { name: 'Pembayaran berhasil!' })).toBeVisible({
      timeout: 45_000,
    });
    await context.close();
  } finally {
    await server.stop('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
});
