import type { SeatCategory } from '../../../contract/seatmap.ts';
import { type Colour, edgeColour, mix, parseColour } from './colour.ts';

/** The colours of a map. */
export interface Palette {
  readonly surface: Colour;
  readonly ink: Colour;
  readonly inkSoft: Colour;
  readonly line: Colour;
  readonly faint: Colour;
  readonly chosen: Colour;
  readonly chosenEdge: Colour;
  readonly onChosen: Colour;
  readonly alert: Colour;
  readonly alertEdge: Colour;
  readonly onAlert: Colour;
  readonly night: Colour;
  /** The reader's own colours replace all others. */
  readonly isForced: boolean;
  /** Edge and fill colour per category, then those of seats without a category. */
  readonly categories: readonly { readonly edge: Colour; readonly fill: Colour }[];
}

const tokens = {
  surface: '--color-surface',
  ink: '--color-ink',
  inkSoft: '--color-ink-soft',
  line: '--color-line-strong',
  faint: '--color-skeleton',
  chosen: '--color-brand',
  chosenEdge: '--color-brand-strong',
  onChosen: '--color-on-brand',
  alert: '--color-accent',
  alertEdge: '--color-warning',
  onAlert: '--color-on-accent',
  night: '--color-night',
} as const;
type Name = keyof typeof tokens;

/** System colours under forced colours: the reader's scheme may be light on dark. */
const forced: Readonly<Record<Name, string>> = {
  surface: 'Canvas',
  ink: 'CanvasText',
  inkSoft: 'GrayText',
  line: 'GrayText',
  faint: 'Canvas',
  chosen: 'Highlight',
  chosenEdge: 'Highlight',
  onChosen: 'HighlightText',
  alert: 'Canvas',
  alertEdge: 'GrayText',
  onAlert: 'CanvasText',
  night: 'GrayText',
};

const share = 0.16;
const black: Colour = [0, 0, 0];

/** Creates the palette from named colours; `colourOf` may return none. The server's category colours can be arbitrary. */
export function paletteOf(
  colourOf: (name: Name) => Colour | null,
  categories: readonly SeatCategory[],
  isForced: boolean,
): Palette {
  const named = (name: Name) => colourOf(name) ?? (name === 'surface' ? [255, 255, 255] : black);
  const [surface, ink, line] = [named('surface'), named('ink'), named('line')];
  const looks = [...categories.map(({ color }) => parseColour(color) ?? line), line].map(
    (colour) => {
      if (isForced) return { edge: ink, fill: surface };
      return { edge: edgeColour(colour, surface, ink), fill: mix(colour, share, surface) };
    },
  );
  return {
    surface,
    ink,
    inkSoft: named('inkSoft'),
    line,
    faint: named('faint'),
    chosen: named('chosen'),
    chosenEdge: named('chosenEdge'),
    onChosen: named('onChosen'),
    alert: named('alert'),
    alertEdge: named('alertEdge'),
    onAlert: named('onAlert'),
    night: named('night'),
    isForced,
    categories: looks,
  };
}

/** Reads the palette from the page's computed styles. */
export function readPalette(element: HTMLElement, categories: readonly SeatCategory[]): Palette {
  const isForced = matchMedia('(forced-colors: active)').matches;
  const probe = document.createElement('span');
  // Reduced motion turns every change into a transition of zero duration, whose first moment still shows the old colour.
  probe.style.setProperty('transition', 'none', 'important');
  element.append(probe);
  const style = getComputedStyle(probe);
  const palette = paletteOf(
    (name) => {
      probe.style.color = isForced ? forced[name] : `var(${tokens[name]})`;
      return parseColour(style.color);
    },
    categories,
    isForced,
  );
  probe.remove();
  return palette;
}

/** Notifies when the page's colours may have changed; returns the stop function. */
export function watchPalette(onChange: () => void): () => void {
  if (typeof matchMedia === 'undefined') return () => undefined;
  const theme = new MutationObserver(onChange);
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const queries = [
    '(forced-colors: active)',
    '(prefers-contrast: more)',
    '(prefers-color-scheme: dark)',
  ];
  const watched = queries.map((query) => matchMedia(query));
  for (const list of watched) list.addEventListener('change', onChange);
  return () => {
    theme.disconnect();
    for (const list of watched) list.removeEventListener('change', onChange);
  };
}
