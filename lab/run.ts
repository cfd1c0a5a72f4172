import { readdirSync } from 'node:fs';
import { requireRecentNode } from '../scripts/node-version.ts';

/** A laboratory with the words that it always takes. */
const variants: Readonly<Record<string, readonly [name: string, ...words: string[]]>> = {
  rolling: [
    'rush',
    ...'--people 200 --seats 600 --within 20 --capacity 60 --think 2'.split(' '),
    ...'--processes 2 --restarts 1'.split(' '),
  ],
};

requireRecentNode();
const folder = new URL('./', import.meta.url);
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('/run.ts'))
  .map((file) => file.slice(0, -'/run.ts'.length));
const [given = ''] = process.argv.splice(2, 1);
const [name, ...words] = variants[given] ?? [given];
if (names.includes(name)) {
  process.argv.splice(2, 0, ...words);
  await import(new URL(`./${name}/run.ts`, folder).href);
} else {
  const known = [...names, ...Object.keys(variants)].sort().join(', ');
  console.error(`npm run lab -- NAME …\n\nNAME is one of ${known}. lab/README.md describes them.`);
  process.exitCode = 2;
}
