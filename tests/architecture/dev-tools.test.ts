import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { read } from './sources.ts';

/** The files that a file loads when it is loaded, itself included. */
function loadedWith(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, what = '', from = ''] of read(path).matchAll(
    /^(?:import|export)\s([^;]*?)from '(\.[^']+\.ts)';/gm,
  )) {
    if (!what.startsWith('type ')) loadedWith(posix.join(posix.dirname(path), from), seen);
  }
  return seen;
}

it('a server outside development loads nothing of the development tools', () => {
  const loaded = [...loadedWith('server/main.ts')];
  expect(loaded.length).toBeGreaterThan(200);
  expect(loaded.filter((path) => path.startsWith('tools/'))).toEqual([]);
  // The one place that loads them.
  expect(read('server/app.ts')).toContain("await import('../tools/desk/mount.ts')");
});
