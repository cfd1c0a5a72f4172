import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { freePort } from '../../scripts/free-port.ts';
import { demoBanks, fallbackAccount, mockInvoice } from '../../src/sample/demo/accounts.ts';
import { demoWords } from '../../src/sample/demo/texts.ts';
import { readQr } from '../support/browser/read-qr.ts';
import { watchProblems } from '../support/browser/shop.ts';
import { test } from '../support/browser/slow-browser.ts';
import { readPdf } from '../support/read-pdf.ts';
import {
  beginPayment,
  confirmShow,
  fillForms,
  holdSeats,
  look as lookAt,
  scan,
  seen,
  signIn,
} from './steps.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const slug = 'contoh-konser-senja-jakarta';

/** `npm run demo` on a free port, once it says that it is ready; it builds first where it has to. */
async function startDemo(): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const { NODE_ENV: _, ...env } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/demo.ts'], {
    cwd: root,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('The demo is ready')) resolve();
    });
    child.once('exit', () => reject(new Error(`The demo did not start:\n${output}`)));
  });
  return { url: `http://127.0.0.1:${port}`, child };
}

let demo: Awaited<ReturnType<typeof startDemo>> | undefined;
test.beforeAll(async () => {
  demo = await startDemo();
});
test.afterAll(() => {
  demo?.child.kill('SIGTERM');
});

test('a whole purchase with no server but static files (§16.40)', async ({ page }) => {
  const origin = demo?.url ?? '';
  const asked: string[] = [];
  const problems = watchProblems(page);
  page.on('request', (request) => {
    const { protocol, pathname, origin: of } = new URL(request.url());
    const isFile = protocol === 'data:' || protocol === 'blob:';
    if (!isFile && (of !== origin || /^\/(?:api|dev|mqttws)/.test(pathname))) {
      asked.push(request.url());
    }
  });
  page.on('websocket', (socket) => asked.push(socket.url()));
  const banner = page.getByRole('button', { name: new RegExp(demoWords.id.banner) });
  async function look() {
    await expect(banner).toBeInViewport();
    await lookAt(page);
  }

  const manifest = await page.request.get(`${origin}/manifest.webmanifest`);
  expect((await manifest.json()).start_url).toBe('/');
  await page.goto(`${origin}/event/${slug}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Konser Senja Jakarta' })).toBeVisible();
  await expect(seen(page.getByRole('button', { name: 'Buy Now' }))).toBeEnabled();
  await look();
  await seen(page.getByRole('button', { name: 'Buy Now' })).click();
  await signIn(page, 'pembeli@contoh.id');
  await expect(page.getByRole('dialog', { name: 'Login' })).toBeHidden();

  // What was begun signed out goes on by itself (§2.140).
  await confirmShow(page);
  await page.waitForURL(`**/event/${slug}/queue`);
  await expect(page.getByText('Kamu Sedang Dalam Antrean')).toBeVisible();
  await holdSeats(page, slug, [0, 1]);
  // What the demo holds survives a reload.
  await page.reload();
  await fillForms(page);
  await look();
  await seen(page.getByRole('button', { name: 'Continue to Payment' })).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Beli Sekarang' }).click();
  await page.waitForURL(`**/event/${slug}/payment-method`);
  await expect(banner).toBeInViewport();

  await beginPayment(page, slug);
  await expect(page.getByText(demoWords.id.payment)).toBeVisible();
  expect(await scan(page.getByRole('img', { name: /Kode QR/ }))).toMatch(
    /^DEMO ROETIX .* tidak dapat dibayar$/,
  );
  const paid = page.getByRole('dialog', { name: 'Pembayaran berhasil!' });
  await expect(paid).toBeVisible();
  await paid.getByRole('link', { name: 'Pesanan Saya' }).click();
  await page.waitForURL('**/my-tickets');
  await page.getByRole('button', { name: 'Ticket Details' }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /e-ticket/i })
    .first()
    .click();
  await page.waitForURL('**/e-ticket/**');
  await expect(page.getByText('Tamu Uji').first()).toBeVisible();
  await expect(page.getByText('CONTOH', { exact: true })).toBeVisible();
  await expect(page.getByText(demoWords.id.ticket)).toBeVisible();
  await look();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Simpan tiket' }).click();
  await page.getByRole('button', { name: 'Simpan PDF' }).click();
  expect((await file).suggestedFilename()).toMatch(/^ticket-CONTOH-.+\.pdf$/);

  // A ticket without data leaves the sample, which nobody can take for a ticket (§2.363).
  await page.goto(`${origin}/e-ticket/tidak-ada`);
  await expect(page.getByText('Konser Contoh')).toBeVisible();
  await expect(page.getByText(demoWords.id.ticket)).toBeVisible();
  await look();
  expect(await readQr(await page.screenshot({ fullPage: true }))).toBeNull();
  const paper = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(paper.map(({ text, qr }) => [text.includes('CONTOH'), qr])).toEqual([[true, null]]);
  await page.getByRole('button', { name: 'Simpan tiket' }).click();
  for (const name of ['Print PDF', 'Download', 'Simpan PDF']) {
    await expect(page.getByRole('button', { name })).toBeDisabled();
  }

  expect(asked).toEqual([]);
  expect(problems).toEqual([]);
});

/** Names of the files of a build that hold any of these words. */
function filesWith(build: string, words: readonly string[]): string[] {
  const folder = join(root, 'dist', build);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(files.length).toBeGreaterThan(10);
  return files
    .filter((name) => /\.(?:js|css|html)$/.test(name))
    .filter((name) => {
      const text = name + readFileSync(join(folder, name), 'utf8');
      return words.some((word) => text.includes(word));
    });
}

test('a build for production holds nothing of the demo and nothing of the inspector (§16.42)', () => {
  const ofDemo = [
    mockInvoice.number,
    ...demoBanks.map((bank) => fallbackAccount(bank) ?? ''),
    ...Object.values(demoWords.id).filter((word) => word.length > 25),
  ];
  const ofInspector = [
    'statelyai',
    'roetix.inspector',
    'roetix.note',
    'inspector-log',
    'inspector.html',
  ];
  // The other build is found out, so the words are the right ones.
  expect(filesWith('qa', ofInspector).length).toBeGreaterThan(2);
  expect(filesWith('client', [...ofDemo, ...ofInspector])).toEqual([]);
});
