import { expect, type Page } from '@playwright/test';

/** Which of these words nobody can read on the page now; of a page under an open dialog, what lies over it counts alone. */
async function notOnScreen(page: Page, words: readonly string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const over = [...document.querySelectorAll('dialog[open]')].at(-1);
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return (
        // Two pixels or less is a text for screen readers alone.
        width > 2 &&
        height > 2 &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      );
    };
    const shown: string[] = [];
    for (const element of (over ?? document.body).querySelectorAll('*')) {
      if (!isSeen(element)) continue;
      const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
      // A longer text is a part of the page that holds others, hidden ones as well.
      if (text !== '' && text.length < 200) shown.push(text);
      if (element instanceof HTMLInputElement) shown.push(element.placeholder);
      // A closed list shows the chosen line alone.
      if (element instanceof HTMLSelectElement) {
        shown.push(element.selectedOptions[0]?.text ?? '');
      }
    }
    return wanted.filter((one) => !shown.some((text) => text.includes(one)));
  }, words);
}

/** Waits until all of these words stand on the page for everybody to read, letter by letter as given. */
export async function expectOnScreen(page: Page, words: readonly string[]): Promise<void> {
  await expect
    .poll(() => notOnScreen(page, words), {
      message: `words missing on ${new URL(page.url()).pathname}`,
      intervals: [50, 100, 250],
    })
    .toEqual([]);
}
