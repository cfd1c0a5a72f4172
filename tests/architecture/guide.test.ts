import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { provinceFacts } from '../../contract/place/provinces.ts';
import { filesIn, read } from './sources.ts';

const example = 'docs/guide/examples/one-machine.ts';

describe('the guide to the machines', () => {
  const source = readFileSync(example, 'utf8');

  it('shows one machine in Node in under ten lines', () => {
    expect(source.trim().split('\n').length).toBeLessThan(10);
    expect(readFileSync('docs/guide/machines.md', 'utf8')).toContain(`\`\`\`ts\n${source}\`\`\``);
  });

  it('shows an example that runs', () => {
    const printed = execFileSync(process.execPath, ['--import', 'tsx', example], {
      encoding: 'utf8',
    });
    expect(printed.trim()).toBe("{ kind: 'signedOut' }");
  });
});

it('the guide to an event lists every province with its letters', () => {
  const guide = readFileSync('docs/guide/your-event.md', 'utf8').replace(/\s+/gu, ' ');
  const listed = guide.slice(guide.indexOf('## Provinces'), guide.indexOf('. The province sets'));
  const entries = listed.replace('## Provinces ', '').split(', ');
  expect(entries.toSorted()).toEqual(
    provinceFacts.map(({ code, name }) => `${code} ${name}`).toSorted(),
  );
});

it('the guides have at most ten blocks of commands that no script runs, each with its reason', () => {
  const texts = ['README.md', ...filesIn('docs/guide', /\.md$/)].map(read);
  const fences = texts.flatMap((text) => text.match(/^ *```(?:sh|bash|shell|console).*$/gm) ?? []);
  const run = fences.filter((fence) => fence.trim() === '```sh');
  expect(run.length).toBeGreaterThan(15);
  const others = fences.filter((fence) => fence.trim() !== '```sh');
  for (const fence of others) expect(fence).toMatch(/^ *```sh not-run \w+ \w+/);
  expect(others.length).toBeLessThanOrEqual(10);
  // Commands that are only indented would be run by nobody.
  expect(texts.flatMap((text) => text.match(/^ {4,}(?:npm|cp|sudo) .*$/gm) ?? [])).toEqual([]);
});
