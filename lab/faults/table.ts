import type { Proof } from './reports.ts';
import type { FaultRow } from './rows.ts';
import type { Claims } from './titles.ts';

/** The verdict on one row: it passes if a test proves it and none fails. */
export interface Verdict {
  readonly row: FaultRow;
  readonly proofs: readonly Proof[];
  readonly outcome: 'pass' | 'FAIL' | 'MISSING';
}

/** Compares the rows with the tests that ran. */
export function judge(rows: readonly FaultRow[], proofs: readonly Proof[]): Verdict[] {
  return rows.map((row) => {
    const own = proofs.filter((proof) => proof.rows.includes(row.id));
    const hasPassed = own.some(({ outcome }) => outcome === 'passed');
    const hasFailed = own.some(({ outcome }) => outcome === 'failed');
    return {
      row,
      proofs: own,
      outcome: hasFailed ? 'FAIL' : hasPassed ? 'pass' : 'MISSING',
    };
  });
}

const withoutTests = (file: string) => file.replace(/^tests\//, '');

/** The verdicts as lines for the terminal; failed tests are named below their row. */
export function terminalTable(verdicts: readonly Verdict[]): string[] {
  const width = Math.max(...verdicts.map(({ row }) => row.fault.length));
  return verdicts.flatMap(({ row, proofs, outcome }) => {
    const passed = proofs.filter((proof) => proof.outcome === 'passed').length;
    const files = [...new Set(proofs.map(({ file }) => withoutTests(file)))].join(', ');
    const count = `${passed}/${proofs.length}`.padStart(5);
    return [
      `${row.id}  ${outcome.padEnd(7)}  ${count}  ${row.fault.padEnd(width)}  ${files}`,
      ...proofs
        .filter((proof) => proof.outcome !== 'passed')
        .map((proof) => `       ${proof.outcome}: ${proof.file}: ${proof.title}`),
    ];
  });
}

/** The catalogue as a Markdown table: every row with the files that prove it. */
export function catalogueTable(rows: readonly FaultRow[], claims: Claims): string {
  const lines = rows.map(({ id, fault, holds, owners }) => {
    const files = [...claims].filter(([, claimed]) => claimed.has(id)).map(([file]) => file);
    const links = files.map((file) => `[${withoutTests(file)}](../${file})`).join(', ');
    return `| ${id} | ${fault} | ${holds} | ${owners} | ${links} |`;
  });
  return [
    '| # | What goes wrong | What holds | Parts | Proven in |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

const marks = [
  '<!-- table: made by npm run lab -- faults --docs -->',
  '<!-- end of table -->',
] as const;

/** The page with its table replaced. Throws if the page has no markers for it. */
export function withTable(page: string, table: string): string {
  const [begin, end] = marks;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The page has no "${begin}" before "${end}".`);
  return `${page.slice(0, from + begin.length)}\n\n${table}\n\n${page.slice(to)}`;
}
