import { posix } from 'node:path';
import { readImports } from './room-rules.ts';

/** Every circle of files that import each other, types and `import()` included, as one line that ends where it began. */
export function importCircles(sources: ReadonlyMap<string, string>): string[] {
  const importsOf = new Map(
    [...sources].map(([path, text]) => [path, localImports(path, text, sources)]),
  );
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path);
    if (start >= 0) circles.push([...trail.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    for (const next of importsOf.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of sources.keys()) walk(path, []);
  return circles;
}

function localImports(path: string, text: string, sources: ReadonlyMap<string, string>): string[] {
  return readImports(path, text)
    .specifiers.filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier))
    .filter((target) => sources.has(target));
}
