import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faultRows } from '../lab/faults/rows.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = 'docs/specification';
/** The generated list of the tests of each sentence. */
export const proofsPath = `${folder}/proofs.md`;

/** A chapter of the specification with the numbers of its sentences, in order. */
interface Chapter {
  readonly file: string;
  readonly title: string;
  readonly sentences: readonly string[];
}

/** The chapters in order. */
export function chapters(): Chapter[] {
  const files = readdirSync(join(root, folder)).filter((name) => /^\d\d-/.test(name));
  return files.sort().map((file) => {
    const text = readFileSync(join(root, folder, file), 'utf8');
    const sentences = [...text.matchAll(/<a id="([\d.]+)"><\/a>\*\*§\1\*\*/g)];
    return {
      file,
      title: /^# (.*)$/m.exec(text)?.[1] ?? '',
      sentences: sentences.map(([, number = '']) => number),
    };
  });
}

/** The cites in a text: a sentence as '4.12', a chapter as '4'. */
export function citesIn(text: string): string[] {
  return [...text.matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, number = '']) => number);
}

/** Links to the rows of faults and to the tests that cite a sentence, by its number. */
function proofs(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (number: string, link: string) =>
    found.set(number, [...(found.get(number) ?? []), link]);
  for (const { id, holds } of faultRows)
    for (const number of citesIn(holds)) add(number, `[${id}](../faults.md)`);
  for (const name of readdirSync(join(root, 'tests'), {
    recursive: true,
    encoding: 'utf8',
  }).sort()) {
    if (!/\.(?:test|spec|model)\.tsx?$/.test(name)) continue;
    const file = name.replaceAll('\\', '/');
    const text = readFileSync(join(root, 'tests', name), 'utf8');
    for (const number of new Set(citesIn(text))) add(number, `[${file}](../../tests/${file})`);
  }
  return found;
}

/** The text of the generated list. */
export function proofsText(): string {
  const tests = proofs();
  const parts = chapters().flatMap(({ file, title, sentences }) => {
    const link = (number: string) => `[§${number}](${file}#${number})`;
    const proven = sentences.filter((number) => tests.has(number));
    const others = sentences.filter((number) => !tests.has(number));
    const rows = proven.map((number) => `| ${link(number)} | ${tests.get(number)?.join(', ')} |`);
    return [
      `## ${title}`,
      ...(rows.length === 0 ? [] : [['| sentence | cited by |', '|---|---|', ...rows].join('\n')]),
      ...(others.length === 0 ? [] : [`No test cites ${others.map(link).join(', ')}.`]),
    ];
  });
  const head =
    'Made by `npm run docs` from the cites in tests; nothing here is written by hand. A sentence that no test cites may be proven all the same: cite it there.';
  return `${['# Sentences and their tests', head, ...parts].join('\n\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, proofsPath), proofsText());
  console.log(`${proofsPath} is up to date.`);
}
