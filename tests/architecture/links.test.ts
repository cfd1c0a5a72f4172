import { existsSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, read } from './sources.ts';

const folders = [
  'contract',
  'docs',
  'lab',
  'machines',
  'samples',
  'scripts',
  'server',
  'src',
  'tests',
  'tools',
];
const documents = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...folders.flatMap((folder) => filesIn(folder, /\.md$/)),
];

/** The anchor that GitHub gives to a heading. */
function anchorOf(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return text.replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');
}

function anchors(file: string): string[] {
  const text = read(file);
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)];
}

function brokenLinks(file: string, text = read(file)): string[] {
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

/** Links of a document whose text names a function that the file of the link does not define. */
function missingNames(text: string): string[] {
  return [...text.matchAll(/\[`(\w+)`\]\(([^)\s]+\.tsx?)\)/g)]
    .filter(([, name = '', file = '']) => !read(file).includes(` ${name}(`))
    .map(([link]) => link);
}

test('every function that the README names is in the file of its link', () => {
  const text = read('README.md');
  expect(text).toContain('`claimSeats`');
  expect(missingNames(text)).toEqual([]);
  expect(missingNames('[`claimSeats`](server/mail/outbox.ts)')).toHaveLength(1);
});
