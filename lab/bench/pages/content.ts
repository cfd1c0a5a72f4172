/** The content of a page without its style. */
export interface Content {
  readonly poster: { readonly src: string; readonly width: number; readonly height: number };
  readonly blocks: readonly {
    readonly tag: 'h1' | 'h2' | 'h3' | 'p';
    readonly words: string;
  }[];
}

/**
 * Reads the visible text of the page, and the largest picture above the fold. Runs in the browser and is sent there as text, so it
 * contains no named inner function: the loader would wrap one in a call that the page does not have.
 */
export function readContent(): Content {
  const words = new Map<Element, string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || node.textContent?.trim() === '') continue;
    const { width, height, right, bottom } = parent.getBoundingClientRect();
    // Content for screen readers or the keyboard alone is one pixel wide or lies outside of the page.
    const isOnPage = width > 1 && height > 1 && right > 0 && bottom + scrollY > 0;
    if (!isOnPage || !parent.checkVisibility({ visibilityProperty: true })) continue;
    let block = parent;
    while (block.parentElement !== null && getComputedStyle(block).display.startsWith('inline')) {
      block = block.parentElement;
    }
    const before = words.get(block);
    const own = node.textContent?.trim() ?? '';
    words.set(block, before === undefined ? own : `${before} ${own}`);
  }
  const [poster] = [...document.images]
    .filter((image) => image.getBoundingClientRect().top < innerHeight)
    .sort((a, b) => b.clientWidth * b.clientHeight - a.clientWidth * a.clientHeight);
  if (poster === undefined) throw new Error('The page has no picture above the fold');
  const { pathname, search } = new URL(poster.currentSrc);
  return {
    poster: { src: `${pathname}${search}`, width: poster.width, height: poster.height },
    blocks: [...words].map(([element, text]) => {
      const heading = element.closest('h1, h2, h3')?.localName;
      return {
        tag: heading === 'h1' || heading === 'h2' || heading === 'h3' ? heading : 'p',
        words: text,
      };
    }),
  };
}
