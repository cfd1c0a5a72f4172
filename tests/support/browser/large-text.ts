import { expect, type Page } from '@playwright/test';

/**
 * With text of 200 % at 360 px (WCAG 1.4.4) nothing leads out of the page sideways, and every control can be brought to a place where a
 * finger meets it and nothing that lies over it.
 */
export async function expectUsableAtTwiceTheText(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 360, height: 740 };
  await page.setViewportSize({ ...size, width: 360 });
  const covered = await page.evaluate(async () => {
    // The policy of the pages allows no style element.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% !important; scroll-behavior: auto !important; }');
    document.adoptedStyleSheets.push(sheet);
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await nextFrame();
    await nextFrame();
    // What lies under an open dialog or panel is met again once that is closed.
    const over = [
      ...document.querySelectorAll(
        'header details[open], header [aria-expanded="true"] + [tabindex="-1"], dialog[open]',
      ),
    ].at(-1);
    const nameOf = (element: Element) =>
      `${element.localName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}`;
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) {
      const wide = [...document.body.querySelectorAll('*')].filter(
        (element) => element.getBoundingClientRect().right > root.clientWidth,
      );
      found.push(
        `the page is ${root.scrollWidth} px wide: ${wide.slice(0, 5).map(nameOf).join(', ')}`,
      );
    }
    const isMet = (element: Element) => {
      // Of a link that breaks into lines, the first one.
      const [line] = element.getClientRects();
      if (line === undefined) return false;
      const { left, top, width, height } = line;
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
    };
    for (const element of (over ?? document.body).querySelectorAll(
      'button, a[href]:not([href="#content"]), input, select, textarea, summary',
    )) {
      const { width, height } = element.getBoundingClientRect();
      const isSeen =
        width > 2 &&
        height > 2 &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isSeen) continue;
      element.scrollIntoView({ block: 'center', inline: 'center' });
      if (!isMet(element)) found.push(nameOf(element));
    }
    window.scrollTo(0, 0);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    return found;
  });
  expect(covered, `controls at 200 % text on ${new URL(page.url()).pathname}`).toEqual([]);
  await page.setViewportSize(size);
}
