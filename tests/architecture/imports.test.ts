import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkSource, FOLDERS } from './folder-rules.ts';

const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));

function sourcesOf(folder: string): string[] {
  const path = join(PROJECT_ROOT, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(PROJECT_ROOT.length));
}

describe('the folders of this project', () => {
  it.each(FOLDERS)('%s follows the rules for imports, names and lengths', (folder) => {
    const sources = sourcesOf(folder);
    expect(sources.length, `${folder} has no source`).toBeGreaterThan(0);
    const problems = sources.flatMap((path) =>
      checkSource(path, readFileSync(join(PROJECT_ROOT, path), 'utf8')),
    );
    expect(problems.join('\n')).toBe('');
  });
});

/** More files than a reader takes in at a glance. */
const MAXIMUM_FILES = 25;
/** A list that only grows: one file for each step of the schema. */
const lists = ['server/db/migrations'];

it('has no folder of more than 25 sources', () => {
  const count = new Map<string, number>();
  for (const folder of [...FOLDERS, 'tests', 'scripts']) {
    for (const path of sourcesOf(folder)) {
      const parent = dirname(path);
      count.set(parent, (count.get(parent) ?? 0) + 1);
    }
  }
  const full = [...count].filter(([, files]) => files > MAXIMUM_FILES).map(([folder]) => folder);
  expect(full).toEqual(lists);
});

const lines = (count: number) => 'export const a = 1;\n'.repeat(count);

describe('the check itself accepts', () => {
  it.each([
    ['contract/a.ts', "import * as z from 'zod/mini';\nexport const a = z.string();"],
    ['contract/a.ts', "import type { B } from './b.ts';\nexport type A = B;"],
    ['machines/queue/a.ts', "import { setup } from 'xstate';\nexport const a = setup;"],
    ['machines/queue/a.ts', "import { B } from '../../contract/b.ts';\nexport const a = B;"],
    ['src/app/a.tsx', "import { B } from '../../machines/root/b.ts';\nexport const a = <B />;"],
    ['src/app/a.ts', "import './a.module.css';\nimport ky from 'ky';\nexport const a = ky;"],
    ['server/a.ts', "import { x } from 'node:fs';\nimport f from 'fastify';\nexport { x, f };"],
    ['server/a.ts', 'export const load = (path: string) => import(path);'],
    ['machines/a.ts', "export const words = \"import x from 'react'\"; // import 'react'"],
    ['machines/a.machine.ts', lines(250)],
    ['machines/a.ts', lines(350)],
    ['src/a.css', lines(350)],
    ['server/index.ts', 'export const a = 1;'],
    [
      'server/a.ts',
      "import { b } from './b.ts';\nexport { c } from './c.ts';\nexport const a = b;",
    ],
  ])('%s (%#)', (path, text) => {
    expect(checkSource(path, text)).toEqual([]);
  });
});

describe('the check itself rejects', () => {
  it.each([
    ['contract/a.ts', "import { setup } from 'xstate';", 'may import only zod'],
    ['contract/a.ts', "import 'zodiac';", 'may import only zod'],
    ['contract/a.ts', "import { a } from '../machines/a.ts';", 'from contract only'],
    ['contract/a.ts', "import { readFile } from 'node:fs';", 'may import only zod'],
    ['machines/a.ts', "import { useState } from 'react';", 'may import only xstate'],
    ['machines/a.ts', "import * as z from 'zod/mini';", 'may import only xstate'],
    ['machines/a.ts', "import { useMachine } from '@xstate/react';", 'may import only xstate'],
    ['machines/q/a.ts', "import { a } from '../../src/a.ts';", 'from machines, contract only'],
    ['machines/a.ts', 'export const f = (p: string) => import(p);', 'computes the path'],
    ['machines/a.ts', "export const f = () => import('mqtt');", 'may import only xstate'],
    ['machines/a.ts', "export type A = import('react').FC;", 'may import only xstate'],
    ['machines/a.ts', "export * from 'ky';\nexport const a = 1;", 'may import only xstate'],
    ['machines/a.ts', "import type { A } from 'ky';\nexport type B = A;", 'may import only xstate'],
    ['samples/a.ts', "import { a } from '../src/a.ts';", 'from samples, contract only'],
    ['samples/a.ts', "import { readFile } from 'node:fs';", 'may import only zod'],
    ['contract/a.ts', "import { a } from '../samples/a.ts';", 'from contract only'],
    ['machines/a.ts', "import { a } from '../samples/a.ts';", 'from machines, contract only'],
    [
      'src/a.ts',
      "import { a } from '../server/a.ts';",
      'from src, samples, machines, contract only',
    ],
    [
      'src/a.ts',
      "import { a } from '../tests/a.ts';",
      'from src, samples, machines, contract only',
    ],
    ['src/a.ts', "import { readFile } from 'node:fs';", 'not node:'],
    ['src/a.ts', "import { a } from '/src/b.ts';", 'use a relative path'],
    ['server/a.ts', "import { a } from '../machines/a.ts';", 'from server, samples, contract only'],
    ['server/a.ts', "import type { A } from '../src/a.ts';", 'from server, samples, contract only'],
    [
      'server/a.ts',
      "export const f = () => import('../src/a.ts');",
      'from server, samples, contract only',
    ],
    [
      'server/a.ts',
      "import { a } from '../tests/support/a.ts';",
      'from server, samples, contract only',
    ],
    ['server/a.ts', "import { setup } from 'xstate';", 'not xstate or react'],
    ['src/ui/index.ts', "export { B } from './b.tsx';\nexport const a = 1;", 'is a barrel'],
    ['src/ui/all.ts', "export * from './b.tsx';\nexport { c } from './c.ts';", 'is a barrel'],
    ['src/utils/money.ts', 'export const a = 1;', "'utils' says nothing"],
    ['server/common.ts', 'export const a = 1;', "'common.ts' says nothing"],
    ['machines/queue/helpers.test.ts', 'export const a = 1;', "'helpers.test.ts' says nothing"],
    ['machines/a.machine.ts', lines(251), 'has 251 lines; 250 at most'],
    ['machines/a.ts', lines(351), 'has 351 lines; 350 at most'],
    ['src/a.tsx', lines(351), 'has 351 lines; 350 at most'],
    ['src/a.css', lines(351), 'has 351 lines; 350 at most'],
  ])('%s (%#)', (path, text, message) => {
    const problems = checkSource(path, text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
    expect(problems[0]).toContain(path);
  });
});
