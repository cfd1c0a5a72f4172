import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startAppServer } from '../../support/browser/app-server.ts';
import {
  beginPayment,
  concert,
  confirmOrder,
  fillForms,
  holdSeats,
  sessionOf,
  settle,
  signIn,
} from '../steps.ts';

test('a server killed while a payment runs loses neither the seats nor the payment @phone', async ({
  browser,
}) => {
  const data = mkdtempSync(join(tmpdir(), 'roetix-kill-'));
  let server = await startAppServer({ env: { DATA_DIR: data } });
  try {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await page.goto(`/auth/login?returnTo=/event/${concert}/queue`);
    await signIn(page, 'pembeli@contoh.id');
    await holdSeats(page, concert, [0, 1]);

    // Killed with the seats held: the same seats, the same deadline.
    const held = await sessionOf(page);
    await server.stop('SIGKILL');
    server = await startAppServer({ env: { DATA_DIR: data }, port: server.port });
    await page.reload();
    await fillForms(page);
    expect(await sessionOf(page)).toMatchObject({ state: 'online', expires_at: held?.expires_at });

    await confirmOrder(page, concert);
    await beginPayment(page, concert);
    await server.stop('SIGKILL');
    server = await startAppServer({ env: { DATA_DIR: data }, port: server.port });
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
