import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { faultRows } from '../../lab/faults/rows.ts';
import { claimsIn, findClaims, rowsIn } from '../../lab/faults/titles.ts';

const claims = findClaims('.');
const ids = faultRows.map(({ id }) => id);

// Branches take their numbers beforehand, so that one may be missing for a while; none is used twice.
it('the numbers of the catalogue ascend', () => {
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(ids.every((id) => /^F\d\d$/.test(id))).toBe(true);
});

it('only ids at the beginning of a title claim rows', () => {
  // Assembled, so that this file itself claims nothing.
  const quote = "'";
  const source = `it(${quote}[F01][F02] x${quote}, () => {}); // see [F04] and (F05), ${quote}[F06]${quote}`;
  expect([...claimsIn(source)]).toEqual(['F01', 'F02']);
  expect(rowsIn('a group [F07] and [F60] more (F08)')).toEqual(['F07', 'F60']);
});

it('every row of the catalogue has a test', () => {
  const claimed = new Set([...claims.values()].flatMap((rows) => [...rows]));
  expect(ids.filter((id) => !claimed.has(id))).toEqual([]);
});

it('no title names a row that is not in the catalogue', () => {
  const unknown = [...claims].flatMap(([file, rows]) =>
    [...rows].filter((id) => !ids.includes(id)).map((id) => `${file}: ${id}`),
  );
  expect(unknown).toEqual([]);
});

it('docs/faults.md has the rows of the catalogue, and names files that claim them', () => {
  const lines = readFileSync('docs/faults.md', 'utf8').match(/^\| F\d\d .*$/gm) ?? [];
  const rows = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.map(([, id, fault, holds, owners]) => ({ id, fault, holds, owners }))).toEqual(
    faultRows,
  );
  for (const [, id = '', , , , files = ''] of rows) {
    const named = [...files.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map((match) => match[1] ?? '');
    expect(named.length, id).toBeGreaterThan(0);
    for (const file of named) {
      expect(existsSync(file), file).toBe(true);
      expect([...(claims.get(file) ?? [])], file).toContain(id);
    }
  }
});
