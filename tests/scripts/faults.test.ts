import { describe, expect, it } from 'vitest';
import { proofsOfPlaywright, proofsOfVitest } from '../../scripts/faults/reports.ts';
import { catalogueTable, judge, terminalTable, withTable } from '../../scripts/faults/table.ts';
import { grepOf } from '../../scripts/faults/titles.ts';

const row = (id: string) => ({ id, fault: `fault ${id}`, holds: 'holds', owners: 'all' });

const assertion = (fullName: string, status: string, duration: number | null) => {
  return { fullName, status, duration };
};
const vitest = JSON.stringify({
  testResults: [
    {
      name: '/shop/tests/a.test.ts',
      assertionResults: [
        assertion('[F01] group one', 'passed', 12),
        assertion('[F02][F03] two', 'failed', null),
        assertion('[F04] three', 'pending', null),
        assertion('of no row', 'passed', 1),
      ],
    },
  ],
});

const spec = (title: string, status: string, ...ms: number[]) => ({
  ...{ title, ok: true, file: 'b.spec.ts' },
  tests: [{ status, results: ms.map((duration) => ({ duration })) }],
});
const specs = [spec('[F01] four', 'expected', 5, 7), spec('[F05] five', 'skipped')];
const playwright = JSON.stringify({
  config: { rootDir: '/shop/tests/journeys' },
  suites: [{ title: 'b.spec.ts', specs: [], suites: [{ title: 'group', specs }] }],
});

const proofs = [...proofsOfVitest(vitest, '/shop'), ...proofsOfPlaywright(playwright, '/shop')];

describe('npm run faults', () => {
  it('reads both reports, and only tests that claim a row', () => {
    expect(proofs.map(({ file, rows, outcome, ms }) => [file, rows, outcome, ms])).toEqual([
      ['tests/a.test.ts', ['F01'], 'passed', 12],
      ['tests/a.test.ts', ['F02', 'F03'], 'failed', 0],
      ['tests/a.test.ts', ['F04'], 'skipped', 0],
      ['tests/journeys/b.spec.ts', ['F01'], 'passed', 12],
      ['tests/journeys/b.spec.ts', ['F05'], 'skipped', 0],
    ]);
  });

  it('passes a row only with a passed test and without a failed one', () => {
    const rows = ['F01', 'F02', 'F04', 'F06'].map(row);
    expect(judge(rows, proofs).map(({ row: { id }, outcome }) => [id, outcome])).toEqual([
      ['F01', 'pass'],
      ['F02', 'FAIL'],
      ['F04', 'MISSING'],
      ['F06', 'MISSING'],
    ]);
    expect(terminalTable(judge(rows, proofs)).join('\n')).toContain(
      'failed: tests/a.test.ts: [F02][F03] two',
    );
  });

  it('runs the tests of the named rows alone', () => {
    const pattern = new RegExp(grepOf(['F05', 'F17']));
    expect(
      ['[F05] a', 'b [F02][F17] c', '[F01] d', 'F05 e'].map((title) => pattern.test(title)),
    ).toEqual([true, true, false, false]);
  });

  it('replaces only the table of the page', () => {
    const claims = new Map([['tests/a.test.ts', new Set(['F01'])]]);
    const table = catalogueTable([row('F01')], claims);
    const page =
      'Before\n<!-- table: made by npm run faults -- --docs -->\nstale\n<!-- end of table -->\nafter';
    const written = withTable(page, table);
    expect(written).toContain(
      '| F01 | fault F01 | holds | all | [a.test.ts](../tests/a.test.ts) |',
    );
    expect(written).not.toContain('stale');
    expect(withTable(written, table)).toBe(written);
    expect(() => withTable('no place', table)).toThrow('has no');
  });
});
