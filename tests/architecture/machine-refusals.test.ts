import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusalTable } from '../../contract/call/refusal-codes.ts';

const root = join(import.meta.dirname, '../..');
const sentences = Object.values(refusalTable).map(({ sentence }) => sentence);
/** Milliseconds and counts, not statuses. */
const allowed = ['shared/timings.ts 500', 'shared/loop-guard.ts 500'];

function findStatuses(file: string, source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  return [
    ...[...code.matchAll(/(?<![\w.])(4\d\d|50[0-3])(?![\w_])/g)].map(
      ([number]) => `${file} ${number}`,
    ),
    ...sentences
      .filter((sentence) => code.includes(`'${sentence}'`))
      .map((text) => `${file} ${text}`),
  ].filter((found) => !allowed.includes(found));
}

test('machines decide by refusal codes: they know neither an HTTP status nor a sentence of the server', () => {
  const found = readdirSync(join(root, 'machines'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => findStatuses(file, readFileSync(join(root, 'machines', file), 'utf8')));
  expect(found).toEqual([]);
  // The search finds both.
  expect(findStatuses('a.ts', 'status === 404; // 409')).toEqual(['a.ts 404']);
  expect(findStatuses('a.ts', `'${sentences[0]}'`)).toEqual([`a.ts ${sentences[0]}`]);
});
