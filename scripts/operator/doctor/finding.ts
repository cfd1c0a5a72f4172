/** Severity of a finding: an error prevents a start or loses sales, a warning may do so later, a note only informs. */
export type Severity = 'error' | 'warning' | 'note';

/** One finding of the doctor: its subject first, then the problem and the remedy. Contains no secret. */
export interface Finding {
  readonly severity: Severity;
  readonly words: string;
}

export const error = (words: string): Finding => ({ severity: 'error', words });
export const warning = (words: string): Finding => ({ severity: 'warning', words });
export const note = (words: string): Finding => ({ severity: 'note', words });

const order: readonly Severity[] = ['error', 'warning', 'note'];
const marks: Readonly<Record<Severity, string>> = { error: '✘', warning: '!', note: '·' };

/** The findings as lines, the worst first, with a summary line. */
export function linesOf(findings: readonly Finding[]): readonly string[] {
  const sorted = order.flatMap((severity) => findings.filter((each) => each.severity === severity));
  const lines = sorted.map(
    ({ severity, words }) => `${marks[severity]} ${severity.padEnd(7)}  ${words}`,
  );
  const count = (severity: Severity) =>
    findings.filter((each) => each.severity === severity).length;
  return [...lines, `${count('error')} errors, ${count('warning')} warnings`];
}

/** Exit code: 2 with an error, 1 with a warning, otherwise 0. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ severity }) => severity === 'error')) return 2;
  return findings.some(({ severity }) => severity === 'warning') ? 1 : 0;
}
