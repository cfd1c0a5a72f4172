import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { readQr } from '../../tests/support/browser/read-qr.ts';
import { slowness } from '../../tests/support/slowness.ts';
import type { Driver } from './driver.ts';

const patienceMs = 20_000 * slowness();
const pauseMs = 60;

/** A page as a person uses it: things are found by their words, and waited for. */
export class Page {
  readonly #driver: Driver;
  readonly #origin: string;

  constructor(driver: Driver, origin: string) {
    this.#driver = driver;
    this.#origin = origin;
  }

  open(path: string): Promise<void> {
    return this.#driver.open(new URL(path, this.#origin).href);
  }

  /** Runs a function in the page: its source travels, and what it returns as JSON. */
  async run<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    // The compiler of this script names functions by a helper that the page lacks.
    const expression = `(async () => { const __name = (one) => one;
      return JSON.stringify((await (${work})(...${JSON.stringify(args)})) ?? null); })()`;
    return JSON.parse(await this.#driver.evaluate(expression)) as Result;
  }

  /** Repeats a look until it gives something; a page that is being left responds with an error. */
  async until<Found>(what: string, look: () => Promise<Found | null | false>): Promise<Found> {
    const end = performance.now() + patienceMs;
    for (;;) {
      let trouble = '';
      try {
        const found = await look();
        if (found !== null && found !== false) return found;
      } catch (error) {
        trouble = `; ${error instanceof Error ? error.message : error}`;
      }
      if (performance.now() > end) {
        const seen = await this.run(() => {
          const shown = document.querySelector('dialog[open]') ?? document.querySelector('main');
          return `${location.pathname}: ${shown?.textContent}`;
        }).catch(String);
        const words = seen.replace(/\s+/g, ' ').slice(0, 1500);
        throw new Error(`${what} did not come${trouble}\n  on ${words}`);
      }
      await sleep(pauseMs);
    }
  }

  at(path: string): Promise<unknown> {
    return this.until(path, () => this.run((end) => location.pathname.endsWith(end), path));
  }

  /** Waits for the first element of a selector whose name holds these words, at rest and with nothing of the page over it. */
  see(css: string, words = '') {
    return this.until(`${css} '${words}'`, () => this.run(findInPage, css, words));
  }

  async press(css: string, words = ''): Promise<void> {
    await this.#driver.tap(await this.see(css, words));
  }

  async fill(css: string, words: string, text: string): Promise<void> {
    await this.press(css, words);
    await this.#driver.type(text);
  }

  /** Presses a link until it has led to a path: what loads late may move it away under the finger. */
  go(css: string, words: string, path: string): Promise<unknown> {
    return this.until(path, async () => {
      if (await this.run((part) => location.pathname.includes(part), path)) return true;
      const link = await this.run(findInPage, css, words);
      if (link === null) return false;
      await this.#driver.tap(link);
      await sleep(500);
      return false;
    });
  }

  /** Waits until these words stand anywhere on the page. */
  reads(words: string): Promise<unknown> {
    return this.until(`'${words}'`, () =>
      this.run((wanted) => document.body.textContent?.includes(wanted) === true, words),
    );
  }

  /** The QR code of a name, read from the pixels on the screen. */
  scan(name: string): Promise<string> {
    return this.until(`a QR code that is ${name}`, async () => {
      const found = await this.run((label) => {
        const code = document.querySelector(`[role=img][aria-label^="${label}"]`);
        code?.scrollIntoView({ block: 'center', behavior: 'instant' });
        const box = code?.getBoundingClientRect();
        return box === undefined ? null : [box.left, box.top, box.width, box.height, innerWidth];
      }, name);
      if (found === null) return null;
      const picture = await this.#driver.picture();
      const scale = ((await sharp(picture).metadata()).width ?? 0) / (found[4] ?? 1);
      const [left = 0, top = 0, width = 0, height = 0] = found.map((one) =>
        Math.max(0, Math.floor(one * scale)),
      );
      return readQr(await sharp(picture).extract({ left, top, width, height }).toBuffer(), 40);
    });
  }
}

/** Runs in the page. */
async function findInPage(css: string, words: string) {
  const boxOf = (one: Element) => one.getBoundingClientRect();
  const nameOf = (one: Element) =>
    [
      one.getAttribute('aria-label'),
      ...[...((one as HTMLInputElement).labels ?? [])].map((label) => label.textContent),
      one.textContent,
    ].join(' ');
  const over = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  for (const one of over.querySelectorAll(css)) {
    if (!nameOf(one).includes(words)) continue;
    // A drawn box or circle stands for the field it hides.
    const [label] = (one as HTMLInputElement).labels ?? [];
    const target = boxOf(one).width < 5 && label !== undefined ? label : one;
    if (boxOf(target).width < 3 || getComputedStyle(target).visibility === 'hidden') continue;
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    // WebKit takes what sticks to an edge of its own scroller for seen.
    const shown = boxOf(target);
    if (shown.bottom > innerHeight) {
      scrollBy({ top: shown.bottom - innerHeight / 2, behavior: 'instant' });
    }
    const before = boxOf(target);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { left, top, width, height } = boxOf(target);
    if (left !== before.left || top !== before.top) return null;
    const at = { x: left + Math.min(width, innerWidth) / 2, y: top + height / 2 };
    const hit = document.elementFromPoint(at.x, at.y);
    if (hit === null || !(target.contains(hit) || hit.contains(target))) continue;
    if ((one as HTMLButtonElement).disabled || one.getAttribute('aria-busy') === 'true')
      return null;
    return at;
  }
  return null;
}
