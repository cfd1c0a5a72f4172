import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawnFiles, folder } from './files.ts';

/** Draws every machine into the documents and lists the changes. */
const target = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
const files = await drawnFiles();

mkdirSync(target, { recursive: true });
const names = new Set(files.map(({ name }) => name));
for (const name of readdirSync(target)) {
  if (names.has(name)) continue;
  rmSync(join(target, name), { recursive: true });
  console.log(`removed    ${folder}/${name}`);
}
for (const { name, text } of files) {
  const path = join(target, name);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  if (before !== text) writeFileSync(path, text);
  const state = before === undefined ? 'new' : before === text ? 'unchanged' : 'changed';
  console.log(`${state.padEnd(10)} ${folder}/${name}`);
}
