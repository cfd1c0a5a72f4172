import { expect, type Locator, type Page } from '@playwright/test';

/** Most presses of Tab from one control of a page to another. */
const longestWay = 120;

/** What has the focus, as far as a screen reader says. */
export interface Focused {
  readonly role: string;
  readonly name: string;
  readonly type: string;
  readonly inputMode: string;
  readonly isEmpty: boolean;
  readonly isChecked: boolean;
}

/** What a page shows of its focus. */
function focused(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const field = element as HTMLInputElement;
    const { left, top, bottom, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const labels = [...(field.labels ?? [])];
    const named =
      element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent ?? '';
    // A field may be drawn by the box round it, as the search of the header is.
    const around = [element, element.parentElement, element.parentElement?.parentElement];
    const isDrawn = around.some((one) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    });
    return {
      role: element.getAttribute('role') ?? element.tagName.toLowerCase(),
      name: named.replace(/\s+/g, ' ').trim(),
      type: field.type ?? '',
      inputMode: element.inputMode,
      isEmpty: field.value === '',
      isChecked: field.checked === true,
      shows: {
        isThere: width > 0 && height > 0 && bottom > 0 && top < innerHeight,
        // The frame of a page or dialog takes the focus to begin at; it is no control.
        isDrawn: isDrawn || element.tabIndex < 0,
        /** Nothing lies over its middle (WCAG 2.4.11). */
        isOpen:
          hit === null ||
          element.contains(hit) ||
          hit.contains(element) ||
          labels.some((one) => one.contains(hit)),
      },
    };
  });
}

/** The focus is on something that can be seen, and shows it. */
export async function expectFocusShown(page: Page, after: string): Promise<void> {
  // Polled: the skip link slides in, and a page scrolls to its focus.
  await expect
    .poll(async () => (await focused(page)).shows, { message: after, intervals: [20, 50, 100] })
    .toEqual({ isThere: true, isDrawn: true, isOpen: true });
}

/** Presses a key; the focus stays on something that shows it. */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await expectFocusShown(page, `after ${key}`);
}

/** Presses Tab until the element has the focus: what cannot be reached this way fails. `act` types or presses on the way. */
export async function tabTo(
  page: Page,
  target: Locator,
  act?: (stop: Focused) => Promise<void>,
): Promise<void> {
  // A control that waits for the result of another takes no focus.
  if (act === undefined) await expect(target).toBeEnabled();
  const passed: string[] = [];
  for (let presses = 0; presses < longestWay; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expectFocusShown(page, `on ${target}`);
      return;
    }
    const stop = await focused(page);
    await act?.(stop);
    passed.push(`${stop.role} ${stop.name.slice(0, 30)}`);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}:\n${passed.join('\n')}`);
}

/** Reaches a control by Tab and presses it by Enter. */
export async function pressAt(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
