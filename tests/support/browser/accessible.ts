import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const ofPlaywright = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const axeSource = readFileSync(ofPlaywright.resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of WCAG 2.2, levels A and AA. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

// A colour in the middle of its transition is not a colour of the design.
const atRest = `*, ::before, ::after { transition: none !important; animation-delay: 0s !important; animation-duration: 0s !important; }`;

interface Axe {
  run(
    root: Document,
    options: { runOnly: { type: 'tag' | 'rule'; values: string[] }; resultTypes: string[] },
  ): Promise<{
    violations: { id: string; nodes: { target: unknown[]; any: { message: string }[] }[] }[];
  }>;
}

/**
 * Nothing of WCAG 2.2 AA that a program can find is broken on what is shown now. Axe runs in the page itself: its own driver for
 * Playwright opens another page for every run, which takes four times as long.
 */
export function expectAccessible(page: Page): Promise<void> {
  return expectNothingFound(page, { type: 'tag', values: tags });
}

/** Every text and edge has enough contrast in the dark theme as well; of the rules, that one alone depends on colours. */
export async function expectDarkContrast(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNothingFound(page, { type: 'rule', values: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectNothingFound(
  page: Page,
  only: { type: 'tag' | 'rule'; values: string[] },
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const told = await page.evaluate(
    async ([runOnly, rest]) => {
      const { axe } = window as unknown as { axe: Axe };
      // The policy of the pages allows no style element.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rest);
      document.adoptedStyleSheets.push(sheet);
      const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
      return violations.map(({ id, nodes }) => {
        const places = nodes.map(
          ({ target, any }) => `${target.join(' ')} (${any[0]?.message ?? ''})`,
        );
        return `${id}: ${places.join(' | ')}`;
      });
    },
    [only, atRest] as const,
  );
  expect(told, `axe on ${new URL(page.url()).pathname}`).toEqual([]);
}

/** Presses Tab a number of times: the focus never lands behind an open dialog. */
export async function expectFocusWithin(page: Page, stops: number): Promise<void> {
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    // The browser's own bar may be between the last and the first.
    const isInside = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement === document.body || activeElement?.closest('dialog') !== null;
    });
    expect(isInside, `stop ${stop + 1}`).toBe(true);
  }
}
