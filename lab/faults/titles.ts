import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A title begins with the ids of the rows it proves: '[F22][F23] ...'. An id elsewhere, as in a comment, is no claim. */
const claimPattern = /(?<=['"`])(?:\[F\d\d\])+(?= )/g;

/** A test file and the rows that its titles claim. */
export type Claims = ReadonlyMap<string, ReadonlySet<string>>;

/** Ids of the rows in a title. */
export function rowsIn(title: string): string[] {
  return [...title.matchAll(/\[(F\d\d)\]/g)].map((match) => match[1] ?? '');
}

/** Rows that the titles in a source text claim. */
export function claimsIn(source: string): Set<string> {
  return new Set((source.match(claimPattern) ?? []).flatMap(rowsIn));
}

/** Every test file below `root` that claims rows, by its path from `root`, in order; tests of scripts prove no purchase. */
export function findClaims(root: string): Claims {
  const claims = new Map<string, Set<string>>();
  const files = readdirSync(join(root, 'tests'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(test|spec)\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('tests/scripts/'))
    .sort();
  for (const file of files) {
    const claimed = claimsIn(readFileSync(join(root, file), 'utf8'));
    if (claimed.size > 0) claims.set(file, claimed);
  }
  return claims;
}

/** The pattern for Vitest's `-t` and Playwright's `--grep` that selects the tests of these rows. */
export function grepOf(ids: readonly string[]): string {
  return `\\[(${ids.join('|')})\\]`;
}
