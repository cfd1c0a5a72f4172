import { describe, expect, it } from 'vitest';
import { filesIn, read } from './sources.ts';

const tokenFile = 'src/ui/tokens.css';
const sheets = filesIn('src', /\.css$/).filter((file) => file !== tokenFile);

/** Colour literals in a style sheet: numbers, functions or names. */
const rawColour =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|:[^;{}]*\b(?:white|black|red|green|blue|yellow|orange|purple|pink|gr[ae]y|silver|navy|teal|brown|gold)\b/gi;
const rawLayer = /z-index:\s*-?\d+/g;

/** A style sheet without comments, urls and token names, which may contain such words. */
function rulesOf(css: string): string {
  return withoutComments(css)
    .replace(/url\([^)]*\)/g, '')
    .replace(/white-space/g, '')
    .replace(/var\(--[\w-]+\)/g, '');
}

function withoutComments(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, '');
}

/** Every custom property that a style sheet reads. */
function readIn(css: string): string[] {
  return [...withoutComments(css).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name ?? '');
}

/** Properties that the compositor animates without laying out or painting anything. */
const moved = new Set(['opacity', 'transform', 'translate', 'scale', 'rotate']);

/** Animated properties of a style sheet that cost layout or paint in every frame. */
function costlyMotion(css: string): string[] {
  const plain = withoutComments(css);
  const frames = [...plain.matchAll(/@keyframes [\w-]+ \{(?:[^{}]*\{[^{}]*\})*/g)].join('\n');
  return [...frames.matchAll(/([\w-]+):/g)].flatMap(([, name = '']) =>
    moved.has(name) ? [] : [name],
  );
}

const seen = (css: string) => [
  ...(rulesOf(css).match(rawColour) ?? []),
  ...(rulesOf(css).match(rawLayer) ?? []),
];

describe('the style sheets', () => {
  it.each(sheets)('%s uses tokens, and animates what the compositor moves', (file) => {
    expect(seen(read(file))).toEqual([]);
    expect(costlyMotion(read(file))).toEqual([]);
  });

  it('are all checked, and the check finds a literal colour, a literal layer and a moving width', () => {
    expect(sheets.length).toBeGreaterThan(40);
    expect(sheets).toContain('src/screens/home/event-card.module.css');
    for (const bad of [
      'a { color: #fff; }',
      'a { box-shadow: 0 0 1px rgb(0 0 0 / 10%); }',
      'a { background: white; }',
      'a { z-index: 3; }',
    ])
      expect(seen(bad)).not.toEqual([]);
    expect(seen('a { white-space: nowrap; color: var(--color-ink); z-index: auto; }')).toEqual([]);
    const wide = '@keyframes grow { from { width: 0; } to { opacity: 1; } } .a { height: 1px; }';
    expect(costlyMotion(wide)).toEqual(['width']);
  });

  it('read only declared tokens: a misspelt one has no effect', () => {
    const declared = new Set(
      [tokenFile, ...sheets].flatMap((file) =>
        [...withoutComments(read(file)).matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name),
      ),
    );
    // Set by its component's style attribute.
    const fromViews = filesIn('src', /\.tsx$/).flatMap((file) =>
      [...read(file).matchAll(/['"](--[\w-]+)['"]/g)].map(([, name]) => name),
    );
    const known = new Set([...declared, ...fromViews]);
    const unknown = sheets.flatMap((file) =>
      readIn(read(file))
        .filter((name) => !known.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});
