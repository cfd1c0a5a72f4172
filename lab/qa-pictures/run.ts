import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { webpWithin } from '../../scripts/build/webp.ts';
import { startAppServer } from '../../tests/support/browser/app-server.ts';
import { CHROMIUM_ARGS, findChromium } from '../../tests/support/browser/browser.ts';
import { findScenario } from '../../tools/desk/scenarios/registry.ts';
import { withTables } from './qa-table.ts';

const guidePath = 'docs/guide/qa.md';
const folder = 'docs/guide/images';
const maxBytes = 80 * 1024;
const phone = { width: 390, height: 760 };
const desktop = { width: 1200, height: 800 };
const situations = [
  'queued-third',
  'kicked',
  'one-minute-seats',
  'seat-conflict',
  'voucher-refused',
  'code-mail-late',
  'payment-expired',
  'late-settlement',
  'broker-off',
  'bubble-order-form',
] as const;

writeFileSync(guidePath, withTables(readFileSync(guidePath, 'utf8')));
console.log(`${guidePath}: the tables are those of the registry`);

mkdirSync(folder, { recursive: true });
const app = await startAppServer();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: CHROMIUM_ARGS,
});
try {
  await picture('desk', '/dev', desktop, async (page) => {
    await page.getByRole('heading', { name: 'Scenario desk' }).waitFor();
  });
  for (const name of situations) {
    const words = findScenario(name)?.words ?? [];
    await picture(name, `/dev/go/${name}`, phone, async (page) => {
      await page.waitForURL((url) => !url.pathname.startsWith('/dev/'));
      for (const one of words) {
        await page.getByText(one).locator('visible=true').first().scrollIntoViewIfNeeded();
      }
    });
  }
} finally {
  await browser.close();
  await app.stop();
}

/** One picture of the open page: WebP, at the best quality below the size limit. */
async function picture(
  name: string,
  path: string,
  viewport: { width: number; height: number },
  ready: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport,
    deviceScaleFactor: viewport === phone ? 1.5 : 1,
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(path);
  await ready(page);
  const shot = await page.screenshot({ animations: 'disabled' });
  const blank = await context.newPage();
  const bytes = await webpWithin(blank, shot, maxBytes);
  writeFileSync(`${folder}/qa-${name}.webp`, bytes);
  console.log(`qa-${name}.webp ${Math.round(bytes.length / 1024)} kB`);
  await context.close();
}
