import { describe, expect, it } from 'vitest';
import { type RefusalCode, refusalRow } from '../../contract/call/refusal-codes.ts';
import { pageNames, pageOf, screenSource } from '../../contract/pages.ts';
import { english, id } from '../../src/text/id.ts';
import { filesIn, read } from './sources.ts';
import { readWords, type WordUses } from './word-rules.ts';

const keys = new Set<string>(Object.keys(id));

/** Folders of src/ without pages of the app: the catalogues, and the QA desk, which is English only. */
const others = /^src\/(?:text|inspector)\//;
const files = filesIn('src', /\.tsx?$/).filter((file) => !others.test(file));
const isRefusal = (key: string) => key.startsWith('refusal.');
/** Keys that machines store for the screen. */
const keptByMachines = new Set(
  filesIn('machines', /\.ts$/).flatMap((file) =>
    [...read(file).matchAll(/'([\w.-]+)'/g)].map(([, key]) => key ?? ''),
  ),
);
const uses = new Map<string, WordUses>(
  files.map((path) => [path, readWords(path, read(path), keys)]),
);

/** Texts that belong to no language, with the reason. */
const allowedLiterals: ReadonlyMap<string, string> = new Map([
  ['+62 8xx-xxxx-xxxx', 'a telephone number with its digits masked (§2.400)'],
  ['DEMO', 'the mark of the demo, the same in every language'],
]);

/** Keys in a file that does not render them, with the reason. */
const named: ReadonlyMap<string, string> = new Map([
  ['src/app/flows/auth-form.ts sign-in', 'the form that shows them is fetched with their words'],
  ['src/sample/demo/parts.tsx checkout', 'drawn on the payment page alone'],
]);

/** English texts without a `lang` of their own, with the reason. */
const unmarked: ReadonlyMap<string, string> = new Map([
  [
    'src/app/routing/page-code.tsx null',
    'the title of the tab, which has the language of the page',
  ],
  ['src/app/flows/blocked-page.tsx error.generic', "stands within 'Error: …', which is marked"],
  ['src/app/shell/site-footer.tsx null', 'the names of other sites, in the language of the page'],
  ['src/screens/home/event-section.tsx null', 'names a pager, whose buttons are Indonesian'],
  [
    'src/screens/home-strip/history-strip.tsx strip.title',
    'names a pager, whose buttons are Indonesian',
  ],
]);

/** Views with a fixed language, with the reason. */
const sentences: ReadonlyMap<string, string> = new Map([
  ['src/staff/control-acts.tsx', 'what an act did is the sentence of its command, in English'],
  ['src/staff/parts.tsx', 'refusals of the staff are worded by the server, in English'],
  ['src/screens/queue/queue-notices.tsx', 'the log and the messages of the server are Indonesian'],
]);

const partOf = new Map<string, string>();
for (const file of filesIn('src/text/id', /\.ts$/)) {
  const name = file.replace(/.*\/|\.ts$/g, '');
  const part = await import(`../../src/text/id/${name}.ts`);
  for (const key of Object.keys({ ...part.words, ...part.english })) partOf.set(key, name);
}

describe('the words of the pages', () => {
  it('are all used', () => {
    const used = new Set([
      ...[...uses.values()].flatMap((use) => use.keys.map(({ key }) => key)),
      ...pageNames.map((name) => pageOf(name).title),
    ]);
    const patterns = [...uses.values()].flatMap((use) => use.patterns);
    const unused = [...keys].filter(
      (key) =>
        !used.has(key) &&
        !keptByMachines.has(key) &&
        !isRefusal(key) &&
        !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });

  it('translate refusals by their codes, with the sentence of the contract in its own language', () => {
    // Those without a page of their own are worded for readers, where the contract speaks to programs.
    const refusals = Object.entries(id).filter(
      ([key]) => isRefusal(key) && partOf.get(key) !== 'refusals',
    );
    expect(refusals.length).toBeGreaterThan(0);
    for (const [key, text] of refusals)
      expect(refusalRow(key.replace('refusal.', '') as RefusalCode)?.sentence, key).toBe(text);
  });

  it('are in the catalogues, not in the views', () => {
    const literals = [...uses].flatMap(([path, use]) =>
      use.literals
        .filter((literal) => !allowedLiterals.has(literal.replace(/^\d+: /, '')))
        .map((literal) => `${path}:${literal}`),
    );
    expect(literals).toEqual([]);
  });

  it('declare their language where it differs from the one of the page', () => {
    const wrong = [...uses].flatMap(([path, use]) =>
      use.keys
        .filter(({ key, isDrawn, lang }) => {
          if (!isDrawn || lang === 'computed' || unmarked.has(`${path} ${key}`)) return false;
          // A fixed language is wrong as soon as the visitor chooses another one.
          return key === null || key in english || lang !== null;
        })
        .map(
          ({ key, line, lang }) =>
            `${path}:${line} ${key ?? 'a text worked out'} stands in lang ${lang}`,
        ),
    );
    expect(wrong).toEqual([]);
  });

  it('have the language of the catalogue, which no view fixes', () => {
    const fixed = files
      .filter((file) => file.endsWith('.tsx') && !sentences.has(file))
      .flatMap((file) =>
        [...read(file).matchAll(/\b(?:lang|titleLang)(?:=\{?|: )['"](?:en|id)['"]/g)].map(
          ([found]) => `${file} ${found}`,
        ),
      );
    expect(fixed).toEqual([]);
  });

  it('load with the code that shows them', () => {
    const late: string[] = [];
    const seen = new Set<string>();
    function visit(path: string, parts: readonly string[]): void {
      const use = uses.get(path);
      const visitKey = `${path} ${parts.join()}`;
      if (use === undefined || seen.has(visitKey)) return;
      seen.add(visitKey);
      for (const { key, line } of use.keys) {
        const part = partOf.get(key ?? '');
        if (part !== undefined && !parts.includes(part) && !named.has(`${path} ${part}`))
          late.push(`${path}:${line} ${key} of ${part}, beside ${parts.join(', ')}`);
      }
      for (const next of use.imports) visit(next, parts);
      for (const { path: next, parts: more } of use.lazy)
        visit(next, [...new Set([...parts, ...more])].sort());
    }
    visit('src/main.tsx', ['shell']);
    for (const name of pageNames) {
      const { purchase, words, title = '' } = pageOf(name);
      const parts = ['shell', ...(purchase === undefined ? [] : ['purchase']), ...words];
      visit(screenSource(name), parts.sort());
      const titlePart = partOf.get(title);
      if (titlePart !== undefined && !parts.includes(titlePart)) late.push(`${title} of ${name}`);
    }
    expect(late).toEqual([]);
    expect(seen.size).toBeGreaterThan(100);
  });
});
