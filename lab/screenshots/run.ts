import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from '@playwright/test';
import { localeKey, storageName } from '../../contract/stored/stored-key.ts';
import { type Locale, localeCookie, locales } from '../../contract/texts/locale.ts';
import { isBuildFresh } from '../../scripts/build/build-stamp.ts';
import { webpWithin } from '../../scripts/build/webp.ts';
import { type AppServer, startAppServer } from '../../tests/support/browser/app-server.ts';
import { CHROMIUM_ARGS, findChromium } from '../../tests/support/browser/browser.ts';
import { findScenario } from '../../tools/desk/scenarios/registry.ts';
import { type PicturedPage, picturedPages, readmePictures } from './pages.ts';
import { contactSheet, type Shot } from './sheet.ts';

const widths = [360, 768, 1280] as const;
const heights: Readonly<Record<number, number>> = { 360: 740, 768: 1024, 1280: 800 };
/** Dark pages have the words of the light ones: one language is enough. */
const looks = [
  ...locales.map((locale) => ({ locale, theme: 'light' as const })),
  { locale: 'id' as const, theme: 'dark' as const },
];
const readmeFolder = 'docs/pictures';
const maxReadmeBytes = 120 * 1024;
const patienceMs = 60_000;

const help = `npm run lab -- screenshots [--out FOLDER] [--only TEXT] [--readme]
  Every page at 360, 768 and 1280 px, in Indonesian and English and in the dark theme, with a contact sheet (index.html).
  Dates are counted from the day of the run, as those of the seed are, and countdowns run; all else is the same each time.
  --out     folder of the pictures (screenshots)
  --only    only pages whose name holds this text
  --theme   only the pictures of this theme, light or dark
  --readme  only the four pictures of the README, into ${readmeFolder}`;

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'screenshots' },
    only: { type: 'string', default: '' },
    theme: { type: 'string', default: '' },
    readme: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(help);
} else if (!isBuildFresh('.', 'client') || !isBuildFresh('.', 'server')) {
  console.error('The build is missing or older than the sources: run "npm run build" first.');
  process.exitCode = 1;
} else {
  await run();
}

async function run(): Promise<void> {
  const app = await startAppServer();
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: CHROMIUM_ARGS,
  });
  try {
    if (values.readme) await takeReadmePictures(browser, app);
    else await takeAll(browser, app);
  } finally {
    await browser.close();
    await app.stop();
  }
}

/** Restores the seed without faults, so that an earlier scenario does not affect a plain page. */
async function startAnew(app: AppServer): Promise<void> {
  const answer = await fetch(`${app.url}/dev/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keep_events: true }),
  });
  if (!answer.ok) throw new Error(`POST /dev/reset answered ${answer.status}`);
}

async function takeAll(browser: Browser, app: AppServer): Promise<void> {
  const chosen = picturedPages.filter(({ name }) => name.includes(values.only));
  if (chosen.length === 0) {
    const names = picturedPages.map(({ name }) => name).join(', ');
    throw new Error(`No page is named like "${values.only}"; there are ${names}.`);
  }
  mkdirSync(values.out, { recursive: true });
  const shots: Shot[] = [];
  for (const [index, pictured] of chosen.entries()) {
    for (const { locale, theme } of looks.filter((look) => look.theme.includes(values.theme))) {
      const context = await contextFor(browser, app, locale, { colorScheme: theme });
      const page = await open(context, app, pictured);
      for (const width of widths) {
        const { name, part } = pictured;
        const look = theme === 'dark' ? `${locale}-dark` : locale;
        const file = `${name}-${look}-${width}.png`;
        await page.setViewportSize({ width, height: heights[width] ?? 800 });
        await atRest(page);
        await page.screenshot({
          path: join(values.out, file),
          fullPage: true,
          animations: 'disabled',
          caret: 'hide',
        });
        shots.push({ file, page: name, part, width, look });
      }
      await context.close();
    }
    console.log(`${index + 1}/${chosen.length} ${pictured.name}`);
  }
  const sheet = join(values.out, 'index.html');
  writeFileSync(sheet, contactSheet(shots));
  console.log(`${shots.length} pictures; look at ${sheet}`);
}

async function takeReadmePictures(browser: Browser, app: AppServer): Promise<void> {
  mkdirSync(readmeFolder, { recursive: true });
  for (const { page: name, width, height } of readmePictures) {
    const pictured = picturedPages.find((one) => one.name === name);
    if (pictured === undefined) throw new Error(`No page is named ${name}.`);
    const context = await contextFor(browser, app, 'id', {
      deviceScaleFactor: width < 768 ? 2 : 1,
    });
    const page = await open(context, app, pictured);
    await page.setViewportSize({ width, height });
    await atRest(page);
    const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    const bytes = await webpWithin(await context.newPage(), png, maxReadmeBytes);
    writeFileSync(join(readmeFolder, `${name}.webp`), bytes);
    console.log(`${name}.webp ${Math.round(bytes.length / 1024)} kB`);
    await context.close();
  }
}

async function contextFor(
  browser: Browser,
  app: AppServer,
  locale: Locale,
  more: Pick<BrowserContextOptions, 'colorScheme' | 'deviceScaleFactor'>,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width: 1280, height: 800 },
    ...more,
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(patienceMs);
  await context.addCookies([{ name: localeCookie, value: locale, url: app.url }]);
  await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    storageName(localeKey),
    locale,
  ] as const);
  return context;
}

/** Opens a page in its state. */
async function open(
  context: BrowserContext,
  app: AppServer,
  pictured: PicturedPage,
): Promise<Page> {
  const page = await context.newPage();
  const { situation, lookAt } = pictured;
  if (situation === undefined) {
    await startAnew(app);
    await page.goto(pictured.path ?? '/');
    return page;
  }
  await page.goto(`/dev/go/${situation}`);
  await page.waitForURL((url) => !url.pathname.startsWith('/dev/'));
  const isTranslated = (await context.cookies()).some(
    ({ name, value }) => name === localeCookie && value === 'en',
  );
  // Scenarios use the texts of the Indonesian page.
  for (const words of isTranslated || lookAt ? [] : (findScenario(situation)?.words ?? [])) {
    await page.getByText(words).first().waitFor({ state: 'attached' });
  }
  if (lookAt !== undefined) await page.goto(lookAt);
  return page;
}

/** Waits until the typeface, the visible pictures and every call are loaded, and no skeleton remains. */
async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Lists below the fold are laid out near the viewport only (decision 100).
    const whole = new CSSStyleSheet();
    whole.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets.push(whole);
    // Lazy pictures load near the viewport; a picture of the whole page needs all of them.
    for (const image of document.images) image.loading = 'eager';
    await Promise.allSettled([...document.images].map((image) => image.decode()));
  });
}
