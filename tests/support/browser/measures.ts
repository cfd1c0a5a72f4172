import { expect, type Page } from '@playwright/test';

/** Texts that may be cut by their box, by a selector, with who says so. */
const mayBeCut = [
  // §2: the first word of the province, two words of the organiser.
  'header [aria-haspopup]',
].join();

/** Texts that their box cuts, and with `controls` those too small for a finger. */
function measure(page: Page, controls: boolean): Promise<string[]> {
  return page.evaluate(
    ([allowed, isOfControls]) => {
      const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
      const nameOf = (element: Element) =>
        `${element.localName}.${element.className} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
      const isSeen = (element: Element) => {
        const { width, height } = element.getBoundingClientRect();
        return (
          width > 2 &&
          height > 2 &&
          element.closest('[aria-hidden=true], [inert]') === null &&
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        );
      };
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      const found: string[] = [];
      const cut = (element: Element, text: string) => {
        const style = getComputedStyle(element);
        if (context === null || text === '') return 0;
        context.font = style.font;
        context.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing;
        const room =
          element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        return Math.round(context.measureText(text).width - room);
      };
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        if (!isSeen(element) || element.closest(allowed) !== null) continue;
        if (element instanceof HTMLSelectElement || element instanceof HTMLInputElement) {
          const text =
            element instanceof HTMLSelectElement
              ? (element.selectedOptions[0]?.text ?? '')
              : element.placeholder;
          const by = cut(element, text);
          if (by > 1) found.push(`${nameOf(element)} "${text}" is cut by ${by} px`);
          continue;
        }
        const hasText = [...element.childNodes].some(
          ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '',
        );
        const isClipped = /hidden|clip/.test(getComputedStyle(element).overflowX);
        const by = element.scrollWidth - element.clientWidth;
        if (hasText && isClipped && by > 1) found.push(`${nameOf(element)} is cut by ${by} px`);
      }
      if (!isOfControls) return [...new Set(found)];
      const controls =
        'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=tab], [role=option], [role=switch]';
      for (const element of root.querySelectorAll<HTMLElement>(controls)) {
        if (element.matches('[disabled], [role=gridcell], [role=gridcell] *, [href="#content"]'))
          continue;
        const owner = element.matches('[type=radio], [type=checkbox]')
          ? ((element as HTMLInputElement).labels?.[0] ?? element)
          : element;
        if (!isSeen(owner)) continue;
        // A link inside a sentence is as high as its line (WCAG 2.5.8).
        const isInline =
          getComputedStyle(element).display.startsWith('inline') && element.localName === 'a';
        if (
          isInline &&
          (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim()
        )
          continue;
        owner.scrollIntoView({ block: 'center', inline: 'center' });
        const { left, top, width, height } = owner.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const hits = (dx: number, dy: number) => {
          const hit = document.elementFromPoint(x + dx, y + dy);
          return hit !== null && (owner.contains(hit) || hit.closest('label')?.control === element);
        };
        const reach = (across: boolean) => {
          if ((across ? width : height) >= 43.5) return true;
          return [-21.5, 21.5].every((by) => hits(across ? by : 0, across ? 0 : by));
        };
        if (!reach(true) || !reach(false)) {
          found.push(`${nameOf(element)} is ${Math.round(width)} × ${Math.round(height)} px`);
        }
      }
      window.scrollTo(0, 0);
      return [...new Set(found)];
    },
    [mayBeCut, controls] as const,
  );
}

/** On phones of these widths no text is cut, and with `controls` each one is large enough for a finger. */
export async function expectMeasures(page: Page, { controls = false } = {}) {
  const size = page.viewportSize() ?? { width: 360, height: 740 };
  const found: string[] = [];
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ ...size, width });
    const isNarrowest = width === 320;
    found.push(...(await measure(page, controls && isNarrowest)).map((one) => `${width}: ${one}`));
  }
  await page.setViewportSize(size);
  expect(found, `measures of ${new URL(page.url()).pathname}`).toEqual([]);
}
