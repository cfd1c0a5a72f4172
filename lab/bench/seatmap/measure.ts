import type { Browser } from '@playwright/test';
import { StartError } from '../../../server/start-error.ts';
import { percentile, type Round } from './figures.ts';
import type { Bench } from './page/main.ts';
import type { HallKind } from './page/make-seat-map.ts';

const tourMs = 3_000;
const restMs = 400;
const patienceMs = 120_000;
const viewport = { width: 1000, height: 800 };

/** Renders a seat map in one way on a separate page, and measures it. Throws StartError if the page fails. */
export async function measureRound(
  browser: Browser,
  origin: string,
  way: string,
  seats: number,
  hall: HallKind,
): Promise<Round> {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`${origin}/?way=${way}&seats=${seats}&hall=${hall}`, { timeout: patienceMs });
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    const devtools = await context.newCDPSession(page);
    // Processor time, because wall time includes pauses caused by other programs.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busy = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
    };
    const rest = () => page.waitForTimeout(restMs);
    type Page = typeof globalThis & { readonly bench: Bench };

    await rest();
    const firstPaint = await page.evaluate(() => (globalThis as Page).bench.paint());
    await rest();
    const nodes = await page.evaluate(() => (globalThis as Page).bench.nodes());
    const idle = await page.evaluate(() => (globalThis as Page).bench.changeNone());
    await rest();
    const one = await page.evaluate(() => (globalThis as Page).bench.changeOne(4_711));
    await rest();
    const many = await page.evaluate(() => (globalThis as Page).bench.changeMany(1_000));
    await rest();
    const before = await busy();
    const frames = await page.evaluate((ms) => (globalThis as Page).bench.tour(ms), tourMs);
    const spent = (await busy()) - before;
    if (faults.length > 0) throw new StartError(`${way}: ${faults[0]}`);
    return {
      firstPaint,
      frame: percentile(frames, 0.95),
      busy: spent / frames.length,
      idleShown: idle.shown,
      oneWork: one.work,
      oneShown: one.shown,
      manyWork: many.work,
      manyShown: many.shown,
      nodes,
    };
  } finally {
    await context.close();
  }
}
