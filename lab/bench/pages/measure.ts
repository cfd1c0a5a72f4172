import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession } from '@playwright/test';
import { StartError } from '../../../server/start-error.ts';
import { type FileKind, fileKinds, type Load, type Traffic } from './figures.ts';
import { type OwnContent, type Seen, type Watched, watchPage } from './probe.ts';

/** Factor by which the processor is throttled. */
export const cpuSlowdown = 4;

/**
 * The Fast 4G preset of Chrome DevTools: 9 Mbit/s down and 1.5 up, both less a tenth, and 2.75 times 60 ms per request
 * (front_end/core/sdk/NetworkManager.ts of devtools-frontend). Bytes a second and milliseconds.
 */
export const fast4g = {
  offline: false,
  downloadThroughput: ((9 * 1000 * 1000) / 8) * 0.9,
  uploadThroughput: ((1.5 * 1000 * 1000) / 8) * 0.9,
  latency: 60 * 2.75,
} as const;

/** A small phone, on which most tickets are bought. */
export const phone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'id-ID',
  timezoneId: 'Asia/Jakarta',
} as const;

const patienceMs = 60_000;
const lookEveryMs = 100;
const restMs = 1_500;

/** One page to load. */
export interface Target {
  readonly name: string;
  readonly path: string;
  readonly own: OwnContent;
}

/** Loads a page once with a cold cache on the throttled processor and line, until it is idle. Throws StartError if its own content never shows. */
export async function measureLoad(browser: Browser, origin: string, target: Target): Promise<Load> {
  // A new context has an empty cache, no compiled code and no open connection.
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchPage, target.own);
    const devtools = await context.newCDPSession(page);
    const line = watchLine(devtools);
    await devtools.send('Network.enable');
    // Processor time, because wall time includes pauses caused by other programs.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Network.emulateNetworkConditions', fast4g);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.goto(`${origin}${target.path}`, { timeout: patienceMs });

    const read = () =>
      page.evaluate(() => {
        const [entry] = performance.getEntriesByType('navigation');
        return {
          seen: (globalThis as Watched).benchSeen,
          serverAnswer: (entry as PerformanceNavigationTiming).responseStart,
          document: (entry as PerformanceNavigationTiming).responseEnd,
          now: performance.now(),
        };
      });
    const giveUpAt = performance.now() + patienceMs;
    let state = await read();
    while (
      !line.isQuiet() ||
      state.now - state.seen.lastLongTask < restMs ||
      !isWhole(state.seen)
    ) {
      if (performance.now() > giveUpAt) throw new StartError(whyNever(target, state.seen));
      await sleep(lookEveryMs);
      // Each check costs the page time, so it runs only while the network is idle.
      if (line.isQuiet()) state = await read();
    }
    const { metrics } = await devtools.send('Performance.getMetrics');
    const spent = (name: string) =>
      (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000;
    const { seen, serverAnswer, document } = state;
    return {
      serverAnswer,
      document,
      firstPaint: seen.firstPaint ?? Number.NaN,
      firstContent: seen.firstContent ?? Number.NaN,
      ownContent: seen.ownContent ?? Number.NaN,
      largestContent: seen.largestContent ?? Number.NaN,
      layoutShift: seen.layoutShift,
      blocking: seen.blocking,
      busy: spent('TaskDuration'),
      scripting: spent('ScriptDuration'),
      laying: spent('LayoutDuration') + spent('RecalcStyleDuration'),
      traffic: line.traffic(),
    };
  } finally {
    await context.close();
  }
}

function isWhole(seen: Seen): boolean {
  const { firstPaint, firstContent, ownContent, largestContent } = seen;
  return [firstPaint, firstContent, ownContent, largestContent].every((time) => time !== null);
}

function whyNever({ path, own }: Target, seen: Seen): string {
  const wanted = own.words === null ? `a ${own.selector}` : `${own.selector} with '${own.words}'`;
  const what =
    seen.ownContent === null ? `${wanted} never came on screen` : 'it never came to rest';
  return `${path}: ${what} within ${patienceMs / 1000} s.`;
}

const kindOf: Readonly<Record<string, FileKind>> = {
  Document: 'document',
  Script: 'script',
  Stylesheet: 'style',
  Image: 'image',
  Font: 'font',
};

/** Counts the transferred bytes of a page, and reports when the network is idle. */
function watchLine(devtools: CDPSession) {
  const traffic = Object.fromEntries(
    fileKinds.map((kind) => [kind, { bytes: 0, requests: 0 }]),
  ) as Record<FileKind, { bytes: number; requests: number }>;
  const open = new Map<string, FileKind>();
  let busyAt = performance.now();
  const isOver = (id: string) => {
    busyAt = performance.now();
    open.delete(id);
  };
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (!request.url.startsWith('http')) return;
    const kind = kindOf[type ?? ''] ?? 'data';
    open.set(requestId, kind);
    traffic[kind].requests += 1;
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => {
    const kind = open.get(requestId);
    if (kind !== undefined) traffic[kind].requests -= 1;
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = open.get(requestId);
    if (kind !== undefined) traffic[kind].bytes += encodedDataLength;
    isOver(requestId);
  });
  devtools.on('Network.loadingFailed', ({ requestId }) => isOver(requestId));
  return {
    isQuiet: () => open.size === 0 && performance.now() - busyAt > restMs,
    traffic: (): Readonly<Record<FileKind, Traffic>> => traffic,
  };
}
