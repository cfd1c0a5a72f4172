import { describe, expect, test } from 'vitest';
import { filesIn, read } from './sources.ts';

const glossary = 'docs/glossary.md';
const folders = [
  'contract',
  'machines',
  'samples',
  'server',
  'src',
  'tests',
  'scripts',
  'lab',
  'tools',
  'docs',
];
const files = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...folders.flatMap((folder) => filesIn(folder, /\.(?:ts|tsx|js|mjs|css|md)$/)),
].filter((file) => ![glossary, 'tests/architecture/glossary.test.ts'].includes(file));

/** The cells of each row of the glossary's table below a heading. */
function rowsOf(heading: string): string[][] {
  const [, section = ''] = read(glossary).split(`\n## ${heading}\n`);
  const [body = ''] = section.split('\n## ');
  return [...body.matchAll(/^\|(?!---)(.*)\|$/gm)]
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
    .filter(([first = '']) => !['word', 'phrase', 'name'].includes(first));
}

/** Comments of source code, or the whole text of a document. */
function proseOf(file: string): string {
  const text = read(file);
  if (file.endsWith('.md')) return text.replace(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ [^\n]*/g)]
    .map(([comment]) => comment)
    .join('\n');
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Prose without names of code, quoted texts and addresses. */
const sentencesOf = (prose: string) =>
  prose
    .replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ')
    .replace(/`[^`]*`|(?<!\w)'[^']*'(?!\w)|[^\s|]*\w\/[^\s|]*/g, '`');

const pattern = (phrases: readonly string[]) =>
  new RegExp(`\\b(?:${phrases.map(escaped).join('|')})(?:s?\\b|(?<=[:\\d]))`, 'gi');

function findPhrases(prose: string, phrases: readonly string[]): string[] {
  return sentencesOf(prose).match(pattern(phrases)) ?? [];
}

describe('the glossary', () => {
  const rows = ['The shop', 'The purchase', 'The software'].flatMap((heading) => rowsOf(heading));
  const not = rows.flatMap(([, , words = '']) => words.split(', ').filter((word) => word !== ''));
  const senses = rowsOf('Words of several senses');
  const phrases = [
    ...rowsOf('Banned phrases').map(([phrase = '']) => phrase),
    ...not.filter((word) => !word.startsWith('*')),
    ...senses.flatMap(([, , refused = '']) => refused.split('; ')),
  ];
  const names = rowsOf('Banned names').map(([name = '']) => name);

  test('bans words, phrases and names, and the search finds them', () => {
    expect(names.length).toBeGreaterThan(4);
    expect(findPhrases('/** Who waits,\n * whoever it is. */', phrases)).toEqual(['whoever']);
    expect(findPhrases('The server\nanswers. Good news', phrases)).toEqual([
      'server answers',
      'news',
    ]);
    expect(findPhrases("// `news`, a/news.ts, 'news', renewed", phrases)).toEqual([]);
  });

  test('says in which sense a word is right that is wrong in another', () => {
    const defined = [...rows, ...senses].flatMap(([word = '']) => word.split(', '));
    const italic = not.filter((word) => word.startsWith('*')).map((word) => word.slice(1, -1));
    expect(italic.filter((word) => !defined.includes(word))).toEqual([]);
  });

  test('no comment and no document uses a banned word or phrase', () => {
    const found = files.flatMap((file) =>
      findPhrases(proseOf(file), phrases).map((phrase) => `${file}: ${phrase}`),
    );
    expect(found).toEqual([]);
  });

  test('no file declares a banned name', () => {
    const declared = new RegExp(
      `\\b(?:const|let|function\\*?|class|interface|type|enum) (${names.map(escaped).join('|')})\\b`,
      'g',
    );
    const found = files
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => [...read(file).matchAll(declared)].map(([, name]) => `${file}: ${name}`));
    expect(found).toEqual([]);
  });
});
