import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withTables } from '../../../scripts/qa-table.ts';
import { scenarioList } from '../../../server/dev/scenarios/registry.ts';

const guide = readFileSync('docs/guide/qa.md', 'utf8');

test('the guide lists every scenario, as the registry has it', () => {
  expect(guide, 'docs/guide/qa.md is stale: run npm run qa:pictures').toBe(withTables(guide));
  const rows = [...guide.matchAll(/^\|.+\| `\/dev\/go\/([\w-]+)` \|$/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual(scenarioList.map(([name]) => name).sort());
});

test('every scenario has unique texts', () => {
  for (const [name, { words, sees, title }] of scenarioList) {
    expect(words.length, name).toBeGreaterThan(0);
    expect(sees, name).toMatch(/\.$/);
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(scenarioList.filter(([, other]) => other.title === title)).toHaveLength(1);
  }
});

test('the pictures of the guide exist and are small', () => {
  const pictures = [...guide.matchAll(/["(](images\/qa-[\w-]+\.webp)[")]/g)].map(
    ([, path]) => path,
  );
  expect(pictures.length).toBeGreaterThanOrEqual(8);
  for (const path of pictures) {
    const bytes = readFileSync(`docs/guide/${path}`).length;
    expect(bytes, path).toBeLessThanOrEqual(80 * 1024);
  }
});
