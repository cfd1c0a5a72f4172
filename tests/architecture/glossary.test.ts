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

/** The first cells of the rows that follow a heading of the glossary. */
function banned(heading: string): string[] {
  const [, section = ''] = read(glossary).split(`\n## ${heading}\n`);
  const [body = ''] = section.split('\n## ');
  return [...body.matchAll(/^\| ([^|]+) \|/gm)]
    .map(([, cell = '']) => cell.trim())
    .filter((cell) => cell !== 'phrase' && cell !== 'name' && !cell.startsWith('---'));
}

/** Comments of source code, or the whole text of a document. */
function proseOf(file: string): string {
  const text = read(file);
  if (file.endsWith('.md')) return text;
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ [^\n]*/g)]
    .map(([comment]) => comment)
    .join('\n');
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function findPhrases(prose: string, phrases: readonly string[]): string[] {
  const flat = prose.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ');
  return phrases.filter((phrase) => new RegExp(`\\b${escaped(phrase)}\\b`, 'i').test(flat));
}

describe('the glossary', () => {
  const phrases = banned('Banned phrases');
  const names = banned('Banned names');

  test('bans phrases and names, and the search finds them', () => {
    expect(phrases.length).toBeGreaterThan(4);
    expect(names.length).toBeGreaterThan(4);
    expect(findPhrases('/** Who waits,\n * whoever it is. */', phrases)).toEqual(['whoever']);
    expect(findPhrases('// A renewed answer', phrases)).toEqual([]);
  });

  test('no comment and no document uses a banned phrase', () => {
    const found = files.flatMap((file) =>
      findPhrases(proseOf(file), phrases).map((phrase) => `${file}: ${phrase}`),
    );
    expect(found).toEqual([]);
  });

  test('no file declares a banned name', () => {
    const pattern = new RegExp(
      `\\b(?:const|let|function\\*?|class|interface|type|enum) (${names.map(escaped).join('|')})\\b`,
      'g',
    );
    const found = files
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => [...read(file).matchAll(pattern)].map(([, name]) => `${file}: ${name}`));
    expect(found).toEqual([]);
  });
});
