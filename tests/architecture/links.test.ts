import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));

/** The anchor that GitHub gives to a heading. */
function anchorOf(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return text.replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');
}

function anchors(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  );
}

function brokenLinks(file: string, text = readFileSync(file, 'utf8')): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : posix.join(posix.dirname(file), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchors(target).includes(anchor);
    })
    .map((link) => `${file}: ${link}`);
}

test('every link of a document leads to a file and a heading', () => {
  expect(documents.length).toBeGreaterThan(60);
  expect(brokenLinks('docs/README.md', '[a](nowhere.md) [b](glossary.md#nothing)')).toHaveLength(2);
  expect(documents.flatMap((file) => brokenLinks(file))).toEqual([]);
});
