import { expect, test } from 'vitest';
import { allCalls } from '../../contract/call/all-calls.ts';
import { refusalTable } from '../../contract/call/refusal-codes.ts';
import { chapters, citesIn, proofsPath } from '../../scripts/specification.ts';
import { filesIn, read } from './sources.ts';

const own = 'tests/architecture/specification.test.ts';
const folders = 'contract docs lab machines samples scripts server src tests tools';
const files = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...folders.split(' ').flatMap((name) => filesIn(name, /\.(?:tsx?|mjs|css|sql|md)$/)),
].filter((file) => file !== own);

const known = new Set(chapters().flatMap(({ sentences }, at) => [`${at + 1}`, ...sentences]));
const unknownIn = (text: string) => citesIn(text).filter((number) => !known.has(number));
/** Ids of texts that the repository does not contain. */
const foreign = /\brulings?[\s*/]+(?:R\d|\d)|\b(?:resolutions|design) §|[[(]R\d+[\])]/i;

test('each sentence has one number, of its chapter, and numbers ascend', () => {
  expect(known.size).toBeGreaterThan(700);
  for (const { file, sentences } of chapters()) {
    const parts = sentences.map((number) => number.split('.').map(Number));
    expect(
      parts.every(([chapter]) => chapter === Number(file.slice(0, 2))),
      file,
    ).toBe(true);
    const places = parts.map(([, place = 0]) => place);
    expect(places, file).toEqual([...new Set(places)].sort((one, other) => one - other));
  }
});

test('every cite leads to a sentence or a chapter', () => {
  expect(unknownIn('§4, §4.12 and §4.999, §99')).toEqual(['4.999', '99']);
  const lost = files.flatMap((file) =>
    unknownIn(read(file)).map((number) => `${file}: §${number}`),
  );
  expect(lost).toEqual([]);
});

test('nothing cites a text that is not here', () => {
  expect(
    ['ruling R21', 'Rulings 1.4-K', 'resolutions §3', '[R4]'].every((text) => foreign.test(text)),
  ).toBe(true);
  expect(files.filter((file) => foreign.test(read(file)))).toEqual([]);
});

test('the list of tests names files that cite the sentence', () => {
  const rows = [...read(proofsPath).matchAll(/^\| \[§([\d.]+)\]\S+ \| (.*) \|$/gm)];
  expect(rows.length).toBeGreaterThan(20);
  for (const [, number = '', cell = ''] of rows)
    for (const [, file = ''] of cell.matchAll(/\]\(\.\.\/\.\.\/([^)]+)\)/g))
      expect(citesIn(read(file)), file).toContain(number);
});

const specification = filesIn('docs/specification', /^\d.*\.md$/)
  .map(read)
  .join('\n');

test('each call and each refusal of the contract stands in the specification', () => {
  const paths = Object.values(allCalls).map(({ path }) => `\`${path}`);
  expect(paths.filter((path) => !specification.includes(path))).toEqual([]);
  const rows = Object.entries(refusalTable).map(
    ([code, { status, sentence }]) => `| \`${code}\` | ${status} | ${sentence} |`,
  );
  expect(rows.filter((row) => !specification.includes(row))).toEqual([]);
});

test('each text that the specification quotes stands in the code', () => {
  const code = ['contract', 'index.html', 'machines', 'public', 'server', 'scripts', 'src', 'tools']
    .flatMap((name) => (name.endsWith('html') ? [name] : filesIn(name, /\.(?:tsx?|mjs|html)$/)))
    .map(read)
    .join('\n')
    .replaceAll(/\\'/g, "'")
    .replaceAll(/'\s*\+\s*'/g, '')
    .replaceAll(/\s+/g, ' ');
  const quoted = specification
    .replaceAll(/`[^`]*`/g, '…')
    .matchAll(/(?<!\w)'([^'\n]{3,}?)'(?!\w)/g);
  const parts = [...quoted].flatMap(([, text = '']) => text.split(/\{[^}]*\}|…|\b[nN]\b/));
  expect(parts.length).toBeGreaterThan(400);
  const lost = parts
    .map((part) => part.trim())
    .filter((part) => part.length > 2 && !code.includes(part));
  expect(lost).toEqual([]);
});
