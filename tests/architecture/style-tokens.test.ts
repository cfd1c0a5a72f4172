import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const tokenFile = 'src/ui/tokens.css';
const filesOf = (end: string) =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end))
    .map((file) => `src/${file.replaceAll('\\', '/')}`)
    .sort();
const sheets = filesOf('.css').filter((file) => file !== tokenFile);

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

const read = (file: string) => readFileSync(join(root, file), 'utf8');

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

describe('motion', () => {
  it.each(sheets)('%s animates what the compositor moves', (file) => {
    expect(costlyMotion(read(file))).toEqual([]);
  });

  it('is checked: a moving width is found', () => {
    const wide = '@keyframes grow { from { width: 0; } to { opacity: 1; } } .a { height: 1px; }';
    expect(costlyMotion(wide)).toEqual(['width']);
  });
});

describe('the tokens', () => {
  it('are checked in all style sheets of the browser code', () => {
    expect(sheets.length).toBeGreaterThan(40);
    expect(sheets).toContain('src/screens/home/event-card.module.css');
  });

  it.each(sheets)('%s uses them for its colours and layers', (file) => {
    const rules = rulesOf(read(file));
    expect(rules.match(rawColour) ?? []).toEqual([]);
    expect(rules.match(rawLayer) ?? []).toEqual([]);
  });

  it('are all declared: a misspelt one has no effect', () => {
    const declared = new Set(
      [tokenFile, ...sheets].flatMap((file) =>
        [...withoutComments(read(file)).matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name),
      ),
    );
    // Set by its component's style attribute.
    const fromViews = filesOf('.tsx').flatMap((file) =>
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

  it('are needed: the check finds a literal colour and a literal layer', () => {
    const seen = (css: string) => [
      ...(rulesOf(css).match(rawColour) ?? []),
      ...(rulesOf(css).match(rawLayer) ?? []),
    ];
    expect(seen('a { color: #fff; }')).not.toEqual([]);
    expect(seen('a { box-shadow: 0 0 1px rgb(0 0 0 / 10%); }')).not.toEqual([]);
    expect(seen('a { background: white; }')).not.toEqual([]);
    expect(seen('a { z-index: 3; }')).not.toEqual([]);
    expect(seen('a { white-space: nowrap; color: var(--color-ink); z-index: auto; }')).toEqual([]);
  });
});
