import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { pageNames, pageOf, screenSource } from '../../contract/pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rows = pageNames.map((name) => ({ name, ...pageOf(name) }));

it('every row has its screen, its texts in both languages and its data (§2.1)', () => {
  const sources = rows.flatMap(({ name, words, fetches = [] }) => [
    screenSource(name),
    ...fetches,
    ...words.flatMap((part) => [`src/text/id/${part}.ts`, `src/text/en/${part}.ts`]),
  ]);
  expect(sources.filter((source) => !existsSync(root + source))).toEqual([]);
});

it('every screen belongs to a row', () => {
  const known = new Set<string>(
    rows.flatMap(({ name, fetches = [] }) => [screenSource(name), ...fetches]),
  );
  // Shared by the two legal pages.
  known.add('src/screens/legal/legal.screen.tsx');
  const screens = readdirSync(`${root}src/screens`, { recursive: true, encoding: 'utf8' })
    .map((file) => `src/screens/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.screen.tsx'));
  expect(screens.length).toBeGreaterThan(20);
  expect(screens.filter((screen) => !known.has(screen))).toEqual([]);
});

it('a page for accounts is neither rendered on the server nor indexed by search engines (§2.7)', () => {
  const closed = rows.filter(({ entry }) => entry !== 'anyone');
  expect(closed.filter(({ drawn }) => drawn)).toEqual([]);
  expect(rows.filter((row) => row.drawn && row.private)).toEqual([]);
});
