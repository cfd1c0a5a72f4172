import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { StartError } from '../../../server/start-error.ts';
import { CHROMIUM_ARGS } from '../../../tests/support/browser/browser.ts';
import { median } from './figures.ts';

/** Fetched by npx, because with its dependencies it is larger than all other packages of the tests. */
const lighthouse = 'lighthouse@12.8.2';
const withinMs = 180_000;
const mostBytes = 64 * 1024 * 1024;

/** The categories in the order of their report, each with the score that its page must reach. */
const categories = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
type Category = keyof typeof categories;
const names = Object.keys(categories) as Category[];

const reportSchema = z.object({
  categories: z.record(z.enum(names), z.object({ score: z.number() })),
});

/** Scores from 0 to 100 of one page by category, one for each run. */
export interface LighthousePage {
  readonly path: string;
  readonly scores: Readonly<Record<Category, readonly number[]>>;
}

/** Measures pages with Lighthouse as a phone, in turns. Throws StartError if it cannot be fetched or fails. */
export async function measureLighthouse(
  origin: string,
  paths: readonly string[],
  { runs, chromium, say }: { runs: number; chromium: string; say(line: string): void },
): Promise<readonly LighthousePage[]> {
  const pages = paths.map((path) => {
    const scores: Record<Category, number[]> = {
      performance: [],
      accessibility: [],
      'best-practices': [],
      seo: [],
    };
    return { path, scores };
  });
  for (let run = 1; run <= runs; run++) {
    for (const { path, scores } of pages) {
      const measured = await measureOnce(`${origin}${path}`, chromium);
      for (const name of names) scores[name].push(Math.round(measured[name].score * 100));
      say(`Lighthouse, run ${run} of ${runs}: ${path} ${scores.performance.at(-1)}`);
    }
  }
  return pages;
}

/** The scores of one run, from 0 to 1. */
async function measureOnce(
  url: string,
  chromium: string,
): Promise<z.infer<typeof reportSchema>['categories']> {
  const args = [
    '--yes',
    lighthouse,
    url,
    '--output=json',
    '--quiet',
    `--only-categories=${names.join(',')}`,
    `--chrome-flags=--headless ${CHROMIUM_ARGS.join(' ')}`,
  ];
  const options = {
    timeout: withinMs,
    maxBuffer: mostBytes,
    env: { ...process.env, CHROME_PATH: chromium },
  };
  try {
    const { stdout } = await promisify(execFile)('npx', args, options);
    return reportSchema.parse(JSON.parse(stdout)).categories;
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.split('\n').slice(0, 5).join('\n') : error;
    throw new StartError(
      `${lighthouse} failed: ${reason}\nnpx fetches it from the npm registry; --lighthouse 0 leaves it out.`,
    );
  }
}

/** Medians of the pages, and whether each reaches its score. */
export function lighthouseVerdicts(
  pages: readonly LighthousePage[],
): readonly { readonly isMet: boolean; readonly words: string }[] {
  return pages.map(({ path, scores }) => {
    const found = names.map((name) => ({ name, score: median(scores[name]) }));
    return {
      isMet: found.every(({ name, score }) => score >= categories[name]),
      words: `Lighthouse of ${path}: ${found
        .map(({ name, score }) => `${name} ${score} (${categories[name]} wanted)`)
        .join(', ')}; performance of each run ${scores.performance.join(', ')}`,
    };
  });
}
