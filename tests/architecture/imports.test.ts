import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSource, FOLDERS } from './folder-rules.ts';
import { filesIn, read } from './sources.ts';

const sourcesOf = (folder: string) => filesIn(folder, /\.(tsx?|css)$/);

describe('the folders of this project', () => {
  it.each(FOLDERS)('%s follows the rules for imports, names and lengths', (folder) => {
    const sources = sourcesOf(folder);
    expect(sources.length, `${folder} has no source`).toBeGreaterThan(0);
    const problems = sources.flatMap((path) => checkSource(path, read(path)));
    expect(problems.join('\n')).toBe('');
  });
});

// More files than a reader takes in at a glance.
it('has no folder of more than 25 sources', () => {
  const count = new Map<string, number>();
  for (const path of [...FOLDERS, 'tests', 'scripts', 'lab'].flatMap(sourcesOf))
    count.set(dirname(path), (count.get(dirname(path)) ?? 0) + 1);
  const full = [...count].filter(([, files]) => files > 25).map(([folder]) => folder);
  expect(full).toEqual([]);
});

const lines = (count: number) => 'export const a = 1;\n'.repeat(count);

describe('the check itself', () => {
  it.each([
    ['contract/a.ts', "import * as z from 'zod/mini';\nexport const a = z.string();"],
    ['machines/queue/a.ts', "import { B } from '../../contract/b.ts';\nexport const a = B;"],
    ['src/app/a.tsx', "import { B } from '../../machines/root/b.ts';\nexport const a = <B />;"],
    ['src/app/a.ts', "import './a.module.css';\nimport ky from 'ky';\nexport const a = ky;"],
    ['server/a.ts', "import { x } from 'node:fs';\nimport f from 'fastify';\nexport { x, f };"],
    ['server/a.ts', 'export const load = (path: string) => import(path);'],
    ['machines/a.ts', "export const words = \"import x from 'react'\"; // import 'react'"],
    ['machines/a.machine.ts', lines(250)],
    ['src/a.css', lines(350)],
    ['server/a.ts', "export { c } from './c.ts';\nexport const a = 1;"],
  ])('accepts %s (%#)', (path, text) => {
    expect(checkSource(path, text)).toEqual([]);
  });

  it.each([
    ['contract/a.ts', "import 'zodiac';", 'may import only zod'],
    ['contract/a.ts', "import { a } from '../machines/a.ts';", 'from contract only'],
    ['contract/a.ts', "import { readFile } from 'node:fs';", 'may import only zod'],
    ['machines/q/a.ts', "import { a } from '../../src/a.ts';", 'from machines, contract only'],
    ['machines/a.ts', 'export const f = (p: string) => import(p);', 'computes the path'],
    ['machines/a.ts', "export const f = () => import('mqtt');", 'may import only xstate'],
    ['machines/a.ts', "export type A = import('react').FC;", 'may import only xstate'],
    ['machines/a.ts', "export * from 'ky';\nexport const a = 1;", 'may import only xstate'],
    ['machines/a.ts', "import type { A } from 'ky';\nexport type B = A;", 'may import only xstate'],
    ['samples/a.ts', "import { a } from '../src/a.ts';", 'from samples, contract only'],
    ['src/a.ts', "import '../server/a.ts';", 'from src, samples, machines, contract only'],
    ['src/a.ts', "import { readFile } from 'node:fs';", 'not node:'],
    ['src/a.ts', "import { a } from '/src/b.ts';", 'use a relative path'],
    ['server/a.ts', "import type { A } from '../src/a.ts';", 'from server, samples, contract only'],
    ['server/a.ts', "import { setup } from 'xstate';", 'not xstate or react'],
    ['src/ui/index.ts', "export { B } from './b.tsx';\nexport const a = 1;", 'is a barrel'],
    ['src/ui/all.ts', "export * from './b.tsx';\nexport { c } from './c.ts';", 'is a barrel'],
    ['src/utils/money.ts', 'export const a = 1;', "'utils' says nothing"],
    ['machines/queue/helpers.test.ts', 'export const a = 1;', "'helpers.test.ts' says nothing"],
    ['machines/a.machine.ts', lines(251), 'has 251 lines; 250 at most'],
    ['src/a.css', lines(351), 'has 351 lines; 350 at most'],
  ])('rejects %s (%#)', (path, text, message) => {
    expect(checkSource(path, text)).toEqual([expect.stringContaining(message)]);
  });
});
