import { expect, test } from 'vitest';
import { filesIn, read } from './sources.ts';

const allowed = [
  // Milliseconds and counts, not statuses.
  'shared/timings.ts 500',
  'shared/loop-guard.ts 500',
  // Errors for developers.
  'realtime/realtime.ports.ts The port "realtime.connection" is not provided.',
  'shared/not-provided.ts The port "…" is not provided.',
  // Fixed by §9 as an error of the client, not as a text of a page.
  'realtime/realtime.machine.ts Max reconnection attempts reached',
];

function findStatusesAndSentences(file: string, source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  return [
    ...[...code.matchAll(/(?<![\w.])(4\d\d|50[0-3])(?![\w_])/g)].map(
      ([number]) => `${file} ${number}`,
    ),
    ...[...code.matchAll(/'([A-Z][a-z]+ [^'\n]*)'|`([A-Z][a-z]+ [^`]*)`/g)].map(
      ([, quoted, template]) => `${file} ${quoted ?? template?.replace(/\$\{[^}]*\}/g, '…')}`,
    ),
  ].filter((found) => !allowed.includes(found));
}

test('machines decide by refusal codes: they know neither an HTTP status nor a sentence', () => {
  const found = filesIn('machines', /\.ts$/).flatMap((file) =>
    findStatusesAndSentences(file.replace('machines/', ''), read(file)),
  );
  expect(found).toEqual([]);
  // The search finds both.
  expect(findStatusesAndSentences('a.ts', 'status === 404; // 409')).toEqual(['a.ts 404']);
  expect(findStatusesAndSentences('a.ts', "'Draft already exists'")).toEqual([
    'a.ts Draft already exists',
  ]);
});
